import Foundation
import LogReading
import Millrace
import XCTest

/// Followed logs whose name has gone to another file, which cannot be read at first.
final class NewFileTests: LogwatchTestCase {
    private struct Outcome {
        var lines: [String] = []
        var failures: [String] = []
        var end: String?
    }

    /// Follows the log until the line "last" comes. With the key of a step, that many times the reader has told how far
    /// it is: at each look, and after each block.
    private func follow(
        _ path: String,
        patience: Duration,
        hearingFailures: Bool = true,
        _ steps: [Int: () throws -> Void]
    ) -> Outcome {
        var outcome = Outcome()
        let reader = LogReader([.path(path)], follows: true, patience: patience)
        let subscriptions = CompositeDisposable()
        _ = subscriptions.insert(
            reader.lines.subscribe(
                onNext: { outcome.lines.append(String(decoding: $0.bytes, as: UTF8.self)) },
                onError: { outcome.end = ($0 as? Failure)?.message ?? "\($0)" }
            )
        )
        if hearingFailures {
            _ = subscriptions.insert(
                reader.failures.subscribe(onNext: { outcome.failures.append(($0 as? Failure)?.message ?? "\($0)") })
            )
        }
        var looks = 0
        _ = subscriptions.insert(
            reader.progress.subscribe(onNext: { _ in
                looks += 1
                do {
                    try steps[looks]?()
                } catch {
                    XCTFail("step \(looks): \(error)")
                }
                // At most 200 looks, so that the test ends if the line does not come.
                if outcome.lines.last == "last" || looks == 200 { subscriptions.dispose() }
            })
        )
        reader.run()
        return outcome
    }

    /// Something that has the name of a log, and that not even root can open as one.
    private func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    func testEachFileThatCannotBeOpenedIsToldOnce() throws {
        let path = try file("app.log", "one\n")
        let outcome = follow(
            path,
            patience: .zero,
            [
                3: {
                    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
                    try self.makeFolder(path)
                },
                9: { try self.append("two, late\n", to: path + ".1") },
                15: {
                    try self.makeFolder(path + ".new")
                    try FileManager.default.removeItem(atPath: path)
                    try FileManager.default.moveItem(atPath: path + ".new", toPath: path)
                },
                21: {
                    try FileManager.default.removeItem(atPath: path)
                    try self.file("app.log", "last\n")
                },
            ]
        )
        XCTAssertEqual(outcome.lines, ["one", "two, late", "last"])
        XCTAssertEqual(outcome.failures, Array(repeating: "\(path): Is a directory", count: 2))
        XCTAssertNil(outcome.end)
    }

    func testAFileThatCanBeReadAfterAWhileIsNoFailure() throws {
        let path = try file("app.log", "one\n")
        let outcome = follow(
            path,
            patience: .seconds(60),
            [
                3: {
                    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
                    // As gzip begins; what is compressed cannot be followed.
                    try self.file("app.log", Data([0x1F, 0x8B]))
                },
                9: {
                    let handle = try XCTUnwrap(FileHandle(forWritingAtPath: path))
                    try handle.truncate(atOffset: 0)
                    try handle.write(contentsOf: Data("last\n".utf8))
                    try handle.close()
                },
            ]
        )
        XCTAssertEqual(outcome.lines, ["one", "last"])
        XCTAssertEqual(outcome.failures, [])
        XCTAssertNil(outcome.end)
    }

    func testWhereNobodyHearsOfFailuresTheLinesEnd() throws {
        let path = try file("app.log", "one\n")
        let outcome = follow(
            path,
            patience: .zero,
            hearingFailures: false,
            [
                3: {
                    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
                    try self.makeFolder(path)
                }
            ]
        )
        XCTAssertEqual(outcome.lines, ["one"])
        XCTAssertEqual(outcome.end, "\(path): Is a directory")
    }
}
