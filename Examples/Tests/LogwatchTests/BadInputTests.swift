import Foundation
import XCTest

final class BadInputTests: LogwatchTestCase {
    func testAMissingFileIsSaidSo() throws {
        let path = directory.path + "/missing.log"
        let outcome = try Program.run(path)
        assertFailed(outcome, with: "\(path): No such file or directory")
        XCTAssertEqual(outcome.output, "")
    }

    func testADirectoryIsSaidToBeOne() throws {
        assertFailed(try Program.run(directory.path), with: "\(directory.path): Is a directory")
    }

    func testAnUnreadableFileIsSaidSo() throws {
        let path = try file("secret.log", "line\n")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        var prefix = ""
        if geteuid() == 0 {
            // Root may read everything: run a copy of the program, where anybody can reach it, as somebody else.
            prefix =
                "cp $LOGWATCH '\(directory.path)' && chmod -R go+rX '\(directory.path)' && chmod 0 '\(path)' && "
                + "LOGWATCH='\(directory.path)/logwatch' && setpriv --reuid=65534 --regid=65534 --clear-groups "
            let reachable = try Program.shell(prefix + "$LOGWATCH --help")
            try XCTSkipIf(reachable.status != 0, "nobody else can run the program: \(reachable.errors)")
        }
        assertFailed(try Program.shell(prefix + "$LOGWATCH '\(path)'"), with: "\(path): Permission denied")
    }

    #if os(Linux)
        func testAFileThatFailsWhileBeingReadIsSaidSo() throws {
            let outcome = try Program.run("/proc/self/mem", "--json")
            assertFailed(outcome, with: "/proc/self/mem: Input/output error")
        }

        func testAFullDiskBehindStandardOutputIsSaidSo() throws {
            let path = try file("app.log", "line\n")
            let outcome = try Program.shell("$LOGWATCH '\(path)' > /dev/full")
            assertFailed(outcome, with: "standard output: No space left on device")
        }
    #endif

    func testBytesThatAreNotUTF8AreCountedAndReplaced() throws {
        let path = try file("latin1.log", Data("first\ncaf".utf8) + Data([0xE9, 0x0A]) + Data("third é\n".utf8))
        let summary = try Program.summary(path, "--match", "caf")
        XCTAssertEqual(summary.lines, 3)
        XCTAssertEqual([summary.invalidLines, summary.invalidBytes], [1, 1])
        XCTAssertEqual(summary.matches?.latest.map(\.text), ["caf\u{FFFD}"])
        XCTAssertEqual(summary.messages.map(\.text), ["caf\u{FFFD}", "first", "third é"])
        let text = try Program.run(path).output
        XCTAssertTrue(
            text.contains("\n1 byte in 1 line is not UTF-8; what they stand for is shown as \u{FFFD}\n"),
            text
        )
    }

    func testOnlyBytesThatBelongToNoCharacterAreCounted() throws {
        for (bytes, count) in [
            ([0x80], 1), ([0xC0, 0xAF], 2), ([0xE0, 0x80, 0xAF], 3), ([0xED, 0xA0, 0x80], 3),
            ([0xF4, 0x90, 0x80, 0x80], 4),
            ([0xF8], 1), ([0xE2, 0x82], 2), ([0xE2, 0x82, 0xAC], 0), ([0xE2, 0x82, 0xC3, 0xA9], 2),
        ] as [([UInt8], Int)] {
            let summary = try Program.summary("-", input: Data("é\n".utf8) + Data(bytes))
            XCTAssertEqual(summary.lines, 2)
            XCTAssertEqual(summary.invalidBytes, count, "\(bytes)")
            XCTAssertEqual(summary.invalidLines, count == 0 ? 0 : 1, "\(bytes)")
        }
    }

    func testTheMarkBeforeATextBelongsToNoLine() throws {
        let summary = try Program.summary("-", input: Data([0xEF, 0xBB, 0xBF]) + Data("one\r\n".utf8))
        XCTAssertEqual(summary.messages.map(\.text), ["one"])
        XCTAssertEqual(summary.bytes, 8)
    }

    func testALineWithoutEndIsNotReadIntoMemory() throws {
        // Where SIGPIPE is ignored, head says that nobody reads on.
        let outcome = try Program.shell("head -c 20000000 /dev/zero 2>/dev/null | $LOGWATCH - --json")
        assertFailed(outcome, with: "standard input: line 1 is longer than 16,777,216 bytes")
    }

    func testADirectoryWithoutLogsIsSaidSo() throws {
        let outcome = try Program.run("--directory", directory.path)
        assertFailed(outcome, with: "no readable log in \(directory.path); name a file, or - for standard input")
    }

    func testAFileNameCannotBreakTheLine() throws {
        assertFailed(try Program.run("a\nb\u{1B}[31m"), with: "a·b·[31m: No such file or directory")
    }
}
