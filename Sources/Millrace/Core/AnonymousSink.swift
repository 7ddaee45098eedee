/// The end of a chain that calls a closure for each kind of event; it is also the subscription that the user holds.
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
    init(_ onNext: @escaping (Element) -> Void, _ handlers: Handlers?, _ file: StaticString, _ line: UInt) {
        self.onNext = onNext
        details = SubscriptionDetails(handlers, file)
        super.init { sink, element in
            let sink = sink.downcast(to: AnonymousSink<Element>.self)
            if sink.isOpen { sink.handle(element) }
        }
        var tag = UInt32(truncatingIfNeeded: line) & Cell.ownTagBits
        if handlers == nil { tag |= Cell.plain }
        #if !DEBUG
            tag |= Cell.direct
        #endif
        cell.tag = tag
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

    private var handlers: Handlers? { details.handlers }

    /// Where the subscription was made. The line is in the cell's tag, below the C core's own bits.
    @usableFromInline
    var place: String {
        details.file.map { "\(String(cString: $0)):\(cell.tag & Cell.ownTagBits)" } ?? "(unknown)"
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        guard cell.stop() else { return }
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
        guard cell.stop() else { return }
        handlers?.onCompleted?()
        handlers?.onDisposed?.dispose()
        dispose()
    }

    @usableFromInline
    override func disposed() {
        handlers?.onDisposed?.dispose()
    }

    @usableFromInline
    override var endsChain: Bool { true }

    @usableFromInline
    override func sourceReleased() {
        releaseFirstClosure()
        handlers?.release()
    }
}
