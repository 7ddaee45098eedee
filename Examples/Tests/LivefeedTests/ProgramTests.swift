#if Server
    import Foundation
    import XCTest

    /// The program as a whole, over sockets.
    final class ProgramTests: XCTestCase {
        func testAStreamHasTheLinesThatWereAskedFor() throws {
            let program = try Livefeed()
            let connection = try Connection(port: program.port)
            connection.ask(for: "/events?filter=b%20-c&least=info")
            try connection.readUntil("event: hello")
            try program.write("INFO a\nINFO b\nINFO b c\nDEBUG b\nERROR b\n")
            try connection.readUntil("ERROR b")
            XCTAssertTrue(connection.text.contains("INFO b\""))
            for other in ["INFO a", "b c", "DEBUG"] { XCTAssertFalse(connection.text.contains(other), other) }
            XCTAssertTrue(connection.text.contains("Content-Type: text/event-stream"))
        }

        func testABrowserThatConnectsAgainGetsWhatItHasMissed() throws {
            // The totals name the most frequent lines, too.
            let text = { (line: String) in "\"text\":\"\(line)\"" }
            let program = try Livefeed()
            try program.write("one\ntwo\nthree\n")
            let first = try Connection(port: program.port)
            first.ask(for: "/events")
            try first.readUntil(text("three"))
            let ids = first.text.components(separatedBy: "\n").filter { $0.hasPrefix("id: ") }.map { $0.dropFirst(4) }
            XCTAssertEqual(ids.count, 3)
            let second = try Connection(port: program.port)
            second.ask(for: "/events", headers: "Last-Event-ID: \(ids[1])")
            try second.readUntil(text("three"))
            XCTAssertFalse(second.text.contains(text("two")))
        }

        func testAStopEndsEveryStreamAndSaysSo() throws {
            let program = try Livefeed()
            let connections = try (0..<5).map { _ in try Connection(port: program.port) }
            for connection in connections {
                connection.ask(for: "/events")
                try connection.readUntil("event: hello")
            }
            try program.write("last\n")
            for connection in connections { try connection.readUntil("last") }
            program.terminate()
            for connection in connections {
                try connection.readToEnd()
                XCTAssertTrue(connection.text.contains("event: end\ndata: {\"reason\":\"stopped\""), connection.text)
            }
            let outcome = program.outcome()
            XCTAssertEqual(outcome.status, 0)
            XCTAssertTrue(outcome.text.contains("streams left: 0"), outcome.text)
        }

        func testAClientThatDoesNotReadIsCutOffAtTheDeadlineAndItsDropsAreCounted() throws {
            let program = try Livefeed("--deadline", "2", "--capacity", "10")
            let stopped = try Connection(port: program.port, window: 4_096)
            stopped.ask(for: "/events")
            let reading = try Connection(port: program.port)
            reading.ask(for: "/events")
            try reading.readUntil("event: hello")
            let line = String(repeating: "x", count: 1_000)
            // More than all buffers hold.
            for number in 0..<1_000 { try program.write("\(number) \(line)\n") }
            XCTAssertTrue(try waitUntilMetric(program, "livefeed_dropped_total{reason=\"dropOldest\"}") { $0 > 100 })
            let start = Date()
            program.terminate()
            let outcome = program.outcome()
            XCTAssertLessThan(Date().timeIntervalSince(start), 2.5)
            XCTAssertEqual(outcome.status, 0)
            XCTAssertTrue(outcome.text.contains("streams left: 0"), outcome.text)
            let numbers = outcome.text.replacingOccurrences(of: ",", with: "").split { !$0.isNumber }.compactMap {
                Int($0)
            }
            XCTAssertEqual(numbers.count, 5, outcome.text)
            XCTAssertEqual(numbers[2], numbers[3] + numbers[4], outcome.text)
        }

        private func waitUntilMetric(_ program: Livefeed, _ name: String, _ condition: (Int) -> Bool) throws -> Bool {
            waitUntil { (try? program.metrics()[name]).map(condition) ?? false }
        }

        func testAClientThatGoesAwayIsCountedOff() throws {
            let program = try Livefeed()
            var connection: Connection? = try Connection(port: program.port)
            connection?.ask(for: "/events")
            try connection?.readUntil("event: hello")
            XCTAssertEqual(try program.metrics()["livefeed_clients"], 1)
            connection = nil
            // The totals of the next second find it gone.
            XCTAssertTrue(try waitUntilMetric(program, "livefeed_clients") { $0 == 0 })
        }

        func testAClientThatReadsNothingForTooLongLosesItsPlace() throws {
            let program = try Livefeed("--clients", "1", "--stall", "1", "--capacity", "10")
            let stopped = try Connection(port: program.port, window: 4_096)
            stopped.ask(for: "/events")
            XCTAssertTrue(try waitUntilMetric(program, "livefeed_clients") { $0 == 1 })
            let line = String(repeating: "x", count: 1_000)
            // More than all buffers hold.
            for number in 0..<1_000 { try program.write("\(number) \(line)\n") }
            XCTAssertTrue(try waitUntilMetric(program, "livefeed_clients") { $0 == 0 })
            let metrics = try program.metrics()
            let dropped = { (reason: String) in metrics["livefeed_dropped_total{reason=\"\(reason)\"}"] ?? -1 }
            // What was in the queue, or was being written.
            XCTAssertTrue((1...20).contains(dropped("stalled")), "\(metrics)")
            XCTAssertEqual(dropped("disconnected"), 0)
            let lost = ["dropOldest", "dropNewest", "error", "stalled"].map(dropped).reduce(0, +)
            XCTAssertEqual(metrics["livefeed_sent_total"], (metrics["livefeed_delivered_total"] ?? -1) + lost)
            // Its place is free.
            let next = try Connection(port: program.port)
            next.ask(for: "/events")
            try next.readUntil("999 x")
        }

        func testAClientThatReadsSlowlyKeepsItsPlace() throws {
            let program = try Livefeed("--stall", "4", "--capacity", "10")
            let slow = try Connection(port: program.port, window: 32_768)
            slow.ask(for: "/events")
            XCTAssertTrue(try waitUntilMetric(program, "livefeed_clients") { $0 == 1 })
            let line = String(repeating: "x", count: 1_000)
            let deadline = Date() + 9
            while Date() < deadline {
                for _ in 0..<50 { try program.write(line + "\n") }
                try slow.readLittle(16_384)
                usleep(100_000)
            }
            let metrics = try program.metrics()
            XCTAssertEqual(metrics["livefeed_clients"], 1)
            // It was held up all the time.
            XCTAssertGreaterThan(metrics["livefeed_dropped_total{reason=\"dropOldest\"}"] ?? 0, 100)
        }

        #if os(Linux)
            func testClientsThatDoNotReadShareWhatTheyHaveMissed() throws {
                // More than lines, so that the client that reads loses none.
                let program = try Livefeed("--capacity", "2000")
                let line = String(repeating: "x", count: 4_000)
                for number in 1...1_000 { try program.write("\(number) \(line)\n") }
                let reading = try Connection(port: program.port)
                reading.ask(for: "/events?after=1")
                try readLines(1_000, from: reading)
                let before = try program.memory()
                let stopped = try (0..<40).map { _ in try Connection(port: program.port, window: 4_096) }
                for connection in stopped {
                    connection.ask(for: "/events?after=1")
                    try connection.readUntil("event: line")
                }
                let more = try program.memory() - before
                // What a client has for itself does not grow with what it has missed.
                XCTAssertLessThan(more, 80 << 20, "40 clients that have missed 4 MB each")
                let again = try Connection(port: program.port)
                again.ask(for: "/events?after=1")
                try readLines(1_000, from: again)
            }

            /// Reads the lines that begin with the numbers up to `last`, in their order.
            private func readLines(_ last: Int, from connection: Connection) throws {
                var next = 1
                let deadline = Date() + patience
                while next <= last {
                    if Date() > deadline { throw TimedOut() }
                    for line in try connection.takeLines() {
                        guard let text = line.range(of: "\"text\":\"") else { continue }
                        let number = Int(line[text.upperBound...].prefix { $0 != " " })
                        guard number == next else { return XCTFail("\(number ?? 0) instead of \(next)") }
                        next += 1
                    }
                }
            }
        #endif

        func testANewLogThatCannotBeOpenedYetIsWaitedFor() throws {
            let path = NSTemporaryDirectory() + "/livefeed-\(UUID().uuidString).log"
            let former = path + ".1"
            try Data("one\n".utf8).write(to: URL(fileURLWithPath: path))
            defer { for file in [path, former] { try? FileManager.default.removeItem(atPath: file) } }
            let program = try Livefeed(all: ["--log", path, "--port", "0"])
            let connection = try Connection(port: program.port)
            connection.ask(for: "/events")
            try connection.readUntil("one")
            try FileManager.default.moveItem(atPath: path, toPath: former)
            // Nobody can open it as a log, not even root.
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            for line in ["two, late", "three, later"] {
                let file = try FileHandle(forWritingTo: URL(fileURLWithPath: former))
                try file.seekToEnd()
                try file.write(contentsOf: Data((line + "\n").utf8))
                try file.close()
                try connection.readUntil(line)
            }
            try FileManager.default.removeItem(atPath: path)
            try Data("four\n".utf8).write(to: URL(fileURLWithPath: path))
            try connection.readUntil("four")
        }

        func testAConnectionThatAsksForNothingIsClosed() throws {
            let program = try Livefeed("--stall", "1")
            let silent = try Connection(port: program.port)
            try silent.readToEnd()
            XCTAssertEqual(silent.text, "")
        }

        func testThereAreNoMoreStreamsThanAllowed() throws {
            let program = try Livefeed("--clients", "1")
            let connection = try Connection(port: program.port)
            connection.ask(for: "/events")
            try connection.readUntil("event: hello")
            let refused = try answer(program.port, "/events")
            XCTAssertTrue(refused.hasPrefix("HTTP/1.1 503"), refused)
            XCTAssertTrue(refused.contains("Retry-After: 5"), refused)
            XCTAssertEqual(try program.metrics()["livefeed_refused_total"], 1)
        }

        func testBadRequestsAreRefused() throws {
            let program = try Livefeed()
            for query in [
                "filter=%22a", "filter=/(/", "severities=bad", "filter=a%20b%20c%20d%20e%20f%20g%20h%20i", "least=x",
                "overflow=buffer", "after=x",
            ] {
                let text = try answer(program.port, "/events?" + query)
                XCTAssertTrue(text.hasPrefix("HTTP/1.1 400"), text)
                XCTAssertTrue(text.contains("Content-Security-Policy: default-src 'none'"), text)
            }
            XCTAssertTrue(try answer(program.port, "/nothing").hasPrefix("HTTP/1.1 404"))
        }

        func testALineCanBeAskedFor() throws {
            let program = try Livefeed()
            try program.write("2026-11-24 10:00:07 ERROR failed\n\tat a\n")
            let connection = try Connection(port: program.port)
            connection.ask(for: "/events")
            try connection.readUntil("at a")
            let number = try XCTUnwrap(
                connection.text.components(separatedBy: "\n").last { $0.hasPrefix("id: ") }?.dropFirst(4)
            )
            let found = try answer(program.port, "/line?number=\(number)")
            XCTAssertTrue(found.hasPrefix("HTTP/1.1 200"), found)
            XCTAssertTrue(found.contains("ERROR failed\"}},{\"number\":\(number),\"line\":{"), found)
            XCTAssertTrue(try answer(program.port, "/line?number=1").hasPrefix("HTTP/1.1 404"))
            XCTAssertTrue(try answer(program.port, "/line?number=x").hasPrefix("HTTP/1.1 400"))
        }

        func testAFilterFindsALineAmongThousandsThatWereThere() throws {
            let path = NSTemporaryDirectory() + "/livefeed-\(UUID().uuidString).log"
            let lines = (1...5_000).map { $0 == 9 ? "ERROR the only one" : "2026-11-24 10:00:07 INFO request \($0)" }
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: path))
            defer { try? FileManager.default.removeItem(atPath: path) }
            let program = try Livefeed(all: ["--log", path, "--port", "0"])
            XCTAssertTrue(try waitUntilMetric(program, "livefeed_lines_elements_total") { $0 == 5_000 })
            let connection = try Connection(port: program.port)
            connection.ask(for: "/events?severities=error")
            try connection.readUntil("the only one")
            XCTAssertTrue(connection.text.contains("{\"looked\":5000,\"found\":1,\"sent\":1}"), connection.text)
        }

        func testPagesOfOthersCannotReadTheLog() throws {
            let program = try Livefeed()
            for host in ["example.com", "127.0.0.1.example.com:8080", ""] {
                let text = try answer(program.port, "/", host: host)
                XCTAssertFalse(text.hasPrefix("HTTP/1.1 200"), text)
            }
            for host in ["localhost", "LOCALHOST:\(program.port)", "127.0.0.1:1", "[::1]:80"] {
                let text = try answer(program.port, "/", host: host)
                XCTAssertTrue(text.hasPrefix("HTTP/1.1 200"), text)
                XCTAssertTrue(text.contains("frame-ancestors 'none'"), text)
                XCTAssertFalse(text.contains("Access-Control-Allow-Origin"), text)
            }
        }

        func testALogThatHasEndedIsStillShown() throws {
            let program = try Livefeed()
            try program.write("the end")
            try program.closeInput()
            let connection = try Connection(port: program.port)
            connection.ask(for: "/events")
            try connection.readUntil("the end")
            program.terminate()
            XCTAssertEqual(program.outcome().status, 0)
        }

        func testAProgramThatIsToEndWithItsLogDoes() throws {
            let program = try Livefeed("--ends-with-log")
            let connection = try Connection(port: program.port)
            connection.ask(for: "/events")
            try connection.readUntil("event: hello")
            try program.write("the end\n")
            try program.closeInput()
            try connection.readToEnd()
            XCTAssertTrue(connection.text.contains("the end"), connection.text)
            XCTAssertTrue(connection.text.contains("event: end"), connection.text)
            let outcome = program.outcome()
            XCTAssertEqual(outcome.status, 0)
            XCTAssertTrue(outcome.text.contains("streams left: 0"), outcome.text)
        }

        func testBadOptionsAreOneLine() throws {
            let missing = try Livefeed.failure("--log", "/nowhere/app.log")
            XCTAssertEqual(missing.status, 1)
            XCTAssertEqual(missing.text, "Error: /nowhere/app.log: No such file or directory\n")
            for arguments in [
                ["--port", "-1"], ["--port", "65536"], ["--clients", "0"], ["--capacity", "0"],
                ["--stall", "0"],
            ] {
                let failure = try Livefeed.failure(arguments[0], arguments[1])
                XCTAssertEqual(failure.status, 64, "\(arguments)")
            }
            let program = try Livefeed()
            let taken = try Livefeed.failure("--log", "-", "--port", "\(program.port)")
            XCTAssertEqual(taken.status, 1)
            XCTAssertEqual(taken.text, "Error: 127.0.0.1:\(program.port): Address already in use\n")
        }
    }
#endif
