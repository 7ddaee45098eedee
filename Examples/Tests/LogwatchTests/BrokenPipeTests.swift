import XCTest

final class BrokenPipeTests: LogwatchTestCase {
    private let message = "standard output was closed before everything was written"

    /// Runs a line of shell with the program's own exit code.
    private func run(_ pipeline: String) throws -> Program.Outcome {
        try Program.shell(pipeline + "; exit ${PIPESTATUS[0]}")
    }

    /// Shell that ends when nobody reads its output any more.
    private let untilNobodyReads = "trap '' PIPE; while echo 2>/dev/null; do :; done; trap - PIPE"

    func testAReaderThatIsGoneIsSaidSo() throws {
        let path = try file("app.log", String(repeating: "line\n", count: 100))
        let outcome = try run("{ \(untilNobodyReads); exec $LOGWATCH '\(path)'; } | true")
        assertFailed(outcome, with: message)
    }

    func testAReaderThatWantsOneLineGetsItAndEndsTheReading() throws {
        let path = try file("big.log", String(repeating: "2026-11-21 14:33:07 INFO a line\n", count: 300_000))
        let outcome = try run("$LOGWATCH '\(path)' | head -1")
        assertFailed(outcome, with: message)
        XCTAssertEqual(outcome.output, "\(path) (9.6 MB)\n")
    }

    func testHelpIntoAClosedPipeIsSaidSo() throws {
        let outcome = try run("{ \(untilNobodyReads); exec $LOGWATCH --help; } | true")
        assertFailed(outcome, with: message)
    }

    func testAClosedStandardOutputIsSaidSo() throws {
        let path = try file("app.log", "line\n")
        let outcome = try Program.shell("$LOGWATCH '\(path)' >&-")
        assertFailed(outcome, with: "standard output: Bad file descriptor")
    }
}
