import Millrace
import MillraceExplore
import MillraceOperators
import TestSupport
import XCTest

/// One source after another, where sources end on another thread than that which subscribes or disposes.
final class SequencingTests: ExploreTestCase {
    private func ends(
        random: Int = 4_000,
        line: UInt = #line,
        _ apply: @escaping (Observable<Int>, Observable<Int>) -> Observable<Int>,
        first: @escaping (PublishSubject<Int>) -> Void,
        outcomes: Set<String>
    ) {
        for disposes in [false, true] {
            explored(random: random, line: line) { run in
                let (one, other) = (Source(), Source())
                let watch = Watch<Int>(run, isSerial: false).watch(apply(one.observable, other.observable))
                run.thread("first") { first(one.subject) }
                if disposes {
                    run.thread("disposes") { watch.dispose() }
                } else {
                    run.thread("second") { other.subject.sendAll(11) }
                }
                run.check {
                    run.expect(outcomes.contains(watch.marks) || disposes, watch.marks)
                    watch.expectReleased()
                    one.expectDisposed(run)
                    other.expectDisposed(run)
                }
            }
        }
    }

    func testConcat() {
        ends({ $0.concat($1) }, first: { $0.sendAll(1) }, outcomes: ["1", "1 |", "1 11 |"])
    }

    func testCatch() {
        ends(
            { first, second in first.catch { _ in second } },
            first: {
                $0.onNext(1); $0.onError(TestError())
            },
            outcomes: ["1", "1 |", "1 11 |"]
        )
    }

    func testIfEmptySwitchTo() {
        ends({ $0.ifEmpty(switchTo: $1) }, first: { $0.onCompleted() }, outcomes: ["", "|", "11 |"])
    }

    func testRetryWhen() {
        // Once it is told to, it subscribes to the subject again, which has failed.
        ends(
            { first, second in first.retry(when: { (errors: Observable<Error>) in errors.flatMap { _ in second } }) },
            first: {
                $0.onNext(1); $0.onError(TestError())
            },
            outcomes: ["1", "1 |"]
        )
    }

    /// A source that fails on the thread that sends, beside the subscription that retries.
    func testRetry() {
        for disposes in [false, true] {
            explored(random: 4_000) { run in
                let subjects = [PublishSubject<Int>(), PublishSubject<Int>()]
                let attempts = Counter()
                let source = Observable<Int>.deferred { subjects[min(attempts.add() - 1, 1)] }
                let watch = Watch<Int>(run, isSerial: false).watch(source.retry(2))
                run.thread("a") {
                    subjects[0].onNext(1); subjects[0].onError(TestError())
                }
                run.thread("b") {
                    if disposes { watch.dispose() } else { subjects[1].sendAll(2) }
                }
                run.check {
                    run.expect(disposes || ["1", "1 |", "1 2 |"].contains(watch.marks), watch.marks)
                    watch.expectReleased()
                    run.expect(subjects.allSatisfy { !$0.hasObservers }, "a subscription is left")
                }
            }
        }
    }

    /// The thread that subscribes to a concat goes on while another thread ends the first source.
    func testASourceEndsWhileItIsBeingSubscribedTo() {
        explored(random: 4_000) { run in
            let subject = PublishSubject<Int>()
            let watch = Watch<Int>(run, isSerial: false)
            let endless = Observable.repeatElement(2).take(2)
            run.thread("subscribes") { watch.watch(Observable.concat([subject, endless, .just(3)])) }
            run.thread("ends") { subject.sendAll(1) }
            run.check {
                run.expect(watch, oneOf: ["1 2 2 3 |", "2 2 3 |"])
                watch.expectReleased()
                run.expect(!subject.hasObservers)
            }
        }
    }
}
