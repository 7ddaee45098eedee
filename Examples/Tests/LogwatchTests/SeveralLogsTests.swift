import Foundation
import XCTest

final class SeveralLogsTests: LogwatchTestCase {
    func testSeveralLogsAreOneSummary() throws {
        let first = try file("app.log.1", "2026-11-21 14:33:07 INFO one\n")
        let second = try file("app.log", "2026-11-21 14:34:07 ERROR two\n2026-11-21 14:33:08 INFO one\nlast")
        let summary = try Program.summary(first, second, "--match", "one|last")
        XCTAssertEqual(summary.inputs, [first, second])
        XCTAssertEqual(summary.lines, 4)
        XCTAssertEqual(summary.messages.first, .init(count: 2, text: "INFO one"))
        XCTAssertEqual(
            summary.matches?.latest,
            [
                .init(input: first, line: 1, text: "2026-11-21 14:33:07 INFO one"),
                .init(input: second, line: 2, text: "2026-11-21 14:33:08 INFO one"),
                .init(input: second, line: 3, text: "last"),
            ]
        )
        let text = try Program.run(first, second, "--match", "last|:07 INFO").output
        XCTAssertTrue(text.hasPrefix("\(first) (29 B)\n\(second) (63 B)\n\n4 lines, 92 bytes in "), text)
        XCTAssertTrue(
            text.hasSuffix(
                "Matches of 'last|:07 INFO': 2\n  app.log.1:1  2026-11-21 14:33:07 INFO one\n    app.log:3  last\n"
            ),
            text
        )
    }

    func testWhatCannotBeReadIsSaidAndLeftOut() throws {
        let missing = directory.path + "/missing.log"
        let path = try file("app.log", "one\n")
        let outcome = try Program.run(missing, path, directory.path, "--match", "o")
        XCTAssertEqual(outcome.status, 1)
        XCTAssertEqual(
            outcome.errorLines,
            ["logwatch: \(missing): No such file or directory", "logwatch: \(directory.path): Is a directory"]
        )
        XCTAssertTrue(outcome.output.contains("1 line, 4 bytes in "), outcome.output)
        XCTAssertTrue(outcome.output.contains("\n  1  one\n"), outcome.output)
    }

    func testStandardInputIsOneOfThem() throws {
        let path = try file("app.log", "one\n")
        let summary = try Program.summary(path, "-", input: Data("two\nthree\n".utf8))
        XCTAssertEqual(summary.inputs, [path, "standard input"])
        XCTAssertEqual(summary.lines, 3)
        assertFailed(try Program.run("-", "-"), with: "standard input can be read once only", status: 64)
    }

    func testProgressIsOfAllOfThem() throws {
        let first = try file("first.log", String(repeating: "line\n", count: 100_000))
        let second = try file("second.log", "line\n")
        let outcome = try Program.run(first, second, "--progress")
        XCTAssertTrue(outcome.errors.contains("100 %, 100,001 lines, 500.0 kB"), outcome.errors)
    }
}
