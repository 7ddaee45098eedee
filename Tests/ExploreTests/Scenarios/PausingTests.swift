import Millrace
import MillraceExplore
import MillraceTest
import TestSupport
import XCTest

/// Sources that wait for room further down, beside the consumer that makes room.
final class PausingTests: ExploreTestCase {
    private func passes(
        most: Int = 2,
        short: Int = 1,
        line: UInt = #line,
        _ makeSource: @escaping (ExploreRun) -> Observable<Int>,
        check: @escaping (ExploreRun) -> Void = { _ in }
    ) {
        for disposes in [false, true] {
            explored(most: disposes ? 1 : most, short: short, random: 4_000, races: false, line: line) { run in
                let source = makeSource(run)
                    .observe(on: run.scheduler("consumer"), capacity: 1, overflow: .suspend)
                let watch = Watch<Int>(run)
                run.thread("subscribes") { watch.watch(source) }
                if disposes { run.thread("disposes") { watch.dispose() } }
                run.check {
                    run.expect(disposes || watch.marks == "1 2 3 |", watch.marks)
                    run.expect(watch.elements == Array([1, 2, 3].prefix(watch.elements.count)), watch.marks)
                    watch.expectReleased()
                    check(run)
                }
            }
        }
    }

    /// On the thread that subscribes, and then on the consumer's.
    func testALoop() {
        passes { _ in Observable.from([1, 2, 3]) }
    }

    /// In actions of another thread.
    func testSteps() {
        passes(most: 1, short: 0) { run in Observable.from([1, 2, 3], scheduler: run.scheduler("steps")) }
    }

    /// In a task.
    func testAnAsyncSequence() {
        var numbers = Numbers()
        passes { _ in
            numbers = Numbers()
            return numbers.asObservable()
        } check: { run in
            run.expect(numbers.begun.value == numbers.ended.value, "a task still reads")
        }
    }

    /// The numbers 1 to 3. It counts its iterators, and how many of them have gone.
    private struct Numbers: AsyncSequence {
        let begun = Counter()
        let ended = Counter()

        func makeAsyncIterator() -> Iterator {
            begun.add()
            return Iterator(mark: Mark(ended))
        }

        struct Iterator: AsyncIteratorProtocol {
            fileprivate let mark: Mark
            private var last = 0

            fileprivate init(mark: Mark) {
                self.mark = mark
            }

            mutating func next() async -> Int? {
                if last == 3 { return nil }
                last += 1
                return last
            }
        }

        fileprivate final class Mark: Sendable {
            private let ended: Counter

            init(_ ended: Counter) {
                self.ended = ended
            }

            deinit {
                ended.add()
            }
        }
    }
}
