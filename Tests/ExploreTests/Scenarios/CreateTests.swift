import Millrace
import MillraceExplore
import MillraceOperators
import TestSupport
import XCTest

/// The observer that `create` hands out, beside a disposal. The threads are so short that there is time for more
/// preemptions than elsewhere.
final class CreateTests: ExploreTestCase {
    /// A closure keeps the observer. One thread sends, another disposes.
    private func sends(_ outcomes: Set<String>, line: UInt = #line, _ events: InfallibleEvent<Int>...) {
        explored(most: 6, short: 3, line: line) { run in
            let disposals = Counter()
            let observer = Box<Infallible<Int>.InfallibleObserver?>(nil)
            let watch = Watch<Int>(run)
            watch.watch(
                Infallible.create { send in
                    observer.value = send
                    return Disposables.create { disposals.add() }
                }.asObservable()
            )
            run.thread("sends") { for event in events { observer.value!(event) } }
            run.thread("disposes") {
                watch.dispose()
                // A thread that has begun to deliver the end disposes what the closure returned.
                let isEnding = events.contains { $0.event.isStopEvent }
                run.expect(disposals.value == 1 || isEnding, "\(disposals.value) disposals when dispose() has returned")
            }
            run.check {
                run.expect(watch, oneOf: outcomes)
                run.expect(disposals.value == 1, "\(disposals.value) disposals")
                observer.value = nil
                watch.expectReleased()
            }
        }
    }

    func testInfallibleCreateSendsBesideADisposal() {
        sends(["", "1"], .next(1))
    }

    func testInfallibleCreateCompletesBesideADisposal() {
        sends(["", "|"], .completed)
        sends(["", "1", "1 |"], .next(1), .completed)
    }

    /// The closure itself sends, while another thread ends the stream from below. What the closure returns then comes too
    /// late to be kept, and is disposed all the same.
    func testTheClosureOfInfallibleCreateRunsBesideTheEnd() {
        explored(most: 3, short: 2) { run in
            let disposals = Counter()
            let stop = PublishSubject<Int>()
            let watch = Watch<Int>(run)
            let source = Infallible<Int>.create { send in
                send(.next(1))
                send(.completed)
                return Disposables.create { disposals.add() }
            }
            run.thread("subscribes") { watch.watch(source.asObservable().take(until: stop)) }
            run.thread("stops") { stop.onNext(0) }
            run.check {
                run.expect(watch, oneOf: ["|", "1 |"])
                run.expect(disposals.value == 1, "\(disposals.value) disposals")
                watch.expectReleased()
                run.expect(!stop.hasObservers, "an observer is left")
            }
        }
    }
}
