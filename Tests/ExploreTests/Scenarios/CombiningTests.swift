import Millrace
import MillraceExplore
import MillraceOperators
import TestSupport
import XCTest

/// Operators that make one stream of several: the outcomes that there may be, by name.
final class CombiningTests: ExploreTestCase {
    func testMerge() {
        explored { run in
            run.pair({ Observable.merge($0, $1) }) { watch in
                run.expect(watch.elements.filter { $0 < 10 } == [1, 2], watch.marks)
                run.expect(watch.elements.filter { $0 > 10 } == [11, 12], watch.marks)
                run.expect(watch.hasEnded, "no end: \(watch.marks)")
            }
        }
    }

    func testMergeWhenOneFails() {
        explored { run in
            run.pair(
                { Observable.merge($0, $1) },
                a: {
                    $0.onNext(1); $0.onError(TestError())
                }
            ) { watch in
                let elements = watch.elements.filter { $0 > 10 }
                run.expect(elements == Array([11, 12].prefix(elements.count)), watch.marks)
                run.expect(watch.marks.hasSuffix("x(error)") && watch.elements.contains(1), watch.marks)
            }
        }
    }

    func testMergeOfThree() {
        explored(most: 1, random: 10_000) { run in
            let third = PublishSubject<Int>()
            run.thread("c") { third.sendAll(21, 22) }
            run.pair({ Observable.merge($0, $1, third) }) { watch in
                for base in [0, 10, 20] {
                    run.expect(
                        watch.elements.filter { $0 / 10 * 10 == base } == [base + 1, base + 2],
                        watch.marks
                    )
                }
                run.expect(watch.hasEnded, "no end: \(watch.marks)")
            }
        }
    }

    func testMergeDisposedBesideTheLastElements() {
        explored(most: 1, random: 10_000) { run in
            run.pair(disposes: true, { Observable.merge($0, $1).take(2) }) { watch in
                run.expect(watch.elements.count <= 2, watch.marks)
            }
        }
    }

    func testCombineLatest() {
        explored { run in
            run.pair({ Observable.combineLatest($0, $1) { $0 * 100 + $1 } }) { watch in
                // Each pair has an element that is newer than in the pair before; the last pair has the newest.
                let pairs = watch.elements.map { ($0 / 100, $0 % 100) }
                for (one, next) in zip(pairs, pairs.dropFirst()) {
                    run.expect(
                        (next.0 == one.0 + 1 && next.1 == one.1) || (next.0 == one.0 && next.1 == one.1 + 1),
                        watch.marks
                    )
                }
                run.expect(pairs.last.map { $0 == (2, 12) } == true && watch.hasEnded, watch.marks)
            }
        }
    }

    func testZip() {
        explored { run in
            run.pair({ Observable.zip($0, $1) { $0 * 100 + $1 } }) { watch in
                run.expect(watch.marks == "111 212 |", watch.marks)
            }
        }
    }

    func testZipWhenOneEndsEarly() {
        explored { run in
            run.pair({ Observable.zip($0, $1) { $0 * 100 + $1 } }, a: { $0.sendAll(1) }) { watch in
                run.expect(watch.marks == "111 |", watch.marks)
            }
        }
    }

