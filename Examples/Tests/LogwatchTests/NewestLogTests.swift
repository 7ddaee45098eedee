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
}
