import Millrace
import TestSupport
import XCTest

final class SampleTests: XCTestCase {
    private let recorder = Recorder<Int>()
    private let (source, sampler) = (TestSource<Int>(), TestSource<String>())

    private var disposals: [Int] { [source.disposals, sampler.disposals] }

    func testEachElementIsEmittedOnce() {
        _ = source.observable.sample(sampler.observable).subscribe(recorder)
        sampler.send("a")
        source.send(1, 2)
        sampler.send("b", "c")
        source.send(3)
        sampler.send("d")
        XCTAssertEqual(recorder.marks, ["2", "3"])
    }

    func testTheDefaultStandsForWhatHasNotCome() {
        _ = source.observable.sample(sampler.observable, defaultValue: 0).subscribe(recorder)
        sampler.send("a")
        source.send(1)
        sampler.send("b", "c")
        XCTAssertEqual(recorder.marks, ["0", "1", "0"])
    }

    func testItCompletesWithTheSampleAfterTheSourceHas() {
        _ = source.observable.sample(sampler.observable).subscribe(recorder)
        source.send(1)
        source.send(.completed)
        XCTAssertEqual(disposals, [1, 0])
        XCTAssertEqual(recorder.marks, [])
        sampler.send("a")
        XCTAssertEqual(recorder.marks, ["1", "|"])
        XCTAssertEqual(disposals, [1, 1])
    }

    func testTheSamplersCompletionIsASampleToo() {
        let log = Box<[String]>([])
        sampler.onDispose = { log.value.append("sampler disposed") }
        _ = source.observable.sample(sampler.observable).subscribe { log.value.append("\($0)") }
        source.send(1)
        sampler.send(.completed)
        XCTAssertEqual(log.value, ["next(1)", "sampler disposed"])
        source.send(2)
        source.send(.completed)
        XCTAssertEqual(log.value.count, 2)
        XCTAssertEqual(disposals, [1, 1])
    }

    func testErrorsOfBothEndIt() {
        for fails in [true, false] {
            let recorder = Recorder<Int>()
            let before = disposals
            _ = source.observable.sample(sampler.observable).subscribe(recorder)
            if fails {
                source.observers.last?.onError(TestError())
            } else {
                sampler.observers.last?.onError(TestError())
            }
            XCTAssertEqual(recorder.marks, ["x(error)"])
            XCTAssertEqual(disposals, before.map { $0 + 1 })
        }
    }

    func testDisposalDisposesBoth() {
        let subscription = source.observable.sample(sampler.observable).subscribe(recorder)
        source.send(1)
        subscription.dispose()
        sampler.send("a")
        XCTAssertEqual(recorder.marks, [])
        XCTAssertEqual(disposals, [1, 1])
    }
}
