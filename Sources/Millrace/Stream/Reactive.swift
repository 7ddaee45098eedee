#if Foundation
    import Foundation
#endif

/// The namespace for reactive extensions of a type: `base.rx`.
///
/// If `Feed` is `ReactiveCompatible`, `extension Reactive where Base: Feed { var lines: Observable<String> { … } }`
/// gives every `Feed` a `feed.rx.lines`.
@dynamicMemberLookup
public struct Reactive<Base> {
    /// The object that is extended.
    public let base: Base

    /// The reactive side of `base`.
    ///
    /// - Parameter base: what is extended.
    public init(_ base: Base) {
        self.base = base
    }

    /// An observer that writes each element to a property of `base`, on the main thread; `base` is held weakly.
    ///
    /// - Parameter keyPath: the property.
    public subscript<Property>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Base, Property>
    ) -> Binder<Property> where Base: AnyObject {
        // A key path is immutable, but its type is not Sendable.
        nonisolated(unsafe) let keyPath = keyPath
        return Binder(base) { base, value in base[keyPath: keyPath] = value }
    }
}

extension Reactive: Sendable where Base: Sendable {}

/// A type with a reactive side.
public protocol ReactiveCompatible {
    /// The type that is extended.
    associatedtype ReactiveBase

    /// The reactive side of the type.
    static var rx: Reactive<ReactiveBase>.Type { get set }

    /// The reactive side of the value.
    var rx: Reactive<ReactiveBase> { get set }
}

extension ReactiveCompatible {
    // The setters do nothing. They allow `object.rx.property = …` for extensions with settable members.

    /// The reactive side of the type.
    public static var rx: Reactive<Self>.Type {
        get { Reactive<Self>.self }
        set {}
    }

    /// The reactive side of the value.
    public var rx: Reactive<Self> {
        get { Reactive(self) }
        set {}
    }
}

#if Foundation
    extension NSObject: ReactiveCompatible {}
#endif

#if Foundation && !canImport(ObjectiveC)
    // Whether `NotificationCenter` is an `NSObject` here depends on the version of Swift. So it cannot be made to
    // conform to `ReactiveCompatible`: where it is an `NSObject`, it would conform twice.
    extension NotificationCenter {
        /// The reactive side of the type.
        public static var rx: Reactive<NotificationCenter>.Type {
            get { Reactive<NotificationCenter>.self }
            set {}
        }

        /// The reactive side of the center.
        public var rx: Reactive<NotificationCenter> {
            get { Reactive(self) }
            set {}
        }
    }
#endif
