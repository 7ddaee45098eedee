import Millrace
import MillraceTest
import XCTest

/// The marble pictures of the documentation show what the operators do.
final class PicturesTests: XCTestCase {
    func testEveryPictureShowsWhatItsOperatorDoes() {
        let pictures = Pictures().all
        XCTAssertEqual(Set(pictures.map(\.name)).count, pictures.count)
        for picture in pictures {
            XCTAssertEqual(picture.differences(), [], "\(picture.name): \(picture.code)")
        }
    }

    func testAPictureThatIsWrongIsFoundOut() {
        func differences(_ source: String, _ result: String) -> Int {
            let double = Picture(
                name: "double",
                code: "map { $0 + $0 }",
                sources: [source],
                result: [result],
                texts: ["p": "aa", "q": "bb"],
                operation: .gives { sources, _ in sources[0].map { $0 + $0 } }
            )
            return double.differences().count
        }
        XCTAssertEqual(differences("-a-b|", "-p-q|"), 0)
        XCTAssertEqual(differences("-a-b|", "-p-p|"), 1)
        XCTAssertEqual(differences("-a-b|", "-p--q|"), 1)
        XCTAssertEqual(differences("-a-b|", "-p-q-"), 1)
        XCTAssertEqual(differences("-a-b#", "-p-q|"), 1)
        // Lines that begin at another time than the subscription does.
        XCTAssertEqual(differences("  -a-b|", "-p-q|"), 1)
        XCTAssertEqual(differences("numbers:  -a-b|", " -p-q|"), 0)
        XCTAssertEqual(differences("numbers:  -a-b|", "-p-q|"), 1)
    }

    func testWindowsThatOpenAtAnotherTimeAreFoundOut() {
        func differences(_ result: [String]) -> Int {
            let windows = Picture(
                name: "windows",
                code: "map { just }",
                sources: ["-a-b|"],
                result: result,
                operation: .opens { sources, _ in sources[0].map { .just($0) } }
            )
            return windows.differences().count
        }
        XCTAssertEqual(differences([" (a|)", "   (b|)"]), 0)
        XCTAssertEqual(differences([" (a|)", "  (b|)"]), 1)
        XCTAssertEqual(differences([" (a|)", "   (a|)"]), 1)
        XCTAssertEqual(differences([" (a|)"]), 1)
    }
}

extension Picture {
    /// A diagram without its name, and when it begins.
    private struct Line {
        let diagram: String
        let start: Int
        let isNamed: Bool

        init(_ text: String) {
            let name = text.range(of: ": ")
            let rest = name.map { text[$0.upperBound...] } ?? text[...]
            isNamed = name != nil
            start = rest.prefix { $0 == " " }.count
            diagram = String(rest.dropFirst(start))
        }
    }

    /// What the picture shows, and does not happen.
    func differences() -> [String] {
        let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
        let lines = sources.map { Line($0) }
        let inputs = lines.map { scheduler.cold($0.diagram) }
        let observables = inputs.map { $0.asObservable() }
        let bag = DisposeBag()
        var outputs: [(start: Int, observer: TestableObserver<String>)] = []
        func observe(_ source: Observable<String>) {
            let observer = scheduler.createObserver(String.self)
            outputs.append((scheduler.clock, observer))
            source.subscribe(observer).disposed(by: bag)
        }
        let expected = result.map { Line($0) }
        switch operation {
        case .gives(let apply):
            let source = apply(observables, scheduler)
            for line in expected {
                if line.start == 0 { observe(source) } else { scheduler.scheduleAt(line.start) { observe(source) } }
            }
        case .opens(let split):
            split(observables, scheduler).subscribe(onNext: { observe($0) }).disposed(by: bag)
        }
        scheduler.start()
        var found: [String] = []
        for (line, input) in zip(lines, inputs) where line.start > 0 || !line.isNamed {
            let begins = input.subscriptions.map(\.subscribe)
            if begins != [line.start] { found.append("\(line.diagram) begins at \(begins), not at \(line.start)") }
        }
        if outputs.count != expected.count { found.append("\(outputs.count) lines, not \(expected.count)") }
        for (line, output) in zip(expected, outputs) {
            let events = scheduler.cold(line.diagram, names(in: line.diagram)).recordedEvents
                .map { Recorded(time: $0.time + line.start, value: $0.value) }
            if output.observer.events != events || output.start != line.start {
                found.append("\(output.observer.events) from \(output.start), not \(events) from \(line.start)")
            }
        }
        return found
    }

    private func names(in diagram: String) -> [Character: String] {
        Dictionary(diagram.map { ($0, texts[$0] ?? String($0)) }) { first, _ in first }
    }
}
