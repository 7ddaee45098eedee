import Foundation
import XCTest

/// A test with a directory of its own for logs.
class LogwatchTestCase: XCTestCase {
    private(set) var directory = URL(fileURLWithPath: "/")

    override func setUpWithError() throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("logwatch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws {
        try FileManager.default.removeItem(at: directory)
    }

    /// Writes a file and returns its path.
    @discardableResult
    func file(_ name: String, _ content: Data) throws -> String {
        let url = directory.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try content.write(to: url)
        return url.path
    }

    @discardableResult
    func file(_ name: String, _ text: String) throws -> String {
        try file(name, Data(text.utf8))
    }

    func append(_ text: String, to path: String) throws {
        let handle = try XCTUnwrap(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    /// The program ended by itself, not by a signal, with a code that says failure and one line that says why.
    func assertFailed(
        _ outcome: Program.Outcome,
        with message: String,
        status: Int32 = 1,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        XCTAssertEqual(outcome.reason, .exit, file: file, line: line)
        XCTAssertEqual(outcome.status, status, file: file, line: line)
        XCTAssertEqual(outcome.errorLines, ["logwatch: " + message], file: file, line: line)
    }
}
