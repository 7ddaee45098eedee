import Foundation
import XCTest

final class FollowTests: LogwatchTestCase {
    /// What `--follow --json` writes: updates, then the summary.
    private func summary(_ outcome: Program.Outcome) throws -> DecodedSummary {
        let last = try XCTUnwrap(outcome.output.split(separator: "\n").last)
        return try JSONDecoder().decode(DecodedSummary.self, from: Data(last.utf8))
    }

    private func follow(_ path: String, _ arguments: String...) throws -> RunningProgram {
        try RunningProgram([path, "--follow", "--json"] + arguments)
    }

    private func assertEndedWell(_ outcome: Program.Outcome) {
        XCTAssertEqual(outcome.reason, .exit)
        XCTAssertEqual(outcome.status, 0)
        XCTAssertEqual(outcome.errors, "")
    }

    func testLinesAreToldAsTheyArrive() throws {
        let path = try file("app.log", "INFO one\n")
        let program = try follow(path, "--match", "o")
        program.waitForOutput("\"newLines\":1")
        try append("ERROR two\nWARN three\nERR", to: path)
        program.waitForOutput("\"newLines\":2")
        try append("OR four\n", to: path)
        program.waitForOutput("\"lines\":4")
        program.send(SIGINT)
        let outcome = try program.outcome()
        assertEndedWell(outcome)
        XCTAssertTrue(outcome.output.contains("\"errors\":1,\"lines\":3,\"matches\":1"), outcome.output)
        let summary = try summary(outcome)
        XCTAssertEqual(summary.severities["error"], 2)
        XCTAssertEqual(summary.matches?.count, 3)
    }

    func testSIGTERMEndsItWithTheSummary() throws {
        let path = try file("app.log", "one\nlast, without a line break")
        let program = try RunningProgram([path, "--follow"])
        program.waitForOutput("+1 lines (1 in all)")
        program.send(SIGTERM)
        let outcome = try program.outcome()
        assertEndedWell(outcome)
        XCTAssertTrue(outcome.output.contains("2 lines, 30 bytes in"), outcome.output)
    }

    func testATruncatedLogIsReadFromItsStart() throws {
        let path = try file("app.log", "one\ntwo\nthree\n")
        let program = try follow(path)
        program.waitForOutput("\"lines\":3")
        let handle = try XCTUnwrap(FileHandle(forWritingAtPath: path))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data("four\n".utf8))
        try handle.close()
        program.waitForOutput("\"lines\":4")
        program.send(SIGINT)
        let outcome = try program.outcome()
        assertEndedWell(outcome)
        XCTAssertEqual(try summary(outcome).messages.map(\.text), ["four", "one", "three", "two"])
    }

    func testARotatedLogIsReadToItsEndAndThenTheNewOne() throws {
        let path = try file("app.log", "one\n")
        let program = try follow(path)
        program.waitForOutput("\"lines\":1")
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        try append("two, late\n", to: path + ".1")
        program.waitForOutput("\"lines\":2")
        try file("app.log", "three\n")
        program.waitForOutput("\"lines\":3")
        try append("four\n", to: path)
        program.waitForOutput("\"lines\":4")
        program.send(SIGINT)
        let outcome = try program.outcome()
        assertEndedWell(outcome)
        XCTAssertEqual(try summary(outcome).messages.map(\.text), ["four", "one", "three", "two, late"])
    }

    func testAPipeIsFollowedToItsEnd() throws {
        let program = try RunningProgram(["-", "--follow", "--json"], pipedInput: true)
        program.write("one\ntwo")
        program.waitForOutput("\"lines\":1")
        program.write("\nthree\n")
        program.waitForOutput("\"lines\":3")
        let outcome = try program.outcome()
        assertEndedWell(outcome)
        XCTAssertEqual(try summary(outcome).lines, 3)
    }

    func testASilentPipeCanBeStopped() throws {
        let program = try RunningProgram(["-", "--follow", "--json"], pipedInput: true)
        program.write("one\n")
        program.waitForOutput("\"lines\":1")
        program.send(SIGTERM)
        let outcome = try program.outcome()
        assertEndedWell(outcome)
    }

    func testInvalidUTF8EndsIt() throws {
        let path = try file("app.log", "one\n")
        let program = try follow(path)
        program.waitForOutput("\"lines\":1")
        let handle = try XCTUnwrap(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data([0xFF, 0x0A]))
        try handle.close()
        let outcome = try program.outcome()
        assertFailed(outcome, with: "\(path): line 2 is not valid UTF-8")
    }

    func testAReaderThatGoesAwayEndsIt() throws {
        let path = try file("app.log", "one\n")
        let outcome = try Program.shell("$LOGWATCH '\(path)' --follow | head -1; exit ${PIPESTATUS[0]}")
        assertFailed(outcome, with: "standard output was closed before everything was written")
        XCTAssertEqual(outcome.output, "\(path) (4 B)\n")
    }

    func testAMissingFileCannotBeFollowed() throws {
        let path = directory.path + "/missing.log"
        assertFailed(try Program.run(path, "--follow"), with: "\(path): No such file or directory")
    }
}
