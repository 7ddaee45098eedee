// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class DisposablesExamples: XCTestCase {
    func testCompositeDisposable() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let connections = CompositeDisposable()
            let key = connections.insert(Disposables.create { print("first closed") })
            _ = connections.insert(Disposables.create { print("second closed") })
            if let key { connections.remove(for: key) }
            connections.dispose()
            _ = connections
            _ = key
        }
        XCTAssertEqual(printed.lines, [#"first closed"#, #"second closed"#])
    }

    func testDisposables() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let connection = Disposables.create { print("closed") }
            connection.dispose()
            connection.dispose()
            _ = connection
        }
        XCTAssertEqual(printed.lines, [#"closed"#])
    }

    func testDisposeBag() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            var bag = DisposeBag()
            prices.subscribe(onNext: { print($0) }).disposed(by: bag)
            prices.onNext(101)
            bag = DisposeBag()  // releases the first bag, which ends the subscription
            prices.onNext(102)
            _ = prices
        }
        XCTAssertEqual(printed.lines, [#"101"#])
    }

    func testRefCountDisposable() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let connection = RefCountDisposable(disposable: Disposables.create { print("closed") })
            let user = connection.retain()
            connection.dispose()
            print("one user left")
            user.dispose()
            _ = connection
            _ = user
        }
        XCTAssertEqual(printed.lines, [#"one user left"#, #"closed"#])
    }

    func testSerialDisposable() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let connection = SerialDisposable()
            connection.disposable = Disposables.create { print("first closed") }
            connection.disposable = Disposables.create { print("second closed") }
            connection.dispose()
            _ = connection
        }
        XCTAssertEqual(printed.lines, [#"first closed"#, #"second closed"#])
    }

    func testSingleAssignmentDisposable() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let connection = SingleAssignmentDisposable()
            connection.dispose()
            connection.setDisposable(Disposables.create { print("closed") })
            _ = connection
        }
        XCTAssertEqual(printed.lines, [#"closed"#])
    }
}
