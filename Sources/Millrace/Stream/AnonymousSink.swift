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
    init(_ onNext: @escaping (Element) -> Void, _ details: SubscriptionDetails) {
        self.onNext = onNext
        self.details = details
        super.init { sink, element in
            let sink = sink.downcast(to: AnonymousSink<Element>.self)
            if sink.isOpen { sink.handle(element) }
        }
        var tag = details.isPlaceAlone ? Lifecycle.plain : 0
        #if !DEBUG
            tag |= Lifecycle.direct
        #endif
        lifecycle.tag = tag
    }

    /// To be called before somebody else may dispose this sink, if that is before it is subscribed: a subject takes a sink
    /// with a direct slot for one that no other thread knows, and would overwrite the disposal.
    @usableFromInline
    func willBeKnown() {
        lifecycle.tag &= ~Lifecycle.direct
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
            Hooks.defaultErrorHandler(handlers?.callStack?() ?? [place], error)
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

    override var placeOfSubscription: String? { details.place }

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
    init(
        onError: ((Swift.Error) -> Void)?,
        onCompleted: (() -> Void)?,
        onDisposed: (() -> Void)?,
        _ file: StaticString,
        _ line: UInt
    ) {
        let name = file.hasPointerRepresentation ? file.utf8Start : nil
        let address = UInt64(UInt(bitPattern: name))
        if onError == nil && onCompleted == nil && onDisposed == nil && !HookSwitches.recordsCallStacks,
            address >> 48 == 0 && line >> 15 == 0
        {
            word = address << 16 | UInt64(line) << 1 | 1
        } else {
            word = SubscriptionDetails.keep(onError, onCompleted, onDisposed, name, line)
        }
    }

    @usableFromInline
    static func keep(
        _ onError: ((Swift.Error) -> Void)?,
        _ onCompleted: (() -> Void)?,
        _ onDisposed: (() -> Void)?,
        _ file: UnsafePointer<UInt8>?,
        _ line: UInt
    ) -> UInt64 {
        let handlers = Handlers(onError, onCompleted, onDisposed, file, line)
        return UInt64(UInt(bitPattern: Held(retaining: handlers).address))
    }

    /// Whether there are no handlers.
    @inlinable
    @inline(__always)
    var isPlaceAlone: Bool { word & 1 != 0 }

    private var reference: Held<Handlers>? {
        guard !isPlaceAlone, let pointer = UnsafeRawPointer(bitPattern: UInt(word)) else { return nil }
        return Held(at: pointer)
    }

    fileprivate var handlers: Handlers? { reference?.object }

    /// The file and line of the subscription; `nil` if the file is unknown, as in the form that is used as a function value.
    var place: String? {
        let packed = (file: UnsafePointer<UInt8>(bitPattern: UInt(word >> 16)), line: UInt(word >> 1 & 0x7FFF))
        let place = handlers.map { (file: $0.file, line: $0.line) } ?? packed
        guard let file = place.file.map({ String(cString: $0) }), file != "(unknown)" else { return nil }
        return "\(file):\(place.line)"
    }

    /// For the owner's `deinit`.
    func release() {
        reference?.release()
    }
}

extension SubscriptionDetails {
    /// What a subscription has besides `onNext`: its other closures and its call stack. Most subscriptions have
    /// neither.
    fileprivate final class Handlers: @unchecked Sendable {
        fileprivate var onError: ((Swift.Error) -> Void)?
        fileprivate var onCompleted: (() -> Void)?
        fileprivate let onDisposed: Disposables.Anonymous?

        /// The source file and line of the subscription.
        fileprivate let file: UnsafePointer<UInt8>?
        fileprivate let line: UInt

        /// The call stack of the subscription, if `Hooks.recordCallStackOnError` was on.
        fileprivate let callStack: (() -> [String])?

        fileprivate init(
            _ onError: ((Swift.Error) -> Void)?,
            _ onCompleted: (() -> Void)?,
            _ onDisposed: (() -> Void)?,
            _ file: UnsafePointer<UInt8>?,
            _ line: UInt
        ) {
            self.onError = onError
            self.onCompleted = onCompleted
            self.onDisposed = onDisposed.map { Disposables.Anonymous($0) }
            self.file = file
            self.line = line
            callStack = HookSwitches.recordsCallStacks ? Hooks.captureSubscription() : nil
        }

        func release() {
            let dropped = (exchange(&onError, for: nil), exchange(&onCompleted, for: nil))
            releaseValue(dropped)
        }
    }
}
