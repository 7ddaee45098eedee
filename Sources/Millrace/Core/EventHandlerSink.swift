/// Calls a closure for every event, without any check: the closure's owner sees to the grammar.
@usableFromInline
final class EventHandlerSink<Element>: Sink<Element>, @unchecked Sendable {
    @usableFromInline
    let handler: (Event<Element>) -> Void

    @inlinable
    init(_ handler: @escaping (Event<Element>) -> Void) {
        self.handler = handler
        super.init { sink, element in
            sink.downcast(to: EventHandlerSink<Element>.self).handler(.next(element))
        }
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        handler(.error(error))
    }

    @usableFromInline
    override func completed() {
        handler(.completed)
    }
}
