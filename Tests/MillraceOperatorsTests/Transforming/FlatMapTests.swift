import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class FlatMapTests: MarbleTestCase {
    private func after(_ seconds: Int, _ element: String, _ scheduler: SchedulerType) -> Observable<String> {
        Observable.just(element).delay(.seconds(seconds), scheduler: scheduler)
    }

    func testALimitedNumberAtATime() {
        var calls: [String] = []
        check(source: "-abc------|", result: "----ab--c-|") { source, scheduler in
            source.flatMap(maxConcurrent: 2) { element -> Observable<String> in
                calls.append("\(scheduler.clock): \(element)")
                return self.after(3, element, scheduler)
            }
        }
        // The third waits for the end of the first, which comes a tick after its element.
        XCTAssertEqual(calls, ["1: a", "2: b", "5: c"])
    }

    func testErrorsAndDisposal() {
        check(source: "-a-#", result: "---#", active: "^--!") { source, scheduler in
            source.flatMap(maxConcurrent: 2) { self.after(3, $0, scheduler) }
        }
        check(source: "-ab--", result: "----a#", active: "^----!") { source, scheduler in
            source.flatMap(maxConcurrent: 1) { element -> Observable<String> in
                if element == "b" { throw TestError() }
                return self.after(3, element, scheduler)
            }
        }
        check(source: "-ab--", during: "^--!", result: "", active: "^--!") { source, scheduler in
            source.flatMap(maxConcurrent: 1) { self.after(3, $0, scheduler) }
        }
    }

    func testManySynchronousSourcesTakeNoStack() {
        let recorder = Recorder<Int>()
        _ = Observable.range(start: 0, count: 20_000).flatMap(maxConcurrent: 1) { Observable.just($0) }
            .reduce(0, accumulator: +).subscribe(recorder)
        XCTAssertEqual(recorder.elements, [199_990_000])
    }

    func testASourceForEachKindOfEvent() {
        func joined(_ source: Observable<String>, _ scheduler: SchedulerType) -> Observable<String> {
            source.flatMap(
                onNext: { self.after(2, $0, scheduler) },
                onError: { self.after(1, $0 is TestError ? "x" : "?", scheduler) },
                onCompleted: { self.after(3, "y", scheduler) }
            )
        }
        check(source: "-a--b-|", result: "---a--b--y|", active: "^-----!") { joined($0, $1) }
        check(source: "-a--b-#", result: "---a--bx|", active: "^-----!") { joined($0, $1) }
    }

    func testAnErrorOfAnInnerSourceAndOfAClosure() {
        check(source: "-a--b-|", result: "-#", active: "^!") { source, _ in
            source.flatMap(
                onNext: { _ in .error(TestError()) },
                onError: { _ in .empty() },
                onCompleted: { Observable<String>.empty() }
            )
        }
        check(source: "-a--|", result: "-a--#", active: "^---!") { source, _ in
            source.flatMap(
                onNext: { .just($0) },
                onError: { _ in .empty() },
                onCompleted: { () -> Observable<String> in throw TestError() }
            )
        }
    }

    func testThePlainFormIsStillFound() {
        let recorder = Recorder<Int>()
        _ = Observable.of(1, 2).flatMap { Observable.just($0) }.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "2", "|"])
    }
}
