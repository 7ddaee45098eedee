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
        program.waitForOutput("+1 line (1 in all)")
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

    func testANewLogThatCannotBeOpenedYetIsWaitedFor() throws {
        let path = try file("app.log", "one\n")
        let program = try follow(path)
        program.waitForOutput("\"lines\":1")
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        // Nobody can open it as a log, not even root.
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try append("two, late\n", to: path + ".1")
        program.waitForOutput("\"lines\":2")
        try append("three, later\n", to: path + ".1")
        program.waitForOutput("\"lines\":3")
        try FileManager.default.removeItem(atPath: path)
        try file("app.log", "four\n")
        program.waitForOutput("\"lines\":4")
        program.send(SIGINT)
        let outcome = try program.outcome()
        assertEndedWell(outcome)
        let summary = try summary(outcome)
        XCTAssertEqual(summary.messages.map(\.text), ["four", "one", "three, later", "two, late"])
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

    func testBytesThatAreNotUTF8AreCounted() throws {
        let path = try file("app.log", "one\n")
        let program = try follow(path)
        program.waitForOutput("\"newLines\":1")
        let handle = try XCTUnwrap(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data([0xFF, 0x0A]))
        try handle.close()
        program.waitForOutput("\"lines\":2")
        program.send(SIGINT)
        let outcome = try program.outcome()
        assertEndedWell(outcome)
        XCTAssertEqual(try summary(outcome).invalidBytes, 1)
    }

    func testSeveralLogsAreFollowedAtOnce() throws {
        let first = try file("first.log", "one\n")
        let second = try file("second.log", "two\n")
        let program = try RunningProgram([first, "-", second, "--follow", "--json", "--match", "o"], pipedInput: true)
        program.waitForOutput("\"lines\":2")
        try append("o three\n", to: second)
        program.waitForOutput("\"lines\":3")
        program.write("o four\n")
        program.waitForOutput("\"lines\":4")
        try append("o five\n", to: first)
        program.waitForOutput("\"lines\":5")
        program.closeInput()
        try FileManager.default.moveItem(atPath: first, toPath: first + ".1")
        try file("first.log", "o six\n")
        program.waitForOutput("\"lines\":6")
        program.send(SIGTERM)
        let outcome = try program.outcome()
        assertEndedWell(outcome)
        let summary = try summary(outcome)
        XCTAssertEqual(summary.inputs, [first, "standard input", second])
        XCTAssertEqual(
            summary.matches?.latest.map { "\($0.input) \($0.line) \($0.text)" }.sorted(),
            [
                "\(first) 1 one", "\(first) 2 o five", "\(first) 3 o six", "\(second) 1 two", "\(second) 2 o three",
                "standard input 1 o four",
            ]
        )
    }

    func testACompressedLogIsNotFollowed() throws {
        let path = try file("app.log.gz", Data([0x1F, 0x8B, 8, 0]))
        assertFailed(
            try Program.run(path, "--follow"),
            with: "\(path) is compressed with gzip, so it cannot be followed"
        )
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
