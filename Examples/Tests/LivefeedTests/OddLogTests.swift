#if Server
    import Foundation
    import XCTest

    /// One log with all that real logs have and tests seldom do, through both programs.
    final class OddLogTests: XCTestCase {
        /// A byte that is not UTF-8, quotes, an access log, JSON, quiet minutes, a stack trace.
        private let odd =
            Data("2026-11-24T10:00:00Z INFO caf".utf8) + Data([0xE9])
            + Data(
                #"""
                 "open"
                203.0.113.9 - - [24/Nov/2026:10:00:05 +0000] "GET /cart?id=7 HTTP/1.1" 404 153 "-" "curl/8.0"
                203.0.113.9 - - [24/Nov/2026:10:00:06 +0000] "POST /pay HTTP/1.1" 500 21 "-" "curl/8.0"
                {"time":"2026-11-24T10:00:07Z","level":"error","msg":"disk \"full\"","disk":{"free":3}}
                2026-11-24 10:07:30 ERROR failed
                java.io.IOException: gone
                	at shop.Cart.load(Cart.java:7)
                2026-11-24T10:08:00Z WARN it's "slow"

                """#.utf8
            )
        private let packed = "2026-11-24T10:09:00Z INFO from the archive\n"

        private struct Summary: Decodable {
            struct Rates: Decodable {
                struct Interval: Decodable {
                    let lines: Int
                    let problems: Int
                }

                struct Silence: Decodable {
                    let seconds: Int
                }

                let length: Int
                let unit: String
                let intervals: [Interval]
                let longestSilence: Silence?
                let untimedLines: Int
            }

            struct Message: Decodable {
                let text: String
            }

            let lines: Int
            let invalidLines: Int
            let invalidBytes: Int
            let severities: [String: Int]
            let continuedLines: Int
            let rates: Rates
            let messages: [Message]
        }

        func testLogwatchSumsItUp() throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("odd-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let paths = ["odd.log", "archive.log"].map { folder.appendingPathComponent($0) }
            try odd.write(to: paths[0])
            try Data(packed.utf8).write(to: paths[1])
            _ = try output(of: "/bin/sh", ["-c", "gzip '\(paths[1].path)'"])
            let logs = [paths[0].path, paths[1].path + ".gz"]
            let json = try output(of: Livefeed.folder + "/logwatch", logs + ["--interval", "60", "--json"])
            let summary = try JSONDecoder().decode(Summary.self, from: Data(json.utf8))
            XCTAssertEqual(summary.lines, 9)
            XCTAssertEqual([summary.invalidLines, summary.invalidBytes], [1, 1])
            XCTAssertEqual(
                summary.severities.filter { $0.value > 0 },
                ["error": 3, "warning": 2, "info": 2]
            )
            XCTAssertEqual(summary.continuedLines, 2)
            XCTAssertEqual(summary.rates.untimedLines, 0)
            XCTAssertEqual(summary.rates.intervals.map(\.lines), [4, 0, 0, 0, 0, 0, 0, 3, 1, 1])
            XCTAssertEqual(summary.rates.intervals.map(\.problems), [3, 0, 0, 0, 0, 0, 0, 1, 1, 0])
            XCTAssertEqual(summary.rates.longestSilence?.seconds, 443)
            let messages = Set(summary.messages.map(\.text))
            XCTAssertTrue(
                messages.isSuperset(of: [
                    "INFO caf\u{FFFD} \"open\"", "404 GET /cart", "500 POST /pay", "disk \"full\"", "ERROR failed",
                    "WARN it's \"slow\"", "INFO from the archive",
                ]),
                "\(messages)"
            )
        }

        private struct Line: Decodable, Equatable {
            let severity: String
            var logged: String?
            var row: String?
            var continued: Bool?
            let text: String
        }

        func testLivefeedShowsIt() throws {
            let program = try Livefeed()
            let all = try Connection(port: program.port)
            all.ask(for: "/events")
            // /"slow"$/
            let slow = try Connection(port: program.port)
            slow.ask(for: "/events?filter=%2F%22slow%22%24%2F")
            let warnings = try Connection(port: program.port)
            warnings.ask(for: "/events?severities=warning")
            for connection in [all, slow, warnings] { try connection.readUntil("event: hello") }
            try program.write(odd + Data(packed.utf8))
            try all.readUntil("from the archive")
            let lines = try lines(of: all)
            let text = String(decoding: odd, as: UTF8.self) + packed
            XCTAssertEqual(lines.map(\.text), text.split(separator: "\n").map(String.init))
            XCTAssertEqual(
                lines.map(\.severity),
                ["info", "warning", "error", "error", "error", "unknown", "unknown", "warning", "info"]
            )
            XCTAssertEqual(lines.map { $0.continued == true }, (0..<9).map { $0 == 5 || $0 == 6 })
            XCTAssertEqual(lines[1].logged, "2026-11-24 10:00:05")
            XCTAssertEqual(lines[0].row, "caf\u{FFFD} \"open\"")
            XCTAssertEqual(lines[3].row, #"disk "full" disk={"free":3}"#)
            for connection in [slow, warnings] { try connection.readUntil("10:08:00Z") }
            XCTAssertEqual(try self.lines(of: slow), [lines[7]])
            XCTAssertEqual(try self.lines(of: warnings), [lines[1], lines[7]])
        }

        private func lines(of connection: Connection) throws -> [Line] {
            let data = connection.text.components(separatedBy: "\n").filter { $0.hasPrefix("data: {\"time\":") }
            return try data.map { try JSONDecoder().decode(Line.self, from: Data($0.dropFirst(6).utf8)) }
        }

        private func output(of program: String, _ arguments: [String]) throws -> String {
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = arguments
            process.standardOutput = output
            process.standardInput = FileHandle.nullDevice
            try process.run()
            // It is small, so it fits into the pipe.
            guard waitUntil({ !process.isRunning }) else {
                process.terminate()
                throw TimedOut()
            }
            XCTAssertEqual(process.terminationStatus, 0)
            return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
    }
#endif
