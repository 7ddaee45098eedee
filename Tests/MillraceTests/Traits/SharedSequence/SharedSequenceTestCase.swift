import Millrace
import MillraceTest
import XCTest

/// Tests of sequences that emit on a `TestScheduler` in place of the main one. A tick is a second; what is emitted on the
/// scheduler comes a tick later than its source sends it.
class SharedSequenceTestCase: XCTestCase {
    /// What the sequence emits that `make` makes at 100 and that is subscribed to at 200.
    ///
    /// - Parameter disposed: when the subscription is disposed.
    func events<Sequence: SharedSequenceConvertibleType>(
        disposed: TestTime = 1000,
        _ make: @escaping (TestScheduler) -> Sequence
    ) -> [Recorded<Event<Sequence.Element>>] {
        virtually { scheduler in scheduler.start(disposed: disposed) { make(scheduler) }.events }
    }

    /// What `body` returns, which is run while sequences emit on its argument.
    func virtually<Result>(_ body: (TestScheduler) throws -> Result) rethrows -> Result {
        let scheduler = TestScheduler(initialClock: 0)
        var result: Result?
        try SharingScheduler.mock(scheduler: scheduler) { result = try body(scheduler) }
        return result!
    }
}

extension TestScheduler {
    /// A driver of a source that sends `events` at their times.
    func driver<Element>(_ events: Recorded<Event<Element>>...) -> Driver<Element> {
        createHotObservable(events).asDriver(onErrorDriveWith: .empty())
    }

    /// A signal of a source that sends `events` at their times.
    func signal<Element>(_ events: Recorded<Event<Element>>...) -> Signal<Element> {
        createHotObservable(events).asSignal(onErrorSignalWith: .empty())
    }

    /// What `source` sends to a subscriber who comes and goes at these times; complete once the scheduler has run.
    func observe<Source: ObservableConvertibleType>(
        _ source: Source,
        from subscribed: TestTime = Defaults.subscribed,
        to disposed: TestTime = Defaults.disposed
    ) -> TestableObserver<Source.Element> {
        let observer = createObserver(Source.Element.self)
        var subscription: Disposable?
        scheduleAt(subscribed) { subscription = source.asObservable().subscribe(observer) }
        scheduleAt(disposed) { subscription?.dispose() }
        return observer
    }
}
