import XCTest

final class BadOptionTests: LogwatchTestCase {
    private let usage: Int32 = 64

    func testAPatternThatIsNoExpressionIsPlainText() throws {
        for pattern in ["(", "[a", "*a", "a{2,1}", "\\"] {
            let path = try file("app.log", "one\ntwo \(pattern) three\n")
            let summary = try Program.summary(path, "--match", pattern)
            XCTAssertEqual(summary.matches?.latest.map(\.line), [2], pattern)
            XCTAssertEqual(summary.matches?.isPlainText, true, pattern)
            let text = try Program.run(path, "--match", pattern).output
            let heading = "Matches of '\(pattern)' as plain text, since it is no regular expression: 1\n"
            XCTAssertTrue(text.contains(heading), text)
        }
        XCTAssertEqual(try Program.summary(of: "a\n", "--match", "[a]").matches?.isPlainText, false)
        XCTAssertEqual(try Program.summary(of: "a\n", "--match", "a").matches?.isPlainText, false)
    }

    func testAnEmptyPatternIsSaidSo() throws {
        let outcome = try Program.run("--match", "")
        assertFailed(outcome, with: "--match needs a pattern, not an empty text", status: usage)
    }

    func testTopMustBePositive() throws {
        for number in [0, -1] {
            let outcome = try Program.run("--top", "\(number)")
            assertFailed(outcome, with: "--top must be at least 1, not \(number)", status: usage)
        }
    }

    func testTheIntervalMustBePositive() throws {
        for number in [0, -60] {
            let outcome = try Program.run("--interval", "\(number)")
            assertFailed(outcome, with: "--interval must be at least 1 second, not \(number)", status: usage)
        }
    }

    func testTheIntervalHasALimit() throws {
        let outcome = try Program.run("--interval", "\(Int.max)")
        let reason = "--interval must be at most 3155760000 seconds, not \(Int.max)"
        assertFailed(outcome, with: reason, status: usage)
    }

    func testWhatIsNoNumberIsSaidOnOneLine() throws {
        for arguments in [["--top", "many"], ["--interval", "1.5"], ["--top", "99999999999999999999"], ["--top"]] {
            let outcome = try RunningProgram(arguments).outcome()
            XCTAssertEqual(outcome.status, usage)
            XCTAssertEqual(outcome.errorLines.count, 1, outcome.errors)
            XCTAssertTrue(outcome.errors.contains(arguments[0]), outcome.errors)
        }
    }

    func testAnUnknownOptionIsSaidOnOneLine() throws {
        let outcome = try Program.run("--folow")
        XCTAssertEqual(outcome.status, usage)
        XCTAssertEqual(outcome.errorLines.count, 1, outcome.errors)
        XCTAssertTrue(outcome.errors.contains("--folow"), outcome.errors)
    }

    func testHelpIsNoFailure() throws {
        let outcome = try Program.run("--help")
        XCTAssertEqual(outcome.status, 0)
        XCTAssertEqual(outcome.errors, "")
        XCTAssertTrue(outcome.output.contains("USAGE: logwatch"), outcome.output)
    }
}
