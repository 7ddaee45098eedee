/// The end of a chain that feeds an asynchronous stream.
///
/// What may run at the same time: an emission, the source's end, and a disposal by the stream's `onTermination`. The stream
/// sorts them out: it takes one end and drops what comes after it.
final class StreamSink<Element>: Sink<Element>, @unchecked Sendable {
    private let end: (Swift.Error?) -> Void

    /// - Parameters:
    ///   - yield: puts an element into the stream.
    ///   - end: ends the stream, with the error if there is one.
    init(yield: @escaping (Element) -> Void, end: @escaping (Swift.Error?) -> Void) {
        self.end = end
        super.init { sink, element in if sink.isOpen { yield(element) } }
    }

    // Disposes first, so that the subscription is gone when the iteration ends.
    override func error(_ error: Swift.Error) {
        dispose()
        end(error)
    }

    override func completed() {
        dispose()
        end(nil)
    }
}
