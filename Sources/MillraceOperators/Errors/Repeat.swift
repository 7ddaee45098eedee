import Millrace

extension ObservableType {
    /// Subscribes to the source again when it has completed, `count` times in all.
    ///
    /// ```
    /// source     -a-b|
    /// repeat(2)  -a-b-a-b|
    /// ```
    ///
    /// - **Emits** the elements of every round.
    /// - **Completes** when the source has completed `count` times; at once, without subscribing to it, if `count` is 0.
    /// - **Fails** as soon as the source does.
    /// - **Disposal** disposes the current round's subscription. Each round's subscription is disposed before the next
    ///   round.
    /// - **Thread**: subscribes again on the thread that the source completes on or, if the source is still being subscribed
    ///   to, on the thread that does so.
    /// - **Complexity**: O(1) for each element, one allocation for each round. Rounds that complete at once take neither
    ///   stack nor memory.
    ///
    /// ```swift
    /// let subscription = Observable.of("tick", "tock")
    ///     .repeat(2)
    ///     .subscribe(onNext: { print($0) })
    /// // tick
    /// // tock
    /// // tick
    /// // tock
    /// ```
    ///
    /// - Parameter count: how many times to subscribe, at least 0.
    @inlinable
    public func `repeat`(_ count: Int) -> Observable<Element> {
        require(count >= 0, "repeat(_:): count is \(count); it must not be negative")
        return .concat(Swift.repeatElement(asObservable(), count: count))
    }

    /// Subscribes to the source again when it has completed and a source of triggers then emits.
    ///
    /// `notificationHandler` is called once for each subscription, with a source that emits at the completion of each
    /// round. The triggers that it returns are subscribed to before the source is.
    ///
    /// ```
    /// source                          -a|
    /// repeat(when: { $0.delay(3s) })  -a----a----a- …
    /// ```
    ///
    /// - **Emits** the elements of every round. When a round has completed, the next round begins at the next element of
    ///   the triggers; triggers that come while the source is active have no effect.
    /// - **Completes** when the source has completed and the triggers have, too. If a round completes while it is being
    ///   subscribed to, and the triggers end before that call returns, there is no further round, even if they have
    ///   emitted.
    /// - **Fails** as soon as the source does, or, once the source has completed, with the error of the triggers.
    /// - **Disposal** disposes the current round's subscription, then the subscription to the triggers. A round's
    ///   subscription is disposed before the handler's source emits.
    /// - **Thread**: subscribes again on the thread that the trigger comes on or, if the source is still being subscribed to,
    ///   on the thread that does so.
    /// - **Complexity**: O(1) for each element, a few allocations for each round. Rounds that complete at once take no
    ///   stack.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable.just("poll")
    ///     .repeat(when: { rounds in rounds.delay(.seconds(10), scheduler: scheduler).take(2) })
    ///     .subscribe(onNext: { print("\($0) at \(scheduler.clock) s") })
    /// scheduler.start()
    /// // poll at 0 s
    /// // poll at 10 s
    /// // poll at 20 s
    /// ```
    ///
    /// - Parameter notificationHandler: makes the source of triggers from the source of completions.
    public func `repeat`<Trigger: ObservableType>(
        when notificationHandler: @escaping (Observable<Void>) -> Trigger
    ) -> Observable<Element> {
        // A completion becomes an error of a type of its own: all else is as in `retry(when:)`.
        asObservable().concat(Observable.error(RoundCompleted()))
            .retry(when: { (rounds: Observable<RoundCompleted>) in notificationHandler(rounds.map { _ in }) })
    }

    /// Subscribes to the source again when it has completed, until `stop` is true at a completion.
    ///
    /// ```
    /// source                          -a|
    /// repeat(until: { isEnough })     -a-a-a|
    /// ```
    ///
    /// - **Emits** the elements of every round. There is at least one.
    /// - **Completes** when the source has completed and `stop` is true.
    /// - **Fails** as soon as the source does, or with the error that `stop` throws.
    /// - **Disposal** disposes the current round's subscription. Each round's subscription is disposed before `stop` is
    ///   called.
    /// - **Thread**: `stop` is called on the thread that the source completes on. The source is subscribed to again on that
    ///   thread or, if it is still being subscribed to, on the thread that does so.
    /// - **Complexity**: O(1) for each element, a few allocations for each round. Rounds that complete at once take no
    ///   stack.
    ///
    /// ```swift
    /// var credit = 3
    /// let subscription = Observable.just("game").do(onNext: { _ in credit -= 1 })
    ///     .repeat(until: { credit == 0 })
    ///     .subscribe(onNext: { print($0) })
    /// // game
    /// // game
    /// // game
    /// ```
    ///
    /// - Parameter stop: called after each round; says whether to complete.
    public func `repeat`(until stop: @escaping () throws -> Bool) -> Observable<Element> {
        self.repeat(when: { rounds in rounds.take(while: { try !stop() }) })
    }

    /// Subscribes to the source again when it has completed, as often and after such a time as `behavior` says.
    ///
    /// ```
    /// source                                              -a|
    /// repeatWithBehavior(.delayed(maxCount: 2, time: 3))  -a----a|
    /// ```
    ///
    /// - **Emits** the elements of every round.
    /// - **Completes** after the last round, or when the source has completed and `shouldRepeat` is false.
    /// - **Fails** as soon as the source does.
    /// - **Disposal** disposes the current round's subscription or stops the timer. Each round's subscription is disposed
    ///   before `shouldRepeat` is called.
    /// - **Thread**: `shouldRepeat` is called on the thread that the source completes on. Subscribes again on `scheduler`,
    ///   or, if there is no delay, on the thread that the source completes on; or, if the source is still being subscribed
    ///   to, on the thread that does so.
    /// - **Complexity**: O(1) for each element; a few allocations, and one scheduled action if there is a delay, for each
    ///   round. Rounds that complete at once take no stack.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable.just("poll")
    ///     .repeatWithBehavior(.delayed(maxCount: 3, time: 5), scheduler: scheduler)
    ///     .subscribe(onNext: { print("\($0) at \(scheduler.clock) s") })
    /// scheduler.start()
    /// // poll at 0 s
    /// // poll at 5 s
    /// // poll at 10 s
    /// ```
    ///
    /// - Parameters:
    ///   - behavior: how many rounds there are, and how long to wait between them.
    ///   - scheduler: the scheduler whose clock is used, and on which the source is subscribed to again.
    ///   - shouldRepeat: says whether there is another round; `nil` for always. Called only if the number of rounds allows
    ///     another one.
    public func repeatWithBehavior(
        _ behavior: RepeatBehavior,
        scheduler: SchedulerType = MainScheduler.instance,
        shouldRepeat: RepeatPredicate? = nil
    ) -> Observable<Element> {
        behavior.checkArguments("repeatWithBehavior(_:scheduler:shouldRepeat:)")
        let source = asObservable()
        return Observable.deferred {
            let schedule = behavior.makeSchedule()
            let run = AttemptRun()
            return source.repeat(when: { rounds in
                rounds.flatMap { () -> Observable<Event<Void>> in
                    guard let trigger = schedule(run.endAttempt()).trigger(scheduler), shouldRepeat?() ?? true else {
                        return .just(.completed)
                    }
                    return trigger.map { Event.next($0) }
                }
                .dematerialize()
            })
        }
    }
}

/// The completion of a round, as an error.
private struct RoundCompleted: Swift.Error {}
