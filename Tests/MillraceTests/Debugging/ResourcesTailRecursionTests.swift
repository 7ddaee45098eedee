#if DEBUG || TRACE_RESOURCES
    import Millrace
    import TestSupport
    import XCTest

    final class ResourcesTailRecursionTests: XCTestCase {
        private let depth = TestMode.size(10_000, sanitized: 1_000)

        override func setUp() {
            maxTailRecursiveSinkStackSize = 0
        }

        override func tearDown() {
            maxTailRecursiveSinkStackSize = 0
        }

        /// Counts from `first` to `depth`, by `sequence` of one number and the rest.
        private func count(
            from first: Int,
            by sequence:
                @escaping (_ number: Observable<Int>, _ rest: @escaping () -> Observable<Int>) -> Observable<Int>
        ) -> Observable<Int> {
            if first == depth { return .empty() }
            return sequence(.just(first)) { [self] in count(from: first + 1, by: sequence) }
        }

        /// Both, made when they are asked for.
        private func parts(_ number: Observable<Int>, _ rest: @escaping () -> Observable<Int>)
            -> LazyMapCollection<[Bool], Observable<Int>>
        {
            [false, true].lazy.map { $0 ? rest() : number }
        }

        private func assertEmits(all source: Observable<Int>, line: UInt = #line) {
            let recorder = Recorder<Int>()
            _ = source.subscribe(recorder)
            XCTAssertEqual(recorder.elements, Array(0..<depth), line: line)
            XCTAssertEqual(recorder.events.last?.isCompleted, true, line: line)
        }

        func testTailRecursionThroughCollectionsRemembersOne() {
            assertEmits(all: count(from: 0) { [self] in .concat(parts($0, $1)) })
            XCTAssertEqual(maxTailRecursiveSinkStackSize, 1)
        }

        func testTailRecursionThroughTwoSourcesRemembersOne() {
            assertEmits(all: count(from: 0) { number, rest in number.concat(Observable.deferred { rest() }) })
            XCTAssertEqual(maxTailRecursiveSinkStackSize, 1)
        }

        func testTailRecursionThroughSequencesOfUnknownLengthRemembersAll() {
            assertEmits(all: count(from: 0) { [self] in .concat(AnySequence(parts($0, $1))) })
            XCTAssertEqual(maxTailRecursiveSinkStackSize, depth)
        }

        func testRecursionThroughFirstSourcesRemembersAll() {
            func descend(_ levels: Int) -> Observable<Int> {
                levels == 0 ? .just(0) : .concat([descend(levels - 1), .just(levels)])
            }
            let recorder = Recorder<Int>()
            _ = descend(5).subscribe(recorder)
            XCTAssertEqual(recorder.elements, Array(0...5))
            // The outermost sequence is nobody's source.
            XCTAssertEqual(maxTailRecursiveSinkStackSize, 5)
        }

        func testWithoutASequenceInASequenceThereIsNothingToRemember() {
            _ = Observable.concat([Observable.just(1), .just(2), .just(3)]).subscribe()
            XCTAssertEqual(maxTailRecursiveSinkStackSize, 0)
        }

        func testSequencesOfCatchCountToo() {
            let failure = Observable<Int>.error(TestError())
            func attempt(_ levels: Int) -> Observable<Int> {
                levels == 0 ? .just(7) : .catch(sequence: [failure, attempt(levels - 1)])
            }
            let recorder = Recorder<Int>()
            _ = attempt(4).subscribe(recorder)
            XCTAssertEqual(recorder.elements, [7])
            XCTAssertEqual(maxTailRecursiveSinkStackSize, 4)
        }

        func testSmallerOnesDoNotLowerIt() {
            maxTailRecursiveSinkStackSize = 3
            assertEmits(all: count(from: 0) { [self] in .concat(parts($0, $1)) })
            XCTAssertEqual(maxTailRecursiveSinkStackSize, 3)
        }

        func testTailRecursionThroughCollectionsKeepsNoMoreObjects() {
            let most = Box(Int32(0))
            let before = Resources.total
            let subscription = count(from: 0) { [self] in .concat(parts($0, $1)) }
                .subscribe(onNext: { if $0 > 10 { most.value = max(most.value, Resources.total - before) } })
            subscription.dispose()
            XCTAssertGreaterThan(most.value, 0)
            XCTAssertLessThan(most.value, 20)
        }
    }
#endif
