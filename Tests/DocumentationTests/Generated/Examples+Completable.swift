// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class CompletableExamples: XCTestCase {
    func testCompletableCombining() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let (upload, backup) = (PublishSubject<Never>(), PublishSubject<Never>())
            let subscription = Completable.zip([upload.asCompletable(), backup.asCompletable()])
                .subscribe(onCompleted: { print("both have completed") })
            upload.onCompleted()
            print("one has completed")
            backup.onCompleted()
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"one has completed"#, #"both have completed"#])
    }

    func testCompletableCombining2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let stored = Completable.empty().do(onCompleted: { print("stored") })
            let subscription = stored
                .andThen(Single.just("receipt"))
                .subscribe(onSuccess: { print($0) })
            _ = stored
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"stored"#, #"receipt"#])
    }

    func testCompletableSubscribe() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Completable.empty().subscribe { event in
                switch event {
                case .completed: print("stored")
                case .error(let error): print("not stored: \(error)")
                }
            }
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"stored"#])
    }

    func testCompletableSubscribe2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let stored = Completable.error(RxError.timeout)
            let subscription = stored.subscribe(
                onCompleted: { print("stored") },
                onError: { print("not stored: \($0)") },
                onDisposed: { print("disposed") }
            )
            _ = stored
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"not stored: Sequence timeout."#, #"disposed"#])
    }

    func testCompletableSubscribe3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            final class Label { var text = "" }
            let label = Label()
            let subscription = Completable.empty()
                .subscribe(with: label, onCompleted: { label in label.text = "stored" })
            print(label.text)
            _ = label
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"stored"#])
    }

    func testCompletable() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let stored = Completable.empty()
            let subscription = stored.subscribe(
                onCompleted: { print("stored") },
                onError: { print("not stored: \($0)") }
            )
            _ = stored
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"stored"#])
    }

    func testCompletable2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            func save(_ note: String) -> Completable {
                .create { observer in
                    observer(note.isEmpty ? .error(RxError.noElements) : .completed)
                    return Disposables.create()
                }
            }
            let subscription = save("buy milk").subscribe(onCompleted: { print("saved") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"saved"#])
    }

    func testCompletable3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("line 1", "line 2")
                .ignoreElements()
                .asCompletable()
                .subscribe(onCompleted: { print("completed") })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"completed"#])
    }
}
