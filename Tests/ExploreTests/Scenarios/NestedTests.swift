import Foundation
import Millrace
import MillraceExplore
import MillraceOperators
import TestSupport
import XCTest

/// Callbacks that send or subscribe themselves, on the thread that is inside an operator, while another thread waits.
final class NestedTests: ExploreTestCase {
    /// Three sources: a callback of 1, from the first, makes the third one send 21.
    private func nests(
        line: UInt = #line,
        _ apply: @escaping ([Observable<Int>]) -> Observable<Int>,
        check: @escaping (ExploreRun, Watch<Int>) -> Void
    ) {
        explored(random: 4_000, line: line) { run in
            let subjects = (0..<3).map { _ in PublishSubject<Int>() }
            let calls = Calls(run)
            let watch = Watch<Int>(run, isSerial: false)
            watch.watch(
                apply(subjects.map { $0.asObservable() }).do(onNext: { element in
                    calls.during {
                        Explore.point()
                        if element == 1 { subjects[2].onNext(21) }
                    }
                })
            )
            run.thread("a") { subjects[0].send(1, 2) }
            run.thread("b") { subjects[1].send(11, 12) }
            run.check {
                run.expect(watch.elements.filter { $0 < 10 } == [1, 2], watch.marks)
                run.expect(watch.elements.filter { 11...12 ~= $0 } == [11, 12], watch.marks)
                run.expect(watch.elements.count == 5, watch.marks)
                check(run, watch)
                watch.expectReleased()
                run.expect(subjects.allSatisfy { !$0.hasObservers }, "an observer is left")
            }
        }
    }

    /// The calls of an observer: one thread at a time, which may be inside several.
    private final class Calls: @unchecked Sendable {
        private let run: ExploreRun
        private let lock = NSLock()
        private var thread: pthread_t?
        private var depth = 0

        init(_ run: ExploreRun) {
            self.run = run
        }

        func during(_ body: () -> Void) {
            enter()
            body()
            leave()
        }

        private func enter() {
            let caller = pthread_self()
            let isAlone = access { () -> Bool in
                defer { (thread, depth) = (caller, depth + 1) }
                return depth == 0 || thread == caller
            }
            run.expect(isAlone, "two threads call the observer at once")
        }

        private func leave() {
            access { depth -= 1 }
        }

        private func access<Result>(_ body: () -> Result) -> Result {
            #if MILLRACE_EXPLORE
                return body()
            #else
                return lock.withLock(body)
            #endif
        }
    }

    /// What a callback sends comes before the callback returns, and so before what it was called for has passed `do`.
    func testMerge() {
        nests({ Observable.merge($0) }) { run, watch in
            let elements = watch.elements
            run.expect(elements.firstIndex(of: 21).map { $0 + 1 } == elements.firstIndex(of: 1), watch.marks)
        }
    }

    /// What a callback sends comes after what it was called for.
    func testAsSerialized() {
        nests({ Observable.merge($0).asSerialized() }) { run, watch in
            let elements = watch.elements
            run.expect((elements.firstIndex(of: 1) ?? 5) < (elements.firstIndex(of: 21) ?? 0), watch.marks)
        }
    }

    /// A thread finds its own element at the gate, which the thread inside has left and not come back to yet.
    func testAsSerializedFindsWork() {
        explored(most: 4, short: 3) { run in
            let subject = PublishSubject<Int>()
            let watch = Watch<Int>(run, isSerial: false).watch(subject.asSerialized())
            run.thread("a") { subject.send(1) }
            run.thread("b") { subject.send(11, 12) }
            run.check {
                run.expect(watch, oneOf: ["1 11 12", "11 1 12", "11 12 1"])
                watch.expectReleased()
            }
        }
    }

    /// A callback of the source before makes the next one send, which another thread is subscribing to: the next source
    /// is not lost.
    func testTheNextSourceSendsInACallback() {
        explored(random: 4_000) { run in
            let outer = PublishSubject<Observable<Int>>()
            let (first, second) = (Source(), Source())
            let isThere = Log<Bool>()
            let watch = Watch<Int>(run, isSerial: false)
            watch.watch(
                outer.switchLatest().do(onNext: { element in
                    guard element == 1 else { return }
                    isThere.add(second.subject.hasObservers)
                    second.subject.onNext(11)
                })
            )
            outer.onNext(first.observable)
            run.thread("outer") { outer.onNext(second.observable) }
            run.thread("first") { first.subject.onNext(1) }
            run.check {
                second.subject.onNext(12)
                let outcomes: Set<String> = isThere.entries == [true] ? ["11 1 12"] : ["12", "1 12", "11 1 12"]
                run.expect(watch, oneOf: outcomes)
                watch.expectReleased()
                first.expectDisposed(run)
                second.expectDisposed(run)
            }
        }
    }

    // MARK: Replays

    /// A callback of the replay subscribes to the subject once more.
    func testASubscriptionInsideAReplay() {
        let makes: [() -> (Observable<Int>, (Int?) -> Void)] = [
            {
                let subject = BehaviorSubject(value: 0)
                return (subject, { if let element = $0 { subject.onNext(element) } else { subject.onCompleted() } })
            },
            {
                let subject = ReplaySubject<Int>.create(bufferSize: 1)
                subject.onNext(0)
                return (subject, { if let element = $0 { subject.onNext(element) } else { subject.onCompleted() } })
            },
        ]
        for make in makes {
            explored(random: 4_000) { run in
                let (subject, send) = make()
                let (outer, inner) = (Watch<Int>(run), Watch<Int>(run))
                run.thread("sends") {
                    send(1); send(2); send(nil)
                }
                run.thread("joins") {
                    outer.watch(subject.do(onNext: { if $0 == 0 { inner.watch(subject) } }))
                }
                run.check {
                    run.expect(outer, oneOf: ["0 1 2 |", "1 2 |", "2 |", "|"])
                    if outer.elements.first == 0 {
                        run.expect(inner, oneOf: ["0 1 2 |", "1 2 |", "2 |", "|"])
                    }
                    inner.expectReleased()
                    outer.expectReleased()
                }
            }
        }
    }

    /// A callback of the replay sends: that comes before the call returns, after what another thread has left before.
    func testAnEmissionInsideAReplay() {
        explored(random: 4_000) { run in
            let subject = BehaviorSubject(value: 0)
            let watch = Watch<Int>(run, isSerial: false)
            run.thread("sends") { subject.onNext(1) }
            run.thread("joins") {
                watch.watch(
                    subject.do(onNext: { element in
                        guard element == 0 else { return }
                        subject.onNext(10)
                        run.expect(watch.elements.contains(10), "it waits: \(watch.marks)")
                    })
                )
            }
            run.check {
                let value = try subject.value()
                run.expect(watch.elements.contains(value), "\(value) is missing: \(watch.marks)")
                run.expect(Set(watch.elements).count == watch.elements.count, "repeated: \(watch.marks)")
                watch.expectReleased()
            }
        }
    }
}
