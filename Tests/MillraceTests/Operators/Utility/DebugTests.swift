import Foundation
import Millrace
import TestSupport
import XCTest

final class DebugTests: XCTestCase {
    /// The lines without their times.
    private func contents(_ lines: [String]) -> [String] {
        lines.map { String($0.dropFirst("2024-01-31 12:34:56.789: ".count)) }
    }

    func testItPrintsEveryEventBeforePassingItOn() throws {
        let source = TestSource<Int>()
        let lines = try standardOutput {
            _ = source.observable.debug("id").subscribe { print("....-..-.. ..:..:..:...: \($0)") }
            source.send(1)
            source.send(.completed)
        }
        XCTAssertEqual(
            contents(lines),
            [
                "id -> subscribed", "id -> Event next(1)", "next(1)", "id -> Event completed", "completed",
                "id -> isDisposed",
            ]
        )
        XCTAssertEqual(source.disposals, 1)
    }

    func testItPrintsAnErrorAndPassesItOn() throws {
        let recorder = Recorder<Int>()
        let source = TestSource<Int>()
        let lines = try standardOutput {
            _ = source.observable.debug("id").subscribe(recorder)
            source.send(1)
            source.send(.error(TestError()))
        }
        XCTAssertEqual(
            contents(lines),
            ["id -> subscribed", "id -> Event next(1)", "id -> Event error(error)", "id -> isDisposed"]
        )
        XCTAssertEqual(recorder.marks, ["1", "x(error)"])
    }

    func testEachLineBeginsWithTheLocalTime() throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyy-MM-dd HH:mm:ss.SSS"
        let before = Date()
        let lines = try standardOutput { Observable.range(start: 1, count: 1).debug("id").subscribe().dispose() }
        let after = Date()
        XCTAssertEqual(lines.count, 4)
        for line in lines {
            let time = try XCTUnwrap(formatter.date(from: String(line.prefix(23))), line)
            XCTAssertGreaterThanOrEqual(time.timeIntervalSince(before), -0.001)
            XCTAssertLessThanOrEqual(time.timeIntervalSince(after), 0.001)
            XCTAssertEqual(line.dropFirst(23).prefix(2), ": ")
        }
    }

    func testWithoutAnIdentifierItPrintsThePlaceOfTheCall() throws {
        let lines = try standardOutput {
            Observable<Int>.create { _ in Disposables.create() }
                .debug(file: "/a/b/Source.swift", line: 12, function: "f()")
                .subscribe().dispose()
        }
        let place = "Source.swift:12 (f())"
        XCTAssertEqual(contents(lines), ["\(place) -> subscribed", "\(place) -> isDisposed"])
        var line: UInt = 0
        let defaults = try standardOutput {
            (_, line) = (Observable<Int>.create { _ in Disposables.create() }.debug().subscribe().dispose(), #line)
        }
        XCTAssertEqual(contents(defaults).first, "DebugTests.swift:\(line) (\(#function)) -> subscribed")
    }

    func testTrimmingCutsLongEvents() throws {
        let text = "0123456789012345678901234567890123456789"
        for (trims, expected) in [
            (false, "Event next(\(text))"), (true, "Event next(012345678901234...1234567890123456789)"),
        ] {
            let lines = try standardOutput {
                let source = TestSource<String>()
                _ = source.observable.debug("id", trimOutput: trims).subscribe(onNext: { _ in })
                source.send(text)
                source.send(String(repeating: "a", count: 40 - "next()".count))
            }
            XCTAssertEqual(contents(lines)[1], "id -> \(expected)")
            XCTAssertEqual(contents(lines)[2], "id -> Event next(\(String(repeating: "a", count: 34)))")
        }
    }

    func testDisposalIsPrintedOnceBeforeTheSourceIsDisposed() throws {
        let source = TestSource<Int>()
        source.onDispose = { print("....-..-.. ..:..:..:...: source disposed") }
        let recorder = Recorder<Int>()
        let lines = try standardOutput {
            let subscription = source.observable.debug("a").debug("b").subscribe(recorder)
            subscription.dispose()
            subscription.dispose()
            source.send(1)
            source.send(.completed)
        }
        XCTAssertEqual(
            contents(lines),
            ["b -> subscribed", "a -> subscribed", "b -> isDisposed", "a -> isDisposed", "source disposed"]
        )
        XCTAssertEqual(recorder.marks, [])
        XCTAssertEqual(source.disposals, 1)
    }

    func testDisposalIsPrintedWhenTheSourceIsGone() throws {
        var subject: PublishSubject<Int>? = PublishSubject()
        let lines = try standardOutput {
            Observable<Int>.never().debug("never").debug("below").subscribe().dispose()
            let subscription = subject!.debug("subject").subscribe(onDisposed: { print("....-..-.. ..:..:..:...: end") }
            )
            subject = nil
            subscription.dispose()
            subscription.dispose()
        }
        XCTAssertEqual(
            contents(lines),
            [
                "below -> subscribed", "never -> subscribed", "below -> isDisposed", "never -> isDisposed",
                "subject -> subscribed", "subject -> isDisposed", "end",
            ]
        )
    }

    func testDisposingInACallbackIsTheEnd() throws {
        let subject = PublishSubject<Int>()
        var received: [Int] = []
        let lines = try standardOutput {
            var subscription: Disposable?
            subscription = subject.debug("id").subscribe(onNext: { element in
                received.append(element)
                subscription?.dispose()
            })
            subject.onNext(1)
            subject.onNext(2)
        }
        XCTAssertEqual(received, [1])
        XCTAssertEqual(contents(lines), ["id -> subscribed", "id -> Event next(1)", "id -> isDisposed"])
        XCTAssertFalse(subject.hasObservers)
    }

    func testCapturesAreReleased() throws {
        for end in ["dispose", "complete", "source"] {
            var subject: PublishSubject<Int>? = PublishSubject()
            var token: Capture? = Capture()
            weak let alive = token
            let lines = try standardOutput {
                let subscription = subject!.debug("id").subscribe(onNext: { [token] _ in _ = token })
                token = nil
                subject?.onNext(1)
                switch end {
                case "dispose": subscription.dispose()
                case "complete": subject?.onCompleted()
                default:
                    subject = nil
                    subscription.dispose()
                }
                withExtendedLifetime(subscription) {}
            }
            XCTAssertNil(alive, end)
            XCTAssertEqual(lines.last?.hasSuffix("isDisposed"), true, end)
        }
    }
}
