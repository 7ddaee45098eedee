import Foundation
import Millrace
import TestSupport
import XCTest

/// What `of`, `from`, `range`, `repeatElement` and `generate` have in common.
final class SteppedSourceTests: XCTestCase {
    /// Each source of 1, 2, 3 on a scheduler.
    private func sources(
        _ scheduler: ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> [(name: String, source: Observable<Int>)] {
        [
            ("of", .of(1, 2, 3, scheduler: scheduler)),
            ("from array", .from([1, 2, 3], scheduler: scheduler)),
            ("from sequence", .from(1...3, scheduler: scheduler)),
            ("range", .range(start: 1, count: 3, scheduler: scheduler)),
            (
                "generate",
                .generate(initialState: 1, condition: { $0 < 4 }, scheduler: scheduler, iterate: { $0 + 1 })
            ),
        ]
    }

    func testElementsComeInOrderAndThenTheEnd() {
        for (name, source) in sources() {
            let recorder = Recorder<Int>()
            _ = source.subscribe(recorder)
            XCTAssertEqual(recorder.marks, ["1", "2", "3", "|"], name)
        }
    }

    func testEachSubscriptionBeginsAnew() {
        for (name, source) in sources() {
            let recorder = Recorder<Int>()
            _ = source.subscribe(recorder)
            _ = source.subscribe(recorder)
            XCTAssertEqual(recorder.marks, ["1", "2", "3", "|", "1", "2", "3", "|"], name)
        }
    }

    func testDisposalInsideAnElementStopsTheSource() {
        for (name, source) in sources() {
            var elements: [Int] = []
            disposingInside(source) { element, subscription in
                elements.append(element)
                if element == 2 { subscription.dispose() }
            }
            XCTAssertEqual(elements, [1, 2], name)
        }
    }

    func testTwoSourcesOnOneTrampolineTakeTurns() {
        for (name, source) in sources() {
            let recorder = Recorder<Int>()
            let merged = Observable<Int>.create { observer in
                let first = source.subscribe(onNext: observer.onNext)
                let second = source.map { $0 + 3 }.subscribe(onNext: observer.onNext)
                return Disposables.create {
                    first.dispose()
                    second.dispose()
                }
            }
            _ = merged.subscribe(recorder)
            XCTAssertEqual(recorder.elements, [1, 4, 2, 5, 3, 6], name)
        }
    }

    func testTheEndIsATurnOfItsOwn() {
        for (name, source) in sources() {
            let recorder = Recorder<String>()
            _ = Observable<Int>.create { _ in
                let first = source.subscribe { recorder.onNext("a \($0)") }
                let second = source.subscribe { recorder.onNext("b \($0)") }
                return Disposables.create {
                    first.dispose()
                    second.dispose()
                }
            }.subscribe(Recorder<Int>())
            XCTAssertEqual(
                recorder.elements,
                [
                    "a next(1)", "b next(1)", "a next(2)", "b next(2)", "a next(3)", "b next(3)", "a completed",
                    "b completed",
                ],
                name
            )
        }
    }

    func testASubscriptionInsideAnElementTakesTurnsWithTheOuterOne() {
        for (name, source) in sources() {
            var elements: [Int] = []
            _ = source.subscribe(onNext: { outer in
                elements.append(outer)
                guard outer < 3 else { return }
                _ = source.subscribe(onNext: { elements.append(outer * 10 + $0) })
            })
            XCTAssertEqual(elements, [1, 11, 2, 12, 21, 3, 13, 22, 23], name)
        }
    }

    func testNothingIsEmittedBeforeTheSubscriptionIsStored() {
        for (name, source) in sources() {
            var log: [String] = []
            _ = Observable<Int>.create { _ in
                let subscription = source.subscribe(onNext: { log.append("\($0)") })
                log.append("subscribed")
                return subscription
            }.subscribe(Recorder<Int>())
            XCTAssertEqual(log, ["subscribed", "1", "2", "3"], name)
        }
    }

    func testAnotherSchedulerIsGivenOneActionForEachEvent() {
        let scheduler = ManualScheduler()
        for (name, source) in sources(scheduler) {
            let before = scheduler.scheduledCount
            let recorder = Recorder<Int>()
            _ = source.subscribe(recorder)
            XCTAssertEqual(recorder.marks, [], name)
            scheduler.runDue()
            XCTAssertEqual(recorder.marks, ["1", "2", "3", "|"], name)
            XCTAssertEqual(scheduler.scheduledCount - before, 4, name)
        }
    }

    func testDisposalTakesTheNextActionOffAnotherScheduler() {
        let scheduler = ManualScheduler()
        for (name, source) in sources(scheduler) {
            var elements: [Int] = []
            source.subscribe(onNext: { elements.append($0) }).dispose()
            XCTAssertEqual(scheduler.waitingCount, 0, name)
            let serial = SerialBox()
            serial.disposable = source.subscribe(onNext: { element in
                elements.append(element)
                if element == 2 { serial.disposable?.dispose() }
            })
            scheduler.runDue()
            XCTAssertEqual(elements, [1, 2], name)
            XCTAssertEqual(scheduler.waitingCount, 0, name)
        }
    }

    func testElementsArriveInOrderFromADispatchQueue() {
        let scheduler = SerialDispatchQueueScheduler(qos: .default)
        for (name, source) in sources(scheduler) {
            let recorder = Recorder<Int>()
            let done = expectation(description: name)
            _ = source.subscribe { event in
                recorder.on(event)
                if event.isStopEvent { done.fulfill() }
            }
            wait(for: [done], timeout: 60)
            XCTAssertEqual(recorder.marks, ["1", "2", "3", "|"], name)
        }
    }

    func testWhatTheSubscriptionCapturedIsReleasedAtTheEndThoughItIsKept() {
        let manual = ManualScheduler()
        for (name, source) in sources() + sources(manual) {
            var subscription: Disposable?
            XCTAssertFalse(
                isHeld { probe in
                    subscription = source.map { element in
                        probe.touch()
                        return element
                    }.subscribe(onNext: { _ in probe.touch() }, onCompleted: { probe.touch() })
                    manual.runDue()
                },
                name
            )
            subscription?.dispose()
        }
    }

    func testElementsAreReleasedWithTheSource() {
        let manual = ManualScheduler()
        for scheduler in [CurrentThreadScheduler.instance, manual] as [ImmediateSchedulerType] {
            var subscription: Disposable?
            XCTAssertFalse(
                isHeld { probe in
                    subscription = Observable.of(probe, probe, scheduler: scheduler).subscribe(onNext: { $0.touch() })
                    manual.runDue()
                }
            )
            XCTAssertFalse(
                isHeld { probe in
                    subscription = Observable.repeatElement(probe, scheduler: manual).subscribe(onNext: { $0.touch() })
                    subscription?.dispose()
                }
            )
            subscription?.dispose()
        }
    }

    func testManyElementsNeedNoStack() {
        let count = TestMode.size(1_000_000, debug: 200_000, sanitized: 200_000)
        let sources: [(String, Observable<Int>)] = [
            ("from array", .from(Array(0..<count))),
            ("from sequence", .from(0..<count)),
            ("range", .range(start: 0, count: count)),
            ("generate", .generate(initialState: 0, condition: { $0 < count }, iterate: { $0 + 1 })),
        ]
        for (name, source) in sources {
            onSmallStack {
                var sum = 0
                _ = source.subscribe(onNext: { sum += $0 })
                XCTAssertEqual(sum, count * (count - 1) / 2, name)
            }
        }
    }

    func testManyElementsThatGiveWayToOthersNeedNoStack() {
        let count = TestMode.size(1_000_000, debug: 200_000, sanitized: 200_000)
        onSmallStack {
            var events = 0
            _ = Observable<Int>.create { observer in
                for _ in 0..<2 { _ = Observable.range(start: 0, count: count / 2).subscribe { _ in events += 1 } }
                return Disposables.create()
            }.subscribe(Recorder<Int>())
            XCTAssertEqual(events, count + 2)
        }
    }
}

/// Holds a subscription that its own callbacks dispose.
final class SerialBox: @unchecked Sendable {
    var disposable: Disposable?
}

/// Subscribes on the trampoline, so that `body` has the subscription at the first element already.
func disposingInside<Element>(_ source: Observable<Element>, _ body: @escaping (Element, Disposable) -> Void) {
    _ = Observable<Int>.create { _ in
        let box = SerialBox()
        let subscription = source.subscribe(onNext: { element in
            if let disposable = box.disposable { body(element, disposable) }
        })
        box.disposable = subscription
        return Disposables.create()
    }.subscribe(Recorder<Int>())
}
