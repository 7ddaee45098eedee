import Millrace
import OperatorCatalogue
import TestSupport
import XCTest

/// What each operator makes of two sequences, whatever sends them. That it ends, disposes and releases as it has to is in
/// its contract.
final class LinearOperatorTests: XCTestCase {
    private static let operations = operatorsOnNumbers.filter { $0.gives != nil }

    /// Applies an operator and makes text of its elements.
    private final class Texts: EntryVisitor {
        private let world: World<Int>
        private let capture: OperatorCatalogue.Capture
        private(set) var observable: Observable<String>!

        init(_ source: Observable<Int>, beside: [Int], _ capture: OperatorCatalogue.Capture) {
            // Sends all at once, without giving way to other work as `of` does.
            let second = Observable<Int>.create { observer in
                for element in beside { observer.onNext(element) }
                observer.onCompleted()
                return Disposables.create()
            }
            world = World(source, second, ManualScheduler()) { 10 }
            self.capture = capture
        }

        func visit<Output>(_ apply: @escaping (World<Int>, OperatorCatalogue.Capture) -> Observable<Output>) {
            observable = apply(world, capture).map { "\($0)" }
        }
    }

    private func apply(_ entry: Entry<Int>, to source: Observable<Int>, _ token: Capture = Capture()) -> Observable<
        String
    > {
        let texts = Texts(source, beside: entry.beside, OperatorCatalogue.Capture(token))
        entry.accept(texts)
        return texts.observable
    }

    private func assert(_ recorder: Recorder<String>, got expected: String?, of entry: Entry<Int>) {
        XCTAssertEqual(
            recorder.marks.joined(separator: " "),
            expected,
            entry.name,
            file: entry.file,
            line: entry.line
        )
    }

    private func send(_ elements: [Int], _ end: Event<Int>, to subject: PublishSubject<Int>) {
        for element in elements { subject.onNext(element) }
        subject.on(end)
    }

    func testEachPassesOnWhatItSaysWhenTheSourceCompletes() {
        for entry in Self.operations {
            let subject = PublishSubject<Int>()
            let recorder = Recorder<String>()
            let subscription = apply(entry, to: subject).subscribe(recorder)
            send([1, 1, 2, 3], .completed, to: subject)
            assert(recorder, got: entry.gives, of: entry)
            XCTAssertTrue((subscription as! Cancelable).isDisposed, entry.name, file: entry.file, line: entry.line)
            XCTAssertFalse(subject.hasObservers, entry.name, file: entry.file, line: entry.line)
        }
    }

    func testEachPassesOnWhatItSaysWhenTheSourceFails() {
        for entry in Self.operations {
            let subject = PublishSubject<Int>()
            let recorder = Recorder<String>()
            let subscription = apply(entry, to: subject).subscribe(recorder)
            send([1, 1, 2], .error(TestError()), to: subject)
            assert(recorder, got: entry.fails, of: entry)
            XCTAssertTrue((subscription as! Cancelable).isDisposed, entry.name, file: entry.file, line: entry.line)
        }
    }

    func testEachPassesOnTheSameOfASourceThatEndsWhileItIsSubscribedTo() {
        for entry in Self.operations {
            for (terminal, expected) in [(Event<Int>.completed, entry.gives), (.error(TestError()), entry.fails)] {
                var disposals = 0
                let source = Observable<Int>.create { observer in
                    for element in [1, 1, 2] { observer.onNext(element) }
                    if terminal.isCompleted { observer.onNext(3) }
                    observer.on(terminal)
                    return Disposables.create { disposals += 1 }
                }
                let recorder = Recorder<String>()
                let subscription = apply(entry, to: source).subscribe(recorder)
                assert(recorder, got: expected, of: entry)
                XCTAssertEqual(disposals, 1, entry.name, file: entry.file, line: entry.line)
                XCTAssertTrue((subscription as! Cancelable).isDisposed, entry.name, file: entry.file, line: entry.line)
            }
        }
    }

    func testTwoSubscriptionsToTheSameObservableHaveStateOfTheirOwn() {
        for entry in Self.operations {
            let subject = PublishSubject<Int>()
            let observable = apply(entry, to: subject)
            let (first, second) = (Recorder<String>(), Recorder<String>())
            // An observer that nobody holds does not end the subscription.
            _ = observable.subscribe(first)
            _ = observable.subscribe(second)
            send([1, 1, 2, 3], .completed, to: subject)
            assert(first, got: entry.gives, of: entry)
            assert(second, got: entry.gives, of: entry)
        }
    }

    func testCapturesAreReleasedWhenASourceEndsWhileItIsSubscribedTo() {
        for entry in Self.operations {
            for source in [Observable<Int>.empty(), .just(1), .error(TestError()), .of(1, 2, 3)] {
                var token: Capture? = Capture()
                weak let alive = token
                let recorder = Recorder<String>()
                let subscription = apply(entry, to: source, token!).subscribe { [token] event in
                    _ = token
                    recorder.on(event)
                }
                token = nil
                XCTAssertNil(alive, entry.name, file: entry.file, line: entry.line)
                XCTAssertEqual(
                    recorder.events.filter(\.isStopEvent).count,
                    1,
                    entry.name,
                    file: entry.file,
                    line: entry.line
                )
                XCTAssertTrue(
                    recorder.events.last?.isStopEvent == true,
                    entry.name,
                    file: entry.file,
                    line: entry.line
                )
                withExtendedLifetime(subscription) {}
            }
        }
    }
}
