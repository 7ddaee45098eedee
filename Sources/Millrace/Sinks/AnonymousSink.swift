/// The end of a chain: calls a closure for each kind of event. It is also the subscription that the user holds.
@usableFromInline
final class AnonymousSink<Element>: Sink<Element>, @unchecked Sendable {
    // Must stay the first stored property: see `releaseFirstClosure`.
    @usableFromInline
    let onNext: (Element) -> Void

    @usableFromInline
    let details: SubscriptionDetails

    #if DEBUG
        @usableFromInline
        let overlap = OverlapDetector()
    #endif

    @inlinable
    @inline(__always)
    init(
        _ onNext: @escaping (Element) -> Void,
        _ handlers: SubscriptionDetails.Handlers?,
        _ file: StaticString,
        _ line: UInt
    ) {
        self.onNext = onNext
        details = SubscriptionDetails(handlers, file, line)
        super.init { sink, element in
            let sink = sink.downcast(to: AnonymousSink<Element>.self)
            if sink.isOpen { sink.handle(element) }
        }
        var tag = handlers == nil ? Lifecycle.plain : 0
        #if !DEBUG
            tag |= Lifecycle.direct
        #endif
        lifecycle.tag = tag
    }

    @inlinable
    @inline(__always)
    func handle(_ element: Element) {
        #if DEBUG
            overlap.guarding({ self.place }) { onNext(element) }
        #else
            onNext(element)
        #endif
    }

    deinit {
        details.release()
    }

    private var handlers: SubscriptionDetails.Handlers? { details.handlers }

    /// Where the subscription was made.
    @usableFromInline
    var place: String { details.place ?? "(unknown)" }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        guard lifecycle.stop() else { return }
        if let onError = handlers?.onError {
            onError(error)
        } else {
            Hooks.defaultErrorHandler(handlers?.callStack ?? [place], error)
        }
        handlers?.onDisposed?.dispose()
        dispose()
    }

    @usableFromInline
    override func completed() {
        guard lifecycle.stop() else { return }
        handlers?.onCompleted?()
        handlers?.onDisposed?.dispose()
        dispose()
    }

    @usableFromInline
    override func disposed() {
        handlers?.onDisposed?.dispose()
    }

    override var isSubscription: Bool { true }

    override var placeOfSubscription: String? { place }

    @usableFromInline
    override var endsChain: Bool { true }

    @usableFromInline
    override func sourceReleased() {
        releaseFirstClosure()
        handlers?.release()
    }
}

/// What a subscription keeps besides `onNext`, in one word: its handlers, which also store the place where it was made;
/// or, without handlers, that place alone.
///
/// One word, because the size of `AnonymousSink` decides what an emission to a thousand observers costs: at 80 bytes
/// instead of 72, each rounded up by malloc to the next 16, each delivery takes a tenth longer.
@usableFromInline
struct SubscriptionDetails: @unchecked Sendable {
    // A retained `Handlers`; or the address of the file's name, then 15 bits for the line, then bit 0 set. An address
    // has 48 bits. A subscription with a longer address, or a line after 32,767, has `Handlers` for its place alone.
    @usableFromInline
    let word: UInt64

    @inlinable
    @inline(__always)
    init(_ handlers: Handlers?, _ file: StaticString, _ line: UInt) {
        let name = file.hasPointerRepresentation ? file.utf8Start : nil
        let address = UInt64(UInt(bitPattern: name))
        if let handlers {
            word = SubscriptionDetails.keep(handlers, name, line)
        } else if address >> 48 == 0 && line >> 15 == 0 {
            word = address << 16 | UInt64(line) << 1 | 1
        } else {
            word = SubscriptionDetails.keep(name, line)
        }
    }

    @usableFromInline
    static func keep(_ handlers: Handlers, _ file: UnsafePointer<UInt8>?, _ line: UInt) -> UInt64 {
        handlers.file = file
        handlers.line = line
        return UInt64(UInt(bitPattern: Held(retaining: handlers).address))
    }

    @usableFromInline
    static func keep(_ file: UnsafePointer<UInt8>?, _ line: UInt) -> UInt64 {
        keep(Handlers(onError: nil, onCompleted: nil, onDisposed: nil), file, line)
    }

    private var reference: Held<Handlers>? {
        guard word & 1 == 0, let pointer = UnsafeRawPointer(bitPattern: UInt(word)) else { return nil }
        return Held(at: pointer)
    }

    var handlers: Handlers? { reference?.object }

    /// The file and line of the subscription; `nil` if the file is unknown.
    var place: String? {
        let packed = (file: UnsafePointer<UInt8>(bitPattern: UInt(word >> 16)), line: UInt(word >> 1 & 0x7FFF))
        let place = handlers.map { (file: $0.file, line: $0.line) } ?? packed
        return place.file.map { "\(String(cString: $0)):\(place.line)" }
    }

    /// For the owner's `deinit`.
    func release() {
        reference?.release()
    }
}

extension SubscriptionDetails {
    /// What a subscription has besides `onNext`: its other closures and its call stack. Most subscriptions have
    /// neither.
    @usableFromInline
    final class Handlers: @unchecked Sendable {
        @usableFromInline
        var onError: ((Swift.Error) -> Void)?

        @usableFromInline
        var onCompleted: (() -> Void)?

        @usableFromInline
        let onDisposed: Disposables.Anonymous?

        /// The source file and line of the subscription.
        fileprivate(set) var file: UnsafePointer<UInt8>?
        fileprivate(set) var line: UInt = 0

        /// The call stack of the subscription, if `Hooks.recordCallStackOnError` was on.
        let callStack: [String]?

        init(onError: ((Swift.Error) -> Void)?, onCompleted: (() -> Void)?, onDisposed: (() -> Void)?) {
            self.onError = onError
            self.onCompleted = onCompleted
            self.onDisposed = onDisposed.map { Disposables.Anonymous($0) }
            callStack = HookSwitches.recordsCallStacks ? Hooks.customCaptureSubscriptionCallstack() : nil
        }

        /// `nil` if there is nothing to keep, as for most subscriptions.
        @inlinable
        @inline(__always)
        static func make(
            onError: ((Swift.Error) -> Void)?,
            onCompleted: (() -> Void)?,
            onDisposed: (() -> Void)?
        ) -> Handlers? {
            if onError == nil && onCompleted == nil && onDisposed == nil && !HookSwitches.recordsCallStacks {
                return nil
            }
            return some(onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
        }

        @usableFromInline
        static func some(
            onError: ((Swift.Error) -> Void)?,
            onCompleted: (() -> Void)?,
            onDisposed: (() -> Void)?
        ) -> Handlers {
            Handlers(onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
        }

        func release() {
            let dropped = (exchange(&onError, for: nil), exchange(&onCompleted, for: nil))
            releaseValue(dropped)
        }
    }
}
