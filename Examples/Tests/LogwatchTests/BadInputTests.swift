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

    func testInvalidUTF8IsSaidWithItsLine() throws {
        let path = try file("latin1.log", Data("first\nsecond\n".utf8) + Data([0x63, 0x61, 0x66, 0xE9, 0x0A]))
        assertFailed(try Program.run(path, "--json"), with: "\(path): line 3 is not valid UTF-8")
    }

    func testInvalidUTF8OnStandardInputIsSaidWithItsLine() throws {
        for bytes: [UInt8] in [
            [0x80], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF8],
            [0xE2, 0x82],
        ] {
            let outcome = try Program.run("-", "--json", input: Data("é\n".utf8) + Data(bytes))
            assertFailed(outcome, with: "standard input: line 2 is not valid UTF-8")
        }
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
