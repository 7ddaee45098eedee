// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class PrimitiveSequenceExamples: XCTestCase {
    func testPrimitiveSequence() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let name: PrimitiveSequence<SingleTrait, String> = .just("Ada") // a Single<String>
            let subscription = name.subscribe(onSuccess: { print($0) })
            _ = name
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"Ada"#])
    }

    func testPrimitiveSequence2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Single.just("Ada")
                .asObservable()
                .concat(Observable.just("Grace"))
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"Ada"#, #"Grace"#])
    }
}
