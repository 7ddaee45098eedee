/// A task that waits until there is room for its element.
@usableFromInline
final class WaitingSender<Element>: WaitListMember, @unchecked Sendable {
    @usableFromInline
    @exclusivity(unchecked)
    var link = WaitLink<WaitingSender<Element>>()
    @usableFromInline
    @exclusivity(unchecked)
    var filling = 0

    @exclusivity(unchecked)
    var task: WaitingTask?
    @exclusivity(unchecked)
    var isCancelled = false
    /// What became of the element; `nil` for a sender that was cancelled.
    @exclusivity(unchecked)
    var result: SendResult?
    @exclusivity(unchecked)
    private var element: Element?

    init(_ element: Element) {
        self.element = element
    }

    func takeElement() -> Element? { exchange(&element, for: nil) }

    /// Called by the thread that has taken the sender out of the list.
    func resume(with result: SendResult?) {
        self.result = result
        releaseValue(takeElement())
        let task = exchange(&task, for: nil)
        task?.resume()
    }
}
