import Millrace
import MillraceTest
import TestSupport
import XCTest

final class SampleTests: MarbleTestCase {
    func testEachElementIsEmittedOnce() {
        check(
            source: "--ab---c-",
            second: "-x--xx--x",
            result: "----b---c"
        ) { source, sampler, _ in source.sample(sampler) }
    }

    func testTheDefaultStandsForWhatHasNotCome() {
        check(
            source: "--a--",
            second: "-x-xx",
            result: "-0-a0"
        ) { source, sampler, _ in source.sample(sampler, defaultValue: "0") }
    }

    func testItCompletesWithTheSampleAfterTheSourceHas() {
        check(
            source: "-a|",
            second: "----x-x",
            result: "----(a|)",
            active: "^-!",
            joined: "^---!"
        ) { source, sampler, _ in source.sample(sampler) }
    }

    func testTheSamplersCompletionIsASampleToo() {
        check(
            source: "-a---b-|",
            second: "---|",
            result: "---a---",
            active: "^------!",
            joined: "^--!"
        ) { source, sampler, _ in source.sample(sampler) }
    }

    func testTheSamplerIsDisposedAfterTheSampleOfItsCompletion() {
        let (source, sampler) = (TestSource<Int>(), TestSource<String>())
        let log = Box<[String]>([])
        sampler.onDispose = { log.value.append("sampler disposed") }
        _ = source.observable.sample(sampler.observable).subscribe { log.value.append("\($0)") }
        source.send(1)
        sampler.send(.completed)
        XCTAssertEqual(log.value, ["next(1)", "sampler disposed"])
        source.send(2)
        source.send(.completed)
        XCTAssertEqual(log.value.count, 2)
        XCTAssertEqual([source.disposals, sampler.disposals], [1, 1])
    }

    func testAnErrorOfTheSourceEndsIt() {
        check(
            source: "-a#",
            second: "---x",
            result: "--#",
            active: "^-!",
            joined: "^-!"
        ) { source, sampler, _ in source.sample(sampler) }
    }

    func testAnErrorOfTheSamplerEndsIt() {
        check(
            source: "-a-b",
            second: "--#",
            result: "--#",
            active: "^-!",
            joined: "^-!"
        ) { source, sampler, _ in source.sample(sampler) }
    }

    func testDisposalDisposesBoth() {
        check(
            source: "-a--",
            second: "---x",
            during: "^-!",
            result: "",
            active: "^-!",
            joined: "^-!"
        ) { source, sampler, _ in source.sample(sampler) }
    }
}
