/// An element on its way through an asynchronous closure. Not generic, so that the queues of `AsyncWorkers` handle it
/// without looking up metadata.
@usableFromInline
class AsyncJob: @unchecked Sendable {
    /// Whether the closure has ended. Belongs to the state under the lock.
    @exclusivity(unchecked)
    final var hasEnded = false

    /// The error that the closure has thrown. The worker writes it before it says that the closure has ended.
    @usableFromInline
    @exclusivity(unchecked)
    final var error: Swift.Error?

    @inlinable
    init() {}
}

/// The element, and what the closure has made of it.
@usableFromInline
final class AsyncElement<Input, Output>: AsyncJob, @unchecked Sendable {
    @usableFromInline
    @exclusivity(unchecked)
    var input: Input?

    /// `nil` if the closure leaves the element out.
    @usableFromInline
    @exclusivity(unchecked)
    var output: Output?

    @inlinable
    init(_ input: Input) {
        self.input = input
    }

    @inlinable
    func takeInput() -> Input { known(exchange(&input, for: nil)) }
}

/// What is done with jobs. Closures that are written in an inlinable operator, so that they are specialized there.
@usableFromInline
struct AsyncWork {
    /// Calls the user's closure.
    @usableFromInline
    let run: @Sendable (AsyncJob) async -> Void
    /// Passes the result to the sink.
    @usableFromInline
    let deliver: (DisposeBase, AsyncJob) -> Void

    @inlinable
    init(
        run: @escaping @Sendable (AsyncJob) async -> Void,
        deliver: @escaping (DisposeBase, AsyncJob) -> Void
    ) {
        self.run = run
        self.deliver = deliver
    }
}
