/// `Sendable` for a protocol whose conforming types the compiler takes at their word: it looks neither at their variables
/// nor at whether a class is final. This module is in Swift 5 mode, since the protocol behind it has no name in Swift 6
/// mode (`Documentation/Decisions/0030-closures-say-where-they-belong.md`).
#if compiler(<7)
    public typealias UncheckedSendable = Unchecked.Old.Conformance

    // The compiler warns of a name that is deprecated. It does not warn of one that it has inferred.
    @available(*, deprecated)
    public enum OldNames {
        public typealias Conformance = UnsafeSendable
    }

    public protocol Inferring {
        associatedtype Old
        static var old: Old { get }
    }

    public enum Unchecked: Inferring {}

    @available(*, deprecated)
    extension Unchecked {
        public static var old: OldNames { fatalError("for its type alone") }
    }
#else
    public typealias UncheckedSendable = Sendable
#endif
