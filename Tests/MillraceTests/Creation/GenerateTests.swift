import Millrace
import TestSupport
import XCTest

final class GenerateTests: XCTestCase {
    private func schedulers(_ body: (ImmediateSchedulerType, () -> Void) -> Void) {
        body(CurrentThreadScheduler.instance) {}
        let manual = ManualScheduler()
        body(manual) { manual.runDue() }
    }

    func testAConditionThatFailsAtOnceCompletes() {
        schedulers { scheduler, run in
            let recorder = Recorder<Int>()
            _ = Observable.generate(
                initialState: 1,
                condition: { _ in false },
                scheduler: scheduler,
                iterate: { $0 + 1 }
            ).subscribe(recorder)
            run()
            XCTAssertEqual(recorder.marks, ["|"])
        }
    }

    func testAnErrorOfTheConditionFails() {
        schedulers { scheduler, run in
            let recorder = Recorder<Int>()
            _ = Observable.generate(
                initialState: 1,
                condition: { if $0 == 3 { throw TestError("condition") } else { true } },
                scheduler: scheduler,
                iterate: { $0 + 1 }
            ).subscribe(recorder)
            run()
            XCTAssertEqual(recorder.marks, ["1", "2", "x(condition)"])
        }
    }

    func testAnErrorOfTheIterationFails() {
        schedulers { scheduler, run in
            let recorder = Recorder<Int>()
            _ = Observable.generate(
                initialState: 1,
                condition: { _ in true },
                scheduler: scheduler,
                iterate: { if $0 == 3 { throw TestError("iterate") } else { $0 + 1 } }
            ).subscribe(recorder)
            run()
            XCTAssertEqual(recorder.marks, ["1", "2", "3", "x(iterate)"])
        }
    }

    func testTheNextElementIsMadeWhenItsTurnHasCome() {
        schedulers { scheduler, run in
            var log: [String] = []
            let box = SerialBox()
            _ = Observable<Int>.create { _ in
                box.disposable = Observable.generate(
                    initialState: 1,
                    condition: {
                        log.append("condition \($0)")
                        return true
                    },
                    scheduler: scheduler,
                    iterate: {
                        log.append("iterate \($0)")
                        return $0 + 1
                    }
                ).subscribe(onNext: {
                    log.append("next \($0)")
                    if $0 == 2 { box.disposable?.dispose() }
                })
                return Disposables.create()
            }.subscribe(Recorder<Int>())
            run()
            XCTAssertEqual(log, ["condition 1", "next 1", "iterate 1", "condition 2", "next 2"])
        }
    }
}
