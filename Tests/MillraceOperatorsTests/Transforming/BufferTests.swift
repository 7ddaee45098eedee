import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class BufferTests: MarbleTestCase {
    func testOneArrayAfterTheOther() {
        check(
            source: "-a-b-c-d-e-|",
            result: "---1---2---(3|)",
            active: "^----------!",
            naming: ["1": "ab", "2": "cd", "3": "e"]
        ) { source, _, _ in source.buffer(count: 2).map { $0.joined() } }
        check(source: "-a-b-|", result: "---1-|", active: "^----!", naming: ["1": "ab"]) { source, _, _ in
            source.buffer(count: 2).map { $0.joined() }
        }
    }

    func testOverlappingArrays() {
        check(
            source: "-a-b-c-d-|",
            result: "-----1-2-(34|)",
            active: "^--------!",
            naming: ["1": "abc", "2": "bcd", "3": "cd", "4": "d"]
        ) { source, _, _ in source.buffer(count: 3, skip: 1).map { $0.joined() } }
        check(
            source: "-a-b-c-d-e-|",
            result: "-----1---2-(3|)",
            active: "^----------!",
            naming: ["1": "abc", "2": "cde", "3": "e"]
        ) { source, _, _ in source.buffer(count: 3, skip: 2).map { $0.joined() } }
    }

    func testElementsBetweenArraysAreLeftOut() {
        check(
            source: "-a-b-c-d-e-f-g-|",
            result: "---1-----2-----(3|)",
            active: "^--------------!",
            naming: ["1": "ab", "2": "de", "3": "g"]
        ) { source, _, _ in source.buffer(count: 2, skip: 3).map { $0.joined() } }
        check(source: "-a-b-c-|", result: "---1---|", active: "^------!", naming: ["1": "ab"]) { source, _, _ in
            source.buffer(count: 2, skip: 5).map { $0.joined() }
        }
    }

    /// Against a model: array `k` has the elements from `k * skip` on.
    func testAllRelationsOfCountAndSkip() {
        for count in 1...4 {
            for skip in 1...5 {
                for total in 0...11 {
                    let recorder = Recorder<[Int]>()
                    _ = Observable.from(Array(0..<total)).buffer(count: count, skip: skip).subscribe(recorder)
                    let expected = stride(from: 0, to: total, by: skip).map { Array($0..<min($0 + count, total)) }
                    XCTAssertEqual(recorder.elements, expected, "\(count), \(skip), \(total)")
                    XCTAssertEqual(recorder.marks.last, "|")
                }
            }
        }
    }

    func testAnErrorDropsWhatHasCome() {
        check(source: "-a-b-c-#", result: "---1---#", active: "^------!", naming: ["1": "ab"]) { source, _, _ in
            source.buffer(count: 2).map { $0.joined() }
        }
        check(source: "-a-b-c-#", result: "---1---#", active: "^------!", naming: ["1": "ab"]) { source, _, _ in
            source.buffer(until: { $0 == "b" }).map { $0.joined() }
        }
    }

    func testElementsFromInsideADelivery() {
        let source = PublishSubject<Int>()
        let recorder = Recorder<[Int]>()
        _ = source.buffer(count: 2).do(onNext: { if $0 == [1, 2] { for next in 3...5 { source.onNext(next) } } })
            .subscribe(recorder)
        for element in [1, 2, 6] { source.onNext(element) }
        XCTAssertEqual(Set(recorder.elements), [[1, 2], [3, 4], [5, 6]])
    }

    func testDisposalBetweenTheLastArrays() {
        let source = PublishSubject<Int>()
        var found: [[Int]] = []
        var subscription: Disposable?
        subscription = source.buffer(count: 3, skip: 1).subscribe(onNext: {
            found.append($0)
            if $0 == [2, 3] { subscription?.dispose() }
        })
        for element in 1...3 { source.onNext(element) }
        source.onCompleted()
        XCTAssertEqual(found, [[1, 2, 3], [2, 3]])
    }

    func testAnArrayEndsWithAnElement() {
        check(
            source: "-a-x-x-b-c-x-d-|",
            result: "---1-2-----3---(4|)",
            active: "^--------------!",
            naming: ["1": "ax", "2": "x", "3": "bcx", "4": "d"]
        ) { source, _, _ in source.buffer(until: { $0 == "x" }).map { $0.joined() } }
        check(source: "-a-x-|", result: "---1-|", active: "^----!", naming: ["1": "ax"]) { source, _, _ in
            source.buffer(until: { $0 == "x" }).map { $0.joined() }
        }
        check(source: "-a-x-|", result: "---#", active: "^--!", naming: [:]) { source, _, _ in
            source.buffer(until: { if $0 == "x" { throw TestError() } else { return false } }).map { $0.joined() }
        }
    }

    func testWhatHasComeInATime() {
        check(
            source: "-ab------c---d|",
            result: "----1-------2-(3|)",
            active: "^-------------!",
            naming: ["1": "ab", "2": "c", "3": "d"]
        ) { source, _, scheduler in source.buffer(timeSpan: .seconds(4), scheduler: scheduler).map { $0.joined() } }
        check(source: "-ab--c#", result: "----1-#", active: "^-----!", naming: ["1": "ab"]) { source, _, scheduler in
            source.buffer(timeSpan: .seconds(4), scheduler: scheduler).map { $0.joined() }
        }
        check(source: "-----|", result: "-----|", active: "^----!", naming: [:]) { source, _, scheduler in
            source.buffer(timeSpan: .seconds(2), scheduler: scheduler).map { $0.joined() }
        }
    }

    func testDisposalStopsTheTimer() {
        let end = check(source: "-ab-", during: "^--!", result: "", active: "^--!", naming: [:]) {
            source,
            _,
            scheduler in
            source.buffer(timeSpan: .seconds(10), scheduler: scheduler).map { $0.joined() }
        }
        XCTAssertLessThan(end, 10)
    }
}
