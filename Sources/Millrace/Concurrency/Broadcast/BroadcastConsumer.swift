/// A task's cursor in a broadcast. The iterators that are copies of each other share it.
@usableFromInline
final class BroadcastConsumer<Element>: @unchecked Sendable {
    @usableFromInline
    let core: BroadcastCore<Element>
    @usableFromInline
    let lag: LagStrategy
    @usableFromInline
    let onSkip: (@Sendable (Int) -> Void)?
    @usableFromInline
    let waiter = TaskWaiter()

    // The next two change under the broadcast's lock.
    @usableFromInline
    @exclusivity(unchecked)
    var cursor: CursorRing<Element>.Cursor
    @usableFromInline
    @exclusivity(unchecked)
    var hasLeft = false

    /// Whether the iteration has ended, by its end or by an error. Only the iterating task knows.
    @usableFromInline
    @exclusivity(unchecked)
    var hasEnded = false

    init(_ core: BroadcastCore<Element>, _ lag: LagStrategy, _ onSkip: (@Sendable (Int) -> Void)?) {
        self.core = core
        self.lag = lag
        self.onSkip = onSkip
        cursor = core.join(holds: lag == .suspend)
    }

    deinit {
        core.leave(self)
    }

    @inlinable
    func next(isolation: isolated (any Actor)?) async throws -> Element? {
        var element: Element?
        while true {
            var missed = 0
            if hasEnded { return nil }
            let reading = Task.isCancelled ? .left : core.read(self, &missed, into: &element)
            if case .elements = reading {
                if missed > 0 { onSkip?(missed) }
                return element
            }
            if try await !goesOn(after: reading, missed, isolation: isolation) { return nil }
        }
    }

    @inlinable
    func nextBatch(isolation: isolated (any Actor)?) async throws -> ArraySlice<Element>? {
        var slice: ArraySlice<Element> = []
        while true {
            var missed = 0
            if hasEnded { return nil }
            let reading = Task.isCancelled ? .left : core.read(self, &missed, upTo: 256, into: &slice)
            if case .elements = reading {
                if missed > 0 { onSkip?(missed) }
                return slice
            }
            if try await !goesOn(after: reading, missed, isolation: isolation) { return nil }
        }
    }

    /// Waits for an element, or ends the iteration. False: it has ended without an error.
    @usableFromInline
    func goesOn(
        after reading: BroadcastCore<Element>.Reading,
        _ missed: Int,
        isolation: isolated (any Actor)?
    ) async throws -> Bool {
        if case .nothing = reading {
            await withTaskCancellationHandler(
                operation: { await WaitingTask.suspend(isolation: isolation) { core.park(self, $0) } },
                onCancel: { core.leave(self) },
                isolation: isolation
            )
            return true
        }
        hasEnded = true
        core.leave(self)
        switch reading {
        case .lag: throw LagError(missed: missed)
        case .left: throw CancellationError()
        default:
            if let error = core.error() { throw error }
            return false
        }
    }
}
