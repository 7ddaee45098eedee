/// The end of a chain: calls one closure for all events. It is also the subscription that the user holds.
@usableFromInline
final class EventSink<Element>: Sink<Element>, @unchecked Sendable {
    // Must stay the first stored property: see `releaseFirstClosure`.
    @usableFromInline
    let handler: (Event<Element>) -> Void

    #if DEBUG
        @usableFromInline
        let overlap = OverlapDetector()
    #endif

    @inlinable
    @inline(__always)
    init(_ handler: @escaping (Event<Element>) -> Void) {
        self.handler = handler
        super.init { sink, element in
            let sink = sink.downcast(to: EventSink<Element>.self)
            if sink.isOpen { sink.handle(.next(element)) }
        }
    }

    @inlinable
    @inline(__always)
    func handle(_ event: Event<Element>) {
        #if DEBUG
            overlap.guarding({ "(an observer or event handler)" }) { handler(event) }
        #else
            handler(event)
        #endif
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        if lifecycle.stop() {
            handle(.error(error))
            dispose()
        }
    }

    @usableFromInline
    override func completed() {
        if lifecycle.stop() {
            handle(.completed)
            dispose()
        }
    }

    @usableFromInline
    override var endsChain: Bool { true }

    @usableFromInline
    override func sourceReleased() {
        releaseFirstClosure()
    }
}
