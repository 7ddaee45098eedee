import Millrace
import XCTest

/// A source that emits 0 without an end, in a loop that only the disposal stops, and operators that end it after three
/// elements: while it is being subscribed to, unless the thread runs a trampoline.
public struct EndlessSource: Sendable {
    private let count = Counter()

    public init() {}

    /// How many elements the loops have produced.
    public var produced: Int { count.value }

    public var zeros: Observable<Int> {
        Observable.from(
            sequence(state: count) { count -> Int? in
                count.add()
                return 0
            }
        )
    }

    /// Completes after three elements.
    public var completing: Observable<Int> { zeros.take(3) }

    /// Fails after three elements.
    public var failing: Observable<Int> {
        zeros.enumerated().map { index, element in
            if index == 3 { throw TestError() }
            return element
        }
    }
}

extension EndlessSource {
    /// What subscribes to an endless source when a subject sends `begin`.
    public struct Case {
        let name: String
        let begin: Event<Int>
        let marks: [String]
        let produced: Int
        let apply: (PublishSubject<Int>, EndlessSource) -> Observable<Int>

        public init(
            _ name: String,
            _ begin: Event<Int>,
            _ marks: String,
            produced: Int,
            _ apply: @escaping (PublishSubject<Int>, EndlessSource) -> Observable<Int>
        ) {
            self.name = name
            self.begin = begin
            self.marks = marks.split(separator: " ").map(String.init)
            self.produced = produced
            self.apply = apply
        }

        /// Fails if a loop goes on, or if it produces more than it has to.
        public func check(file: StaticString = #filePath, line: UInt = #line) {
            let subject = PublishSubject<Int>()
            let source = EndlessSource()
            let recorder = Recorder<Int>()
            let subscription = apply(subject, source).subscribe(recorder)
            let thread = TestThread { [begin] in subject.on(begin) }
            guard thread.join(timeout: 30) else {
                return XCTFail("\(name): a source that has ended goes on", file: file, line: line)
            }
            XCTAssertEqual(recorder.marks, marks, name, file: file, line: line)
            XCTAssertEqual(source.produced, produced, name, file: file, line: line)
            subscription.dispose()
        }
    }
}
