import Foundation
import XCTest

final class CompressedTests: LogwatchTestCase {
    /// Compresses a file with a program; skips the test where there is none.
    private func pack(_ path: String, with program: String, suffix: String) throws -> String {
        let outcome = try Program.shell(
            "command -v \(program) >/dev/null && \(program) -c '\(path)' > '\(path)\(suffix)'"
        )
        try XCTSkipIf(outcome.status != 0, "\(program) is not here: \(outcome.errors)")
        return path + suffix
    }

    private func checkPacking(_ program: String, _ suffix: String) throws {
        let lines = (1...4_000).map { "2026-11-21 14:33:07 INFO line \($0)\n" }.joined()
        let plain = try file("app.log", lines)
        let path = try pack(plain, with: program, suffix: suffix)
        let summary = try Program.summary(path)
        XCTAssertEqual(summary.inputs, [path])
        XCTAssertEqual(summary.lines, 4_000)
        XCTAssertEqual(summary.bytes, lines.utf8.count)
        let text = try Program.run(path, "--progress")
        XCTAssertTrue(text.output.hasPrefix("\(path) ("), text.output)
        XCTAssertTrue(text.output.contains(", compressed with \(program))\n"), text.output)
        XCTAssertTrue(text.errors.contains("100 %, 4,000 lines"), text.errors)
        // Also as standard input, and for a reader that wants nothing of it.
        let outcome = try Program.shell("$LOGWATCH --json < '\(path)'")
        XCTAssertTrue(outcome.output.contains("\"lines\" : 4000"), outcome.output)
        let unread = try Program.shell("$LOGWATCH '\(path)' | true; exit ${PIPESTATUS[0]}")
        XCTAssertEqual(unread.reason, .exit)
        XCTAssertTrue(unread.status < 2)
        // A pipe is refused with what to do.
        assertFailed(
            try Program.shell("cat '\(path)' 2>/dev/null | $LOGWATCH -"),
            with: "standard input is compressed with \(program); pipe in what this prints: \(program) -dc FILE"
        )
    }

    func testGzip() throws { try checkPacking("gzip", ".gz") }

    func testBzip2() throws { try checkPacking("bzip2", ".bz2") }

    func testXZ() throws { try checkPacking("xz", ".xz") }

    func testZstandard() throws { try checkPacking("zstd", ".zst") }

    func testLZ4() throws { try checkPacking("lz4", ".lz4") }

    func testACutFileIsSaidSoAfterWhatWasReadOfIt() throws {
        let numbers = (1...100_000).map { "line \($0 &* 2_654_435_761 % 1_000_003)\n" }.joined()
        let path = try pack(try file("app.log", numbers), with: "gzip", suffix: ".gz")
        let handle = try XCTUnwrap(FileHandle(forWritingAtPath: path))
        try handle.truncate(atOffset: try handle.seekToEnd() / 2)
        try handle.close()
        let outcome = try Program.run(path, "--json")
        XCTAssertEqual(outcome.status, 1)
        XCTAssertEqual(outcome.errorLines.count, 1)
        XCTAssertTrue(outcome.errors.hasPrefix("logwatch: \(path): gzip: "), outcome.errors)
        let summary = try JSONDecoder().decode(DecodedSummary.self, from: Data(outcome.output.utf8))
        XCTAssertGreaterThan(summary.lines, 1_000)
        XCTAssertEqual(summary.failures.count, 1)
    }

    func testAProgramThatIsMissingIsNamed() throws {
        let path = try file("app.log.zst", Data([0x28, 0xB5, 0x2F, 0xFD, 0, 0]))
        assertFailed(
            try Program.shell("PATH=/nowhere $LOGWATCH '\(path)'"),
            with: "\(path) is compressed with zstd, which is not installed here; install it"
        )
    }

    func testWhatIsNoTextIsRefusedWithWhatToDo() throws {
        for (bytes, what, command) in [
            (Array("PK\u{3}\u{4}".utf8), "a zip archive", "unzip -p FILE"),
            (Array("LPKSHHRH".utf8), "a journal of systemd", "journalctl --file FILE -o short-iso"),
            ([0xFF, 0xFE, 0x41, 0], "UTF-16", "iconv -f UTF-16 -t UTF-8 FILE"),
        ] {
            let path = try file("app.log", Data(bytes))
            let message = "is \(what); pipe in what this prints: \(command)"
            assertFailed(
                try Program.run(path),
                with: "\(path) \(message.replacingOccurrences(of: "FILE", with: "'\(path)'"))"
            )
            assertFailed(try Program.run("-", input: Data(bytes)), with: "standard input \(message)")
        }
    }
}