    func testWithLatestFrom() {
        explored { run in
            run.pair({ $0.withLatestFrom($1) { $0 * 100 + $1 } }) { watch in
                let pairs = watch.elements.map { ($0 / 100, $0 % 100) }
                run.expect(pairs.map(\.0) == Array([1, 2].suffix(pairs.count)), watch.marks)
                run.expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.0.1 <= $0.1.1 }, watch.marks)
                run.expect(watch.hasEnded, watch.marks)
            }
        }
    }

    func testWithLatestFromWhenTheSecondFails() {
        explored { run in
            run.pair(
                { $0.withLatestFrom($1) },
                b: {
                    $0.onNext(11); $0.onError(TestError())
                }
            ) { watch in
                run.expect(
                    watch,
                    oneOf: ["|", "11 |", "11 11 |", "x(error)", "11 x(error)", "11 11 x(error)"]
                )
            }
        }
    }

    /// An element of another thread ends it while the thread that subscribes is still inside `subscribe`.
    func testItEndsWhileItIsBeingSubscribedTo() {
        let operators: [(Observable<Int>, Observable<Int>) -> Observable<Int>] = [
            { Observable.combineLatest($0, $1) { $1 } },
            { Observable.zip($0, $1) { $1 } },
            { Observable.merge($0.filter { _ in false }, $1) },
            { $1.withLatestFrom($0) },
            { $0.take(until: $1) },
            { first, second in second.flatMap { _ in first } },
        ]
        for apply in operators {
            explored { run in
                let first = BehaviorSubject(value: 1)
                let second = PublishSubject<Int>()
                let watch = Watch<Int>(run)
                run.thread("subscribes") { watch.watch(apply(first, second).take(1)) }
                run.thread("sends") { second.send(11) }
                run.check {
                    run.expect(watch.elements.count <= 1 && (watch.elements.count == 0 || watch.hasEnded), watch.marks)
                    if watch.hasEnded {
                        run.expect(!first.hasObservers && !second.hasObservers, "an observer is left: \(watch.marks)")
                    }
                    watch.expectReleased()
                    run.expect(!first.hasObservers && !second.hasObservers, "an observer is left: \(watch.marks)")
                }
            }
        }
    }

    func testTakeUntil() {
        explored { run in
            run.pair({ $0.take(until: $1) }, b: { $0.send(11) }) { watch in
                run.expect(watch, oneOf: ["|", "1 |", "1 2 |"])
            }
        }
    }

    func testTakeUntilDisposed() {
        explored(most: 1, random: 10_000) { run in
            run.pair(disposes: true, { $0.take(until: $1) }, b: { $0.send(11) }) { watch in
                run.expect(watch, oneOf: ["", "1", "1 2", "|", "1 |", "1 2 |"])
            }
        }
    }

    func testSkipUntil() {
        explored { run in
            run.pair({ $0.skip(until: $1) }, b: { $0.send(11) }) { watch in
                run.expect(watch, oneOf: ["", "|", "2 |", "1 2 |"])
            }
        }
    }

    func testAmb() {
        explored { run in
            run.pair({ $0.amb($1) }) { watch in
                run.expect(watch, oneOf: ["1 2 |", "11 12 |"])
            }
        }
    }

    func testSample() {
        explored { run in
            run.pair({ $0.sample($1) }) { watch in
                run.expect(
                    watch.elements == watch.elements.sorted() && Set(watch.elements).count == watch.elements.count,
                    watch.marks
                )
                run.expect(watch.elements.allSatisfy { $0 < 10 }, watch.marks)
            }
        }
    }

    func testForkJoin() {
        explored { run in
            run.pair({ Observable.forkJoin([$0, $1]) }) { watch in
                run.expect(watch.marks == "[2, 12] |", watch.marks)
            }
        }
    }

    func testSequenceEqual() {
        explored { run in
            run.pair({ $0.map { $0 + 10 }.sequenceEqual($1).asObservable() }) { watch in
                run.expect(watch.marks == "true |", watch.marks)
            }
        }
    }

    func testAsSerialized() {
        explored { run in
            let subject = PublishSubject<Int>()
            let watch = Watch<Int>(run).watch(subject.asSerialized())
            run.thread("a") { subject.send(1, 2) }
            run.thread("b") { subject.send(11, 12) }
            run.check {
                run.expect(watch.elements.filter { $0 < 10 } == [1, 2], watch.marks)
                run.expect(watch.elements.filter { $0 > 10 } == [11, 12], watch.marks)
                watch.expectReleased()
                run.expect(!subject.hasObservers)
            }
        }
    }
}
