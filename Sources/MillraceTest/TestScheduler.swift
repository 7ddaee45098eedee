import Millrace

/// A scheduler with virtual time, for tests. It makes sources and observers that record when something happened.
///
/// ```swift
/// let scheduler = TestScheduler(initialClock: 0)
/// let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
/// let result = scheduler.start { source.map { $0 * 2 } }
/// XCTAssertEqual(result.events, [.next(210, 2), .next(220, 4), .completed(230)])
/// XCTAssertEqual(source.subscriptions, [Subscription(200, 230)])
/// ```
///
/// A test uses it on one thread at a time.
public class TestScheduler: VirtualTimeScheduler<TestSchedulerVirtualTimeConverter>, @unchecked Sendable {
    /// The times at which `start` does its steps, unless it is given others.
    public enum Defaults {
        /// When the source under test is made.
        public static let created = 100
        /// When it is subscribed to.
        public static let subscribed = 200
        /// When its subscription is disposed.
        public static let disposed = 1000
    }

    private let simulateProcessingDelay: Bool

    /// This scheduler's virtual time, for code that takes a Swift `Clock`. Unlike the scheduler, any task may use it.
    public let testClock: TestClock

    /// - Parameters:
    ///   - initialClock: what the clock shows at first.
    ///   - resolution: how many seconds a tick stands for.
    ///   - simulateProcessingDelay: whether work that is scheduled for now is due a tick later.
    public init(initialClock: TestTime, resolution: Double = 1.0, simulateProcessingDelay: Bool = true) {
        self.simulateProcessingDelay = simulateProcessingDelay
        testClock = TestClock(initialClock, resolution: resolution)
        super.init(
            initialClock: initialClock,
            converter: TestSchedulerVirtualTimeConverter(resolution: resolution)
        )
        beforeNext = { [unowned self] in testClock.schedule(on: self) }
        clockMoved = { [testClock] in testClock.show($0) }
    }

    deinit {
        testClock.close()
    }

    /// A source that emits `events` at their times, whether or not there are subscribers. Events whose time has passed
    /// when the scheduler runs come first, at the time that the clock shows.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let clicks = scheduler.createHotObservable([.next(10, "a"), .next(30, "b")])
    /// let result = scheduler.start(created: 0, subscribed: 20, disposed: 100) { clicks }
    /// XCTAssertEqual(result.events, [.next(30, "b")])
    /// ```
    ///
    /// - Parameter events: the events with their times.
    public func createHotObservable<Element>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
        HotObservable(self, events)
    }

    /// A source that emits `events` to each subscriber at their times, counted from the subscription. Events with
    /// negative times are due as soon as the subscription has been made.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let answer = scheduler.createColdObservable([.next(10, "a"), .completed(20)])
    /// let result = scheduler.start { answer }  // subscribes at 200
    /// XCTAssertEqual(result.events, [.next(210, "a"), .completed(220)])
    /// ```
    ///
    /// - Parameter events: the events with their times.
    public func createColdObservable<Element>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
        ColdObservable(self, events)
    }

    /// An observer that records what it receives and when.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let observer = scheduler.createObserver(Int.self)
    /// let subscription = Observable<Int>.interval(.seconds(10), scheduler: scheduler).subscribe(observer)
    /// scheduler.advanceTo(25)
    /// XCTAssertEqual(observer.events, [.next(10, 0), .next(20, 1)])
    /// ```
    ///
    /// - Parameter type: the type of the elements.
    public func createObserver<Element>(_ type: Element.Type) -> TestableObserver<Element> {
        TestableObserver(scheduler: self)
    }

    /// Runs `action` at `time`. If `time` has passed, the action is due at once, and the clock is not turned back.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// scheduler.scheduleAt(15) { print("now: \(scheduler.clock)") }
    /// scheduler.start()
    /// // now: 15
    /// ```
    ///
    /// - Parameters:
    ///   - time: when to run `action`.
    ///   - action: what to run.
    public func scheduleAt(_ time: TestTime, action: @escaping () -> Void) {
        // Runs on the thread of the test.
        nonisolated(unsafe) let action = action
        _ = scheduleAbsoluteVirtual((), time: time) { _ in
            action()
            return Disposables.create()
        }
    }

    /// The next tick for a time that has come already, or the present tick if processing takes no time; any other time
    /// as it is.
    ///
    /// - Parameter time: the time that is asked for.
    override public func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime {
        time <= clock ? clock + (simulateProcessingDelay ? 1 : 0) : time
    }

    /// Makes a source, subscribes to it, and disposes the subscription, each at its time, and runs everything.
    ///
    /// - Parameters:
    ///   - created: when to call `create`.
    ///   - subscribed: when to subscribe to what `create` returned.
    ///   - disposed: when to dispose the subscription.
    ///   - create: makes the source under test.
    /// - Returns: the observer that was subscribed.
    /// - Precondition: the three times are in this order, or equal. They may have passed.
    public func start<Element, OutputSequence: ObservableConvertibleType>(
        created: TestTime,
        subscribed: TestTime,
        disposed: TestTime,
        create: @escaping () -> OutputSequence
    ) -> TestableObserver<Element> where OutputSequence.Element == Element {
        let function = "start(created:subscribed:disposed:create:)"
        precondition(
            created <= subscribed,
            "\(function): subscribed is \(subscribed), created is \(created); the source must be made first"
        )
        precondition(
            subscribed <= disposed,
            "\(function): disposed is \(disposed), subscribed is \(subscribed); the subscription must begin first"
        )
        let observer = createObserver(Element.self)
        var source: Observable<Element>?
        var subscription: Disposable?
        scheduleAt(created) { source = create().asObservable() }
        scheduleAt(subscribed) { subscription = source?.subscribe(observer) }
        scheduleAt(disposed) { subscription?.dispose() }
        start()
        return observer
    }

    /// The source is made at 100 and subscribed to at 200; otherwise as `start(created:subscribed:disposed:create:)`.
    public func start<Element, OutputSequence: ObservableConvertibleType>(
        disposed: TestTime,
        create: @escaping () -> OutputSequence
    ) -> TestableObserver<Element> where OutputSequence.Element == Element {
        start(created: Defaults.created, subscribed: Defaults.subscribed, disposed: disposed, create: create)
    }

    /// The source is made at 100, subscribed to at 200, and its subscription disposed at 1000; otherwise as
    /// `start(created:subscribed:disposed:create:)`.
    public func start<Element, OutputSequence: ObservableConvertibleType>(
        _ create: @escaping () -> OutputSequence
    ) -> TestableObserver<Element> where OutputSequence.Element == Element {
        start(
            created: Defaults.created,
            subscribed: Defaults.subscribed,
            disposed: Defaults.disposed,
            create: create
        )
    }
}
