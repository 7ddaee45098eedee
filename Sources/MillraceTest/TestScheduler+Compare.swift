import Millrace

extension TestScheduler {
    /// Subscribes to `source` now, runs everything, and compares the events with a diagram.
    ///
    /// For `#expect(scheduler.compare(…).isEqual)` and the like; `expect(_:emits:)` fails the running test by itself.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
    /// let source = scheduler.cold("1-2|", ["1": 1, "2": 2])
    /// let comparison = scheduler.compare(source.map { $0 * 10 }, with: "a-b|", ["a": 10, "b": 20])
    /// XCTAssert(comparison.isEqual, "\(comparison)")
    /// ```
    ///
    /// - Parameters:
    ///   - source: what to subscribe to.
    ///   - diagram: what `source` should emit, as in `cold(_:_:error:)`.
    ///   - elements: the elements of the names in `diagram`.
    ///   - error: what `#` stands for.
    /// - Precondition: as for `cold(_:_:error:)`.
    public func compare<Source: ObservableConvertibleType>(
        _ source: Source,
        with diagram: String,
        _ elements: [Character: Source.Element],
        error: Swift.Error = MarbleError()
    ) -> MarbleComparison where Source.Element: Equatable {
        compare(source, with: diagram, MarbleNames(elements), error, in: "compare(_:with:_:error:)")
    }

    /// With elements that are their own names; otherwise as `compare(_:with:_:error:)`.
    public func compare<Source: ObservableConvertibleType>(
        _ source: Source,
        with diagram: String,
        error: Swift.Error = MarbleError()
    ) -> MarbleComparison where Source.Element == String {
        compare(source, with: diagram, .own, error, in: "compare(_:with:error:)")
    }

    /// Subscribes to `source` and disposes the subscription at the times that a diagram gives, runs everything, and
    /// compares the events with another diagram. The first character of both diagrams is the present time.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let source = scheduler.hot("-x-a--b--y", ["x": 0, "a": 1, "b": 2, "y": 3])
    /// let comparison = scheduler.compare(source, during: "--^----!", with: "---a--b-", ["a": 1, "b": 2])
    /// XCTAssert(comparison.isEqual, "\(comparison)")
    /// ```
    ///
    /// In the tick of `^`, work that was scheduled before runs before the subscription, unless that tick is the present
    /// one. In the tick of `!`, work that was scheduled before the subscription or by it runs before the disposal.
    ///
    /// - Parameters:
    ///   - source: what to subscribe to.
    ///   - period: `-` is a tick, `^` the subscription, `!` its disposal, `(^!)` both in one tick, ` 10s ` ten seconds.
    ///     Other spaces mean nothing.
    ///   - diagram: as for `cold(_:_:error:)`.
    ///   - elements: the elements of the names in `diagram`.
    ///   - error: the error that `#` stands for.
    /// - Precondition: both diagrams are well formed; the message says what is wrong at which position, counted from 0.
    public func compare<Source: ObservableConvertibleType>(
        _ source: Source,
        during period: String,
        with diagram: String,
        _ elements: [Character: Source.Element],
        error: Swift.Error = MarbleError()
    ) -> MarbleComparison where Source.Element: Equatable {
        let function = "compare(_:during:with:_:error:)"
        return compare(source, during: period, with: diagram, MarbleNames(elements), error, in: function)
    }

    /// With elements that are their own names; otherwise as `compare(_:during:with:_:error:)`.
    public func compare<Source: ObservableConvertibleType>(
        _ source: Source,
        during period: String,
        with diagram: String,
        error: Swift.Error = MarbleError()
    ) -> MarbleComparison where Source.Element == String {
        compare(source, during: period, with: diagram, .own, error, in: "compare(_:during:with:error:)")
    }

    /// The implementation of all of these. Without a period, the subscription begins now and lasts until nothing is
    /// left to run.
    func compare<Source: ObservableConvertibleType>(
        _ source: Source,
        during period: String? = nil,
        with diagram: String,
        _ names: MarbleNames<Source.Element>,
        _ error: Swift.Error,
        in function: String
    ) -> MarbleComparison where Source.Element: Equatable {
        precondition(
            !isRunningOnThisThread,
            "\(function): the scheduler is running; call this outside of its actions, since it runs them"
        )
        let begin = clock
        let expected = Marbles(diagram, of: self, from: begin, error: error, in: function, element: names.element)
        let planned = period.map { SubscriptionMarbles($0, of: self, from: begin, in: function).subscription }
        let observer = createObserver(Source.Element.self)
        let subscription = SerialDisposable()
        func subscribe() {
            subscription.disposable = source.asObservable().subscribe(observer)
            if let planned, planned.unsubscribe != Int.max {
                scheduleAt(planned.unsubscribe) { subscription.dispose() }
            }
        }
        if let planned, planned.subscribe != begin {
            scheduleAt(planned.subscribe, action: subscribe)
        } else {
            subscribe()
        }
        start()
        subscription.dispose()
        return MarbleComparison(expected: expected.events, actual: observer.events, from: begin, name: names.name)
    }
}
