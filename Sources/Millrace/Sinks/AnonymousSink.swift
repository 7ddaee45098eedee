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
        details = SubscriptionDetails(handlers, file)
        super.init { sink, element in
            let sink = sink.downcast(to: AnonymousSink<Element>.self)
            if sink.isOpen { sink.handle(element) }
        }
        var tag = UInt32(truncatingIfNeeded: line) & Lifecycle.ownTagBits
        if handlers == nil { tag |= Lifecycle.plain }
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

    /// Where the subscription was made. The tag beside the lifecycle word has the line, below the C core's own bits.
    @usableFromInline
    var place: String {
        details.file.map { "\(String(cString: $0)):\(lifecycle.tag & Lifecycle.ownTagBits)" } ?? "(unknown)"
    }

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

/// What a subscription keeps besides `onNext`, in one word: its handlers, which also store the source file's name; or,
/// without handlers, that name alone.
///
/// One word, because the size of `AnonymousSink` decides what an emission to a thousand observers costs: at 80 bytes
/// instead of 72, each rounded up by malloc to the next 16, each delivery takes a tenth longer.
@usableFromInline
struct SubscriptionDetails: @unchecked Sendable {
    // 0, a retained `Handlers`, or the address of the file's name shifted left by one, with bit 0 set.
    @usableFromInline
    let word: UInt

    @inlinable
    init(_ handlers: Handlers?, _ file: StaticString) {
        let name = file.hasPointerRepresentation ? file.utf8Start : nil
        if let handlers {
            handlers.file = name
            word = UInt(bitPattern: Held(retaining: handlers).address)
        } else if let name {
            word = UInt(bitPattern: name) << 1 | 1
        } else {
            word = 0
        }
    }

    private var reference: Held<Handlers>? {
        guard word & 1 == 0, let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
        return Held(at: pointer)
    }

    var handlers: Handlers? { reference?.object }

    var file: UnsafePointer<UInt8>? {
        word & 1 == 0 ? handlers?.file : UnsafePointer(bitPattern: word >> 1)
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

        /// The source file of the subscription.
        @usableFromInline
        var file: UnsafePointer<UInt8>?

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
