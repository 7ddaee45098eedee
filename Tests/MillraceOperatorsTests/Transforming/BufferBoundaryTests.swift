import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class BufferBoundaryTests: MarbleTestCase {
    private let arrays: [Character: String] = ["1": "ab", "2": "c", "3": "d", "0": ""]

    func testAnArrayAtEachBoundary() {
        check(
            source: "-a-b---c---d-|",
            second: "----x-x--x--",
            result: "----1-0--2---(3|)",
            active: "^------------!",
            joined: "^------------!",
            naming: arrays
        ) { source, boundary, _ in source.buffer(boundary: boundary).map { $0.joined() } }
        check(
            source: "-a-b---c---d-|",
            second: "----x-x--x--",
            result: "----1-0--2---(3|)",
            active: "^------------!",
            joined: "^------------!",
            naming: arrays
        ) { source, trigger, _ in source.bufferWithTrigger(trigger).map { $0.joined() } }
    }

    func testTheEndOfABoundaryEndsTheResult() {
        check(
            source: "-a-b---c---d-|",
            second: "----x---|",
            result: "----1---(2|)",
            active: "^-------!",
            joined: "^-------!",
            naming: arrays
        ) { source, boundary, _ in source.buffer(boundary: boundary).map { $0.joined() } }
        check(
            source: "-a-b---c---d-|",
            second: "----x---#",
            result: "----1---#",
            active: "^-------!",
            joined: "^-------!",
            naming: arrays
        ) { source, boundary, _ in source.buffer(boundary: boundary).map { $0.joined() } }
    }

    func testTheEndOfATriggerHasNoEffect() {
        for end in ["|", "#"] {
            check(
                source: "-a-b---c-|",
                second: "----x-\(end)",
                result: "----1----(2|)",
                active: "^--------!",
                joined: "^-----!",
                naming: arrays
            ) { source, trigger, _ in source.bufferWithTrigger(trigger).map { $0.joined() } }
        }
    }

    func testAnErrorDropsWhatHasCome() {
        for collect in [
            { $0.buffer(boundary: $1) }, { $0.bufferWithTrigger($1) },
        ] as [(Observable<String>, Observable<String>) -> Observable<[String]>] {
            check(
                source: "-a-b---c-#",
                second: "----x------",
                result: "----1----#",
                active: "^--------!",
                joined: "^--------!",
                naming: arrays
            ) { source, boundary, _ in collect(source, boundary).map { $0.joined() } }
            check(
                source: "-a-b---c--",
                second: "----x------",
                during: "^----!",
                result: "----1",
                active: "^----!",
                joined: "^----!",
                naming: arrays
            ) { source, boundary, _ in collect(source, boundary).map { $0.joined() } }
        }
    }

    func testAnEmptyArrayAtTheEnd() {
        check(source: "--|", second: "---", result: "--(0|)", naming: arrays) { source, boundary, _ in
            source.buffer(boundary: boundary).map { $0.joined() }
        }
        check(source: "--|", second: "---", result: "--(0|)", naming: arrays) { source, boundary, _ in
            source.bufferWithTrigger(boundary).map { $0.joined() }
        }
    }

    func testEventsFromInsideADelivery() {
        let (source, boundary) = (PublishSubject<Int>(), PublishSubject<Void>())
        let recorder = Recorder<[Int]>()
        _ = source.buffer(boundary: boundary)
            .do(onNext: {
                guard $0 == [1] else { return }
                source.onNext(2)
                boundary.onNext(())
            })
            .subscribe(recorder)
        source.onNext(1)
        boundary.onNext(())
        source.onCompleted()
        XCTAssertEqual(Set(recorder.elements), [[1], [2], []])
    }
}
