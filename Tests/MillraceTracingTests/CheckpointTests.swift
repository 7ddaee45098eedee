#if Tracing
    import Millrace
    import MillraceTest
    import MillraceTracing
    import TestSupport
    import XCTest

    final class CheckpointTests: XCTestCase {
        func testTheExamplesOfTheDocumentation() {
            var printed: [[String]] = []
            let subscription = Observable<Int>.error(RxError.timeout)
                .checkpoint("query")
                .map { $0 + 1 }
                .checkpoint("report")
                .subscribe(onError: { printed.append(($0 as? CheckpointError)?.checkpoints.map(\.name) ?? []) })
            XCTAssertEqual(printed, [["query", "report"]])
            _ = subscription

            let greeting = Observable<String>.error(RxError.timeout)
                .checkpoint("users")
                .catch { error in
                    if case RxError.timeout = error.withoutCheckpoints { return .just("Hello, whoever you are!") }
                    return .error(error)
                }
            let recorder = Recorder<String>()
            _ = greeting.subscribe(recorder)
            XCTAssertEqual(recorder.marks, ["Hello, whoever you are!", "|"])
        }

        func testTheErrorSaysWhereItHasPassed() {
            let recorder = Recorder<Int>()
            let line = #line + 2
            _ = Observable<Int>.concat(.just(1), .error(TestError("broken")))
                .checkpoint("query").checkpoint("report", file: "Shop/Report.swift", line: 7)
                .subscribe(recorder)
            XCTAssertEqual(recorder.elements, [1])
            guard let error = recorder.events.last?.error as? CheckpointError else {
                return XCTFail("no CheckpointError")
            }
            XCTAssertEqual(error.underlying as? TestError, TestError("broken"))
            XCTAssertEqual(error.withoutCheckpoints as? TestError, TestError("broken"))
            XCTAssertEqual(error.checkpoints.map(\.place), ["\(#fileID):\(line)", "Shop/Report.swift:7"])
            XCTAssertEqual(
                "\(error)",
                "broken, passed query (\(#fileID):\(line)), report (Shop/Report.swift:7)"
            )
        }

        func testAnErrorThatHasPassedNoCheckpointIsItself() {
            XCTAssertEqual(TestError("plain").withoutCheckpoints as? TestError, TestError("plain"))
        }

        func testACancellationPassesUnchanged() {
            let recorder = Recorder<Int>()
            _ = Observable<Int>.error(CancellationError()).checkpoint("query").subscribe(recorder)
            XCTAssertTrue(recorder.events.last?.error is CancellationError)
        }

        func testElementsAndTheCompletionPass() {
            let recorder = Recorder<Int>()
            _ = Observable.of(1, 2).checkpoint("query").subscribe(recorder)
            XCTAssertEqual(recorder.marks, ["1", "2", "|"])
        }

        func testTheContract() {
            OperatorContract(
                "checkpoint",
                sends: [1, 2, 3],
                excusing: [.errorIsForwarded: "the error is wrapped"]
            ) { $0.checkpoint("query") }.check()
        }
    }
#endif
