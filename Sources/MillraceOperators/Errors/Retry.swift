import Millrace

extension ObservableType {
    /// Subscribes to the source again when it has failed, as often and after such a time as `behavior` says.
    ///
    /// ```
    /// source                                 -a#           each attempt: an element, then an error
    /// retry(.delayed(maxCount: 2, time: 3))  -a----a#
    /// ```
    ///
    /// - **Emits** the elements of every attempt.
    /// - **Completes** when the source does.
    /// - **Fails** with the error of the last attempt, or with the first error for which `shouldRetry` is false.
    /// - **Disposal** disposes the current attempt's subscription or stops the timer. A failed attempt's subscription is
    ///   disposed before `shouldRetry` is called.
    /// - **Thread**: `shouldRetry` is called on the thread that the source fails on. Subscribes again on `scheduler`,
    ///   or, if there is no delay, on the thread that the source fails on; or, if the source is still being subscribed to,
    ///   on the thread that does so.
    /// - **Complexity**: O(1) for each element; a few allocations, and one scheduled action if there is a delay, for each
    ///   attempt. Attempts that fail at once take no stack.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable<Int>.error(RxError.timeout)
    ///     .do(onSubscribe: { print("attempt at \(scheduler.clock) s") })
    ///     .retry(.delayed(maxCount: 3, time: 5), scheduler: scheduler)
    ///     .subscribe(onError: { print($0) })
    /// scheduler.start()
    /// // attempt at 0 s
    /// // attempt at 5 s
    /// // attempt at 10 s
    /// // Sequence timeout.
    /// ```
    ///
    /// - Parameters:
    ///   - behavior: how many attempts there are, and how long to wait between them.
    ///   - scheduler: the scheduler whose clock is used, and on which the source is subscribed to again.
    ///   - shouldRetry: says whether to subscribe again after an error; `nil` for any error. Called only if the number of
    ///     attempts allows another one.
    public func retry(
        _ behavior: RepeatBehavior,
        scheduler: SchedulerType = MainScheduler.instance,
        shouldRetry: RetryPredicate? = nil
    ) -> Observable<Element> {
        behavior.checkArguments("retry(_:scheduler:shouldRetry:)")
        let source = asObservable()
        return Observable.deferred {
            source.retrying(scheduler, behavior.makeSchedule(), AttemptRun()) { shouldRetry?($0) ?? true }
        }
    }

    /// - Parameter run: the subscription's own.
    func retrying(
        _ scheduler: SchedulerType,
        _ schedule: @escaping (UInt) -> NextAttempt,
        _ run: AttemptRun,
        shouldRetry: @escaping RetryPredicate
    ) -> Observable<Element> {
        retry(when: { (errors: Observable<Swift.Error>) in
            errors.flatMap { error in
                guard let trigger = schedule(run.endAttempt()).trigger(scheduler), shouldRetry(error) else {
                    throw error
                }
                return trigger
            }
        })
    }
}
