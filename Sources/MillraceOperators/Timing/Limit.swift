import Dispatch
import Millrace

extension ObservableType {
    /// Lets elements pass at a rate: each spends tokens of a bucket, and waits or is dropped if they are not there.
    ///
    /// ```
    /// source                                                    -abc--------d--|
    /// limit(Rate(1, per: 3 s), overflow: .suspend, capacity: 9) -a--b--c----d--|
    /// limit(Rate(1, per: 3 s), overflow: .dropNewest)           -a----------d--|
    /// ```
    ///
    /// - **Emits** an element at once if its tokens are there and no other element waits. Otherwise it waits, if fewer
    ///   than `capacity` elements do, and `overflow` says what becomes of it if not. What waits is emitted in order, each
    ///   element as soon as its tokens are there. With `.suspend` the source is held back while as many elements wait, at
    ///   least one; so nothing is dropped, and nothing waits that the source could keep.
    /// - **Completes** when the source does, after the elements that wait. The source's subscription is disposed at once.
    /// - **Fails** as soon as the source does, with the error that `cost` throws, or with a ``CostError`` as soon as the
    ///   turn of an element has come that costs more than `rate.burst`, for which the tokens would never be there; what
    ///   waits is dropped. With the strategy `.error`, an element that finds no room makes the stream fail with an
    ///   `OverflowError`, after the elements that wait.
    /// - **Disposal** disposes the source's subscription, stops the timer, and drops the elements that wait.
    /// - **Thread**: an element that need not wait comes on the thread that the source emits on, others on `scheduler`. If
    ///   another thread is delivering at that moment, that thread delivers the element instead. With `.suspend`, a source
    ///   that was held back goes on on `scheduler`, unless it has a scheduler of its own.
    /// - **Complexity**: O(1) for each element; one scheduled action for each element that waits for its tokens. Memory
    ///   for `capacity` elements, with `.buffer` for any number.
    ///
    /// The time at which an element's tokens are there is worked out from the number of tokens spent, in whole numbers.
    /// So over hours, the rate is exact to the nanosecond, however late the scheduler is: a late element does not delay
    /// the next one. An element that waits for less than a microsecond, the resolution of `Date`, passes at once. While
    /// there is no room in a bounded queue further down, elements wait as well; when there is room again, no more of them
    /// pass at once than the bucket holds tokens for.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable.of("a", "b", "c", "d")
    ///     .limit(Rate(1, per: .seconds(10), burst: 2), overflow: .suspend, scheduler: scheduler)
    ///     .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
    /// scheduler.start()
    /// // 0 s: a
    /// // 0 s: b
    /// // 10 s: c
    /// // 20 s: d
    /// ```
    ///
    /// - Parameters:
    ///   - rate: how many tokens come, and how many can be saved up.
    ///   - cost: says how many tokens an element costs; less than 0 counts as 0. Called when the element's turn has come,
    ///     once. `nil` if each costs one.
    ///   - capacity: how many elements may wait for tokens, at least 0.
    ///   - overflow: what to do with an element that would have to wait when `capacity` elements do: `.suspend` keeps the
    ///     rate by holding the source back, the others by dropping, counted, or by failing.
    ///   - scheduler: the scheduler whose clock is used, and on which elements that wait are emitted.
    ///   - onDrop: called for each element that is dropped, with the number of elements that this subscription has dropped
    ///     so far. `Hooks.droppedElementHandler` is called as well.
    ///   - file: the path of the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    @inlinable
    public func limit(
        _ rate: Rate,
        cost: ((Element) throws -> Int)? = nil,
        capacity: Int = 0,
        overflow: OverflowStrategy,
        scheduler: SchedulerType,
        onDrop: ((Int) -> Void)? = nil,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Observable<Element> {
        let operation: StaticString = "limit(_:cost:capacity:overflow:scheduler:onDrop:)"
        require(capacity >= 0, "\(operation): capacity is \(capacity); it must not be negative")
        let stopwatch = scheduler.stopwatch
        return paced(
            on: scheduler,
            Bound(operation, capacity, overflow, Place(file, line)),
            onDrop: onDrop,
            function: operation,
            state: { SpentTokens(rate.bucket, stopwatch.nanoseconds) }
        ) { stage, element, turn in
            let tokens: Int
            switch turn {
            case .elapsed:
                stage.withState { $0.bucket.spendAwaited() }
                return .pass(element)
            case .reopened(isNew: false):
                tokens = stage.withState { $0.bucket.awaited }
            default:
                tokens = try cost.map { try rate.checked($0(element)) } ?? 1
            }
            let reading = stopwatch.nanoseconds
            let wait = stage.withState { $0.spend(tokens, at: reading, turn) }
            return wait.map { .wait(.nanoseconds(Int($0))) } ?? .pass(element)
        }
    }
}

/// An element costs more tokens than the bucket of a `Rate` holds: the stream fails, as `limit` says.
public struct CostError: Error, Hashable, CustomStringConvertible {
    /// How many tokens the element costs.
    public let cost: Int

    /// How many the bucket holds.
    public let burst: Int

    @usableFromInline
    init(cost: Int, burst: Int) {
        self.cost = cost
        self.burst = burst
    }

    /// What happened.
    public var description: String {
        "limit: an element costs \(cost) tokens, and there are never more than \(burst)"
    }
}

extension Rate {
    @inlinable
    func checked(_ cost: Int) throws -> Int {
        if cost > burst { throw CostError(cost: cost, burst: burst) }
        return max(0, cost)
    }
}

/// The state of a subscription.
@usableFromInline
struct SpentTokens {
    @usableFromInline
    var bucket: TokenBucket
    /// When the subscription has begun, in nanoseconds.
    @usableFromInline
    let start: Int64

    @inlinable
    init(_ bucket: TokenBucket, _ start: Int64) {
        self.bucket = bucket
        self.start = start
    }

    /// As `TokenBucket.spend(_:at:)`. An element that has waited behind another one has had its turn since that one
    /// went.
    @inlinable
    @inline(__always)
    mutating func spend(_ tokens: Int, at reading: Int64, _ turn: PacedTurn) -> Int64? {
        let now = reading - start
        if case .next = turn {} else { bucket.advance(to: now) }
        return bucket.spend(tokens, at: now)
    }
}
