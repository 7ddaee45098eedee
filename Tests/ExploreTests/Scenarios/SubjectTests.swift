import Millrace
import MillraceExplore
import MillraceOperators
import TestSupport
import XCTest

/// Subjects: observers join and leave beside emissions.
final class SubjectTests: ExploreTestCase {
    /// An observer joins while a thread sends 1, 2 and the end.
    private func joins<Subject: ObserverType & ObservableType>(
        line: UInt = #line,
        outcomes: Set<String>,
        _ make: @escaping () -> Subject
    ) where Subject.Element == Int {
        for leaves in [false, true] {
            explored(random: 4_000, line: line) { run in
                let subject = make()
                let watch = Watch<Int>(run)
                run.thread("sends") {
                    subject.onNext(1); subject.onNext(2); subject.onCompleted()
                }
                run.thread("joins") {
                    watch.watch(subject.asObservable())
                    if leaves { watch.dispose() }
                }
                run.check {
                    let isFine =
                        leaves
                        ? outcomes.contains {
                            $0 == watch.marks || $0.hasPrefix("\(watch.marks) ") || watch.marks == ""
                        }
                        : outcomes.contains(watch.marks)
                    run.expect(isFine, watch.marks)
                    watch.expectReleased()
                }
            }
        }
    }

    func testPublishSubject() {
        joins(outcomes: ["1 2 |", "2 |", "|"]) { PublishSubject<Int>() }
    }

    func testBehaviorSubject() {
        joins(outcomes: ["0 1 2 |", "1 2 |", "2 |", "|"]) { BehaviorSubject(value: 0) }
    }

    func testReplaySubjectOfOne() {
        joins(outcomes: ["1 2 |", "2 |"]) { ReplaySubject<Int>.create(bufferSize: 1) }
    }

    func testReplaySubjectOfTwo() {
        joins(outcomes: ["1 2 |"]) { ReplaySubject<Int>.create(bufferSize: 2) }
    }

    func testReplaySubjectWithoutABound() {
        joins(outcomes: ["1 2 |"]) { ReplaySubject<Int>.createUnbounded() }
    }

    func testAsyncSubject() {
        joins(outcomes: ["2 |"]) { AsyncSubject<Int>() }
    }

    func testUnicastSubject() {
        joins(outcomes: ["1 2 |"]) { UnicastSubject<Int>.createUnbounded() }
    }

    func testBehaviorRelay() {
        explored(random: 4_000) { run in
            let relay = BehaviorRelay(value: 0)
            let watch = Watch<Int>(run)
            run.thread("sends") {
                relay.accept(1); relay.accept(2)
            }
            run.thread("joins") { watch.watch(relay.asObservable()) }
            run.check {
                run.expect(watch, oneOf: ["0 1 2", "1 2", "2"])
                watch.expectReleased()
            }
        }
    }

    func testReplayRelay() {
        explored(random: 4_000) { run in
            let relay = ReplayRelay<Int>.create(bufferSize: 1)
            let watch = Watch<Int>(run)
            run.thread("sends") {
                relay.accept(1); relay.accept(2)
            }
            run.thread("joins") { watch.watch(relay.asObservable()) }
            run.check {
                run.expect(watch, oneOf: ["1 2", "2"])
                watch.expectReleased()
            }
        }
    }

    /// Two threads send while an observer joins: what is the value at the end has reached the observer.
    func testTwoThreadsSendToABehaviorSubject() {
        explored(most: 1, random: 10_000) { run in
            let subject = BehaviorSubject(value: 0)
            let watch = Watch<Int>(run, isSerial: false)
            run.thread("a") { subject.onNext(1) }
            run.thread("b") { subject.onNext(11) }
            run.thread("joins") { watch.watch(subject) }
            run.check {
                let value = try subject.value()
                run.expect(watch.elements.contains(value), "\(value) is missing: \(watch.marks)")
                run.expect(Set(watch.elements).count == watch.elements.count, "repeated: \(watch.marks)")
                watch.expectReleased()
            }
        }
    }

    func testTwoThreadsSendToAReplaySubject() {
        explored(most: 1, random: 10_000) { run in
            let subject = ReplaySubject<Int>.create(bufferSize: 4)
            let watch = Watch<Int>(run, isSerial: false)
            run.thread("a") {
                subject.onNext(1); subject.onNext(2)
            }
            run.thread("b") { subject.onNext(11) }
            run.thread("joins") { watch.watch(subject) }
            run.check {
                run.expect(watch.elements.sorted() == [1, 2, 11], watch.marks)
                let late = Watch<Int>(run).watch(subject)
                run.expect(late.elements.sorted() == [1, 2, 11], late.marks)
                late.expectReleased()
                watch.expectReleased()
            }
        }
    }

    /// The subject is disposed beside an observer that joins and a thread that sends.
    func testABehaviorSubjectIsDisposed() {
        explored(most: 1, random: 10_000) { run in
            let subject = BehaviorSubject(value: 0)
            let watch = Watch<Int>(run)
            run.thread("sends") { subject.onNext(1) }
            run.thread("joins") { watch.watch(subject) }
            run.thread("disposes") { subject.dispose() }
            run.check {
                let elements = watch.elements
                run.expect(elements == [] || elements == [0] || elements == [0, 1] || elements == [1], watch.marks)
                run.expect(!subject.hasObservers && subject.isDisposed)
                watch.expectReleased()
            }
        }
    }

    /// The end meets two observers that join, each of which gets it once.
    func testTwoJoinBesideTheEnd() {
        explored(most: 1, random: 10_000) { run in
            let subject = ReplaySubject<Int>.create(bufferSize: 1)
            subject.onNext(1)
            let watches = [Watch<Int>(run), Watch<Int>(run)]
            run.thread("ends") { subject.onCompleted() }
            for (name, watch) in zip(["a", "b"], watches) { run.thread(name) { watch.watch(subject) } }
            run.check {
                for watch in watches {
                    run.expect(watch.marks == "1 |", watch.marks)
                    watch.expectReleased()
                }
            }
        }
    }
}
