import Foundation
import XCTest

final class NewestLogTests: LogwatchTestCase {
    /// A file last written to so many seconds ago.
    private func log(_ name: String, _ content: Data, age: TimeInterval) throws {
        let path = try file(name, content)
        try FileManager.default.setAttributes([.modificationDate: Date() - age], ofItemAtPath: path)
    }

    func testTheNewestReadableTextIsRead() throws {
        try log("dpkg.log", Data("old\n".utf8), age: 300)
        try log("apt/history.log", Data("newest text: é\n".utf8), age: 200)
        try log("empty.log", Data(), age: 50)
        try log("binary.log", Data([0x41, 0, 0x42, 0x0A]), age: 40)
        try log("latin1.log", Data([0xE9, 0x0A]), age: 30)
        try log("notes.txt", Data("not a log\n".utf8), age: 20)
        try log("app.log.1", Data("rotated\n".utf8), age: 10)
        let summary = try Program.summary("--directory", directory.path)
        XCTAssertEqual(summary.inputs, [directory.path + "/apt/history.log"])
        XCTAssertEqual(summary.lines, 1)
    }

    func testSyslogAndMessagesAreLogs() throws {
        try log("app.log", Data("x\n".utf8), age: 300)
        try log("messages", Data("x\n".utf8), age: 200)
        XCTAssertEqual(try Program.summary("--directory", directory.path).inputs, [directory.path + "/messages"])
        try log("syslog", Data("x\n".utf8), age: 100)
        XCTAssertEqual(try Program.summary("--directory", directory.path).inputs, [directory.path + "/syslog"])
    }

    func testACharacterCutByTheFirstLookIsNoBinary() throws {
        try log("app.log", Data((String(repeating: "x", count: 4_095) + "é\n").utf8), age: 0)
        XCTAssertEqual(try Program.summary("--directory", directory.path).lines, 1)
    }

    /// Runs it without a file named, where `/var/log` is the test's own directory.
    private func runWithoutAFile(_ arguments: String) throws -> Program.Outcome {
        let mount = "mount --bind '\(directory.path)' /var/log"
        try XCTSkipIf(try Program.shell("unshare -m sh -c \"\(mount)\"").status != 0, "nothing may be mounted here")
        return try Program.shell("unshare -m sh -c \"\(mount) && $LOGWATCH \(arguments)\"")
    }

    func testWithoutABetterLogASampleIsShown() throws {
        let dull = (1...100).map { "Start-Date: 2026-11-21  14:33:07 package \($0)\n" }.joined()
        try log("apt/history.log", Data(dull.utf8), age: 100)
        try log("app.log", Data("ERROR without a time\n".utf8), age: 50)
        let outcome = try runWithoutAFile("")
        XCTAssertEqual(outcome.status, 0)
        XCTAssertEqual(outcome.errors, "")
        XCTAssertTrue(outcome.output.hasPrefix("a sample, half a day of a web shop, "), outcome.output)
        for expected in [
            "longest silence: 41 min", "  quiet\n", "  error ", "INFO http GET /products/# # in # ms",
            "  2026-11-20 08:00:00.200 INFO  main  shop 4.2.0 started in 812 ms, 8 workers\n",
        ] {
            let text = try runWithoutAFile("--match started").output
            XCTAssertTrue(text.contains(expected), "\(expected) is not in \(text)")
        }
    }

    func testABetterLogIsReadThoughItIsOlder() throws {
        let telling = (10...59).map { "2026-11-21 14:33:\($0) \($0 % 10 == 0 ? "ERROR" : "line")\n" }.joined()
        try log("app.log", Data(telling.utf8), age: 300)
        try log("dpkg.log", Data("2026-11-21 14:33:07 status installed\n".utf8), age: 100)
        XCTAssertTrue(try runWithoutAFile("").output.hasPrefix("/var/log/app.log ("))
        // What was asked for is read.
        XCTAssertTrue(try runWithoutAFile("--directory /var/log").output.hasPrefix("/var/log/dpkg.log ("))
    }
}
