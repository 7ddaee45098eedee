// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class ContractExamples: XCTestCase {
    func testContractToken() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            OperatorContract("scaled", sends: [1, 2]) { source, token in source.map { token.keep($0 * 2) } }.check()
        }
        XCTAssertEqual(printed.lines, [])
    }

    func testOperatorContract() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            OperatorContract("evenOnes", sends: [1, 2, 3]) { source in source.filter { $0 % 2 == 0 } }.check()
        }
        XCTAssertEqual(printed.lines, [])
    }

    func testOperatorContract2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            OperatorContract("first", sends: ["a"], excusing: [.errorIsForwarded: "it has ended before"]) { source in
                source.take(1)
            }.check()
        }
        XCTAssertEqual(printed.lines, [])
    }

    func testOperatorContract3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            OperatorContract("scaled", sends: [1.5, 2]) { source, token in source.map { token.keep($0 * 2) } }.check()
        }
        XCTAssertEqual(printed.lines, [])
    }

    func testOperatorContract4() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            OperatorContract(
                "paused",
                sends: [1, 2],
                advancing: 5,
                excusing: [
                    .emitInsideNext: "what comes too soon after another is dropped",
                    .endDuringSubscription: "nothing comes while the clock stands still",
                ]
            ) { source, scheduler in source.debounce(.seconds(5), scheduler: scheduler) }.check()
        }
        XCTAssertEqual(printed.lines, [])
    }
}
