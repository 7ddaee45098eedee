#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ObservableType {
    /// The engine of MillraceOperators' `batch`.
    ///
    /// - Parameters:
    ///   - count: how many elements a batch has at most.
    ///   - weight: how much they weigh at most.
    ///   - weigh: says what an element weighs, on the thread that emits it; `nil` if elements have no weight.
    ///   - time: how long the first element of a batch waits at most.
    package func batched(
        _ count: Int,
        _ weight: Int,
        _ weigh: ((Element) throws -> Int)?,
        _ time: RxTimeInterval,
        _ scheduler: SchedulerType,
        function: StaticString
    ) -> Observable<[Element]> {
        timed(function: function) {
            BatchingCoordinator($0, scheduler, (count: count, weight: weight, time: time), weigh)
        }
    }
}

/// Each batch has its own time limit, but at most one timer runs: for the batch that was the latest when the timer was
/// started. If another batch has begun when the timer fires, the timer is started for the rest of that batch's time. So
/// full batches that follow one another quickly start no timers.
private final class BatchingCoordinator<Element>: TimedCoordinator<Element, [Element]>, @unchecked Sendable {
    private let limits: (count: Int, weight: Int, time: RxTimeInterval)
    private let weigh: ((Element) throws -> Int)?
    private let stopwatch: any Stopwatch
    private let pressure: Pressure?
    private var collected: [Element] = []
    // Of the elements collected. Unspecialized code counts the elements of an array slowly.
    private var count = 0
    private var weight = 0
    // The latest batch, and the one that the timer that runs was started for; both counted.
    private var batch = 0
    private var timedBatch: Int?
    // When the latest batch has begun, if a timer ran then.
    private var beginning = RxTime.distantPast

    init(
        _ downstream: Sink<[Element]>,
        _ scheduler: SchedulerType,
        _ limits: (count: Int, weight: Int, time: RxTimeInterval),
        _ weigh: ((Element) throws -> Int)?
    ) {
        self.limits = limits
        self.weigh = weigh
        stopwatch = scheduler.stopwatch
        pressure = Pressure.below(downstream)
        super.init(downstream, scheduler)
    }

    override func disposed() {
        super.disposed()
        pressure?.cancel()
    }

    override func arrived(_ element: Element) {
        guard isOpen else { return }
        do {
            let weight = try weigh?(element) ?? 0
            deliver { if self.isOpen { self.add(element, max(0, weight)) } }
        } catch {
            self.error(error)
        }
    }

    private func add(_ element: Element, _ weight: Int) {
        // More than once, if an observer of the batch makes the source send.
        while count > 0, weight > limits.weight - self.weight { flush() }
        guard isOpen else { return }
        collected.append(element)
        count += 1
        self.weight += weight
        if count == limits.count || self.weight >= limits.weight {
            flush()
        } else if count == 1 {
            begin()
        }
    }

    private func begin() {
        batch &+= 1
        if timedBatch == nil { startTimer(for: limits.time) } else { beginning = stopwatch.reading }
    }

    private func startTimer(for time: RxTimeInterval) {
        timedBatch = batch
        startTimer(time)
    }

    override func elapsed() {
        let isForThisBatch = exchange(&timedBatch, for: nil) == batch
        if count == 0 { return }
        if !isForThisBatch {
            let rest = limits.time.remaining(from: beginning, to: stopwatch.reading)
            // The resolution of `Date`. A timer for less may fire at once, again and again.
            if rest.saturatedNanoseconds >= 1_000 { return startTimer(for: rest) }
        }
        guard let pressure, !pressure.isOpen else { return flush() }
        timedBatch = batch
        awaitRoom(pressure)
    }

    override func ended() {
        if count > 0 { flush() }
        finish()
    }

    override func failed(_ error: Swift.Error) {
        let dropped = takeCollected()
        fail(error)
        releaseValue(dropped)
    }

    private func flush() {
        forward(takeCollected())
    }

    private func takeCollected() -> [Element] {
        (count, weight) = (0, 0)
        return exchange(&collected, for: [])
    }
}
