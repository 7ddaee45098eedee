#if Server
    import Foundation
    import LivefeedServer
    import LogReading
    import NIOCore
    import XCTest

    final class EntryTests: XCTestCase {
        /// What a browser makes of the data of an entry's event.
        private func decode(_ entry: Entry) throws -> [String: Any] {
            let lines = entry.frame.bytes.text.components(separatedBy: "\n")
            XCTAssertEqual(lines.count, 5, "id, event, data and the end")
            let data = try XCTUnwrap(lines[2].data(using: .utf8)?.dropFirst("data: ".utf8.count))
            return try XCTUnwrap(JSONSerialization.jsonObject(with: data) as? [String: Any])
        }

        func testAnEntryIsOneEvent() {
            XCTAssertEqual(
                entry(7, "WARN \"a\"").frame.bytes.text,
                """
                id: 7
                event: line
                data: {"time":1000,"severity":"warning","row":"\\"a\\"","cut":false,"text":"WARN \\"a\\""}


                """
            )
        }

        func testAnyTextComesOutAsItWasAndCannotEndItsEvent() throws {
            let texts = [
                "", "a\\b\"c\"", "tab\tbell\u{7}null\u{0}escape\u{1B}", "\r", "é 🦀 \u{202E}", "\u{7F}", "a\u{2028}b",
            ]
            for text in texts + ["data: x\r\rid: 9"] {
                XCTAssertEqual(try decode(entry(1, text))["text"] as? String, text)
            }
        }

        func testWhatIsNotTextIsRepaired() throws {
            let entry = [UInt8]([0x61, 0xFF, 0x62]).withUnsafeBytes { EntryParser().entry($0, number: 1, time: 1) }
            XCTAssertEqual(try decode(entry)["text"] as? String, "a\u{FFFD}b")
        }

        func testALongLineIsCut() throws {
            let decoded = try decode(entry(1, String(repeating: "é", count: Entry.longest)))
            XCTAssertEqual((decoded["text"] as? String)?.utf8.count, Entry.longest)
            XCTAssertEqual(decoded["cut"] as? Bool, true)
            XCTAssertEqual(try decode(entry(1, String(repeating: "a", count: Entry.longest)))["cut"] as? Bool, false)
        }

        func testALineOfThePastHasNoTime() throws {
            let past = entry(1, "ERROR a", isPast: true)
            XCTAssertTrue(past.isPast)
            XCTAssertTrue(try decode(past)["time"] is NSNull)
            XCTAssertEqual(past.severity, .error)
        }

        func testTheLogsOwnTimeIsAField() throws {
            for (line, logged) in [
                ("2026-11-24T10:00:07.5Z INFO a", "2026-11-24 10:00:07"), ("Nov 21 14:33:07 host a", "11-21 14:33:07"),
                ("1.2.3.4 - - [21/Nov/2026:14:33:07 +0100] \"GET / HTTP/1.1\" 200 1", "2026-11-21 14:33:07"),
                ("{\"ts\":1764000000,\"msg\":\"a\"}", "2025-11-24 16:00:00"), ("INFO a", nil),
            ] as [(String, String?)] {
                XCTAssertEqual(try decode(entry(1, line))["logged"] as? String, logged, line)
            }
        }

        func testARowLeavesOutWhatIsShownBesideIt() throws {
            for (line, row) in [
                ("2026-11-24T10:00:07Z INFO request finished", "request finished"),
                ("2026-11-24 10:00:07,123 - app - ERROR - disk full", "app - disk full"),
                ("2026-11-24 10:00:07 info started", "started"),
                ("[2026-11-24 10:00:07] [error] [pid 3] a", "[pid 3] a"),
                ("Nov 21 14:33:07 host app[12]: WARNING: low", "host app[12]: low"),
                ("INFO 2026-11-24 10:00:07 a", "a"), ("<11>Nov 21 14:33:07 host a", "host a"),
                ("time=\"2026-11-24T10:00:07Z\" level=info msg=\"a b\" port=80", "msg=\"a b\" port=80"),
                ("[main] DEBUG x", "[main] x"), ("error: no such file", "no such file"),
                (
                    "1.2.3.4 - - [21/Nov/2026:14:33:07 +0100] \"GET / HTTP/1.1\" 200 1",
                    "1.2.3.4 - - \"GET / HTTP/1.1\" 200 1"
                ),
                (
                    "{\"time\":\"2026-11-24T10:00:07Z\",\"level\":\"warn\",\"msg\":\"a \\\"b\\\"\",\"port\":80}",
                    "a \"b\" port=80"
                ),
                // Part of a sentence, and nothing else.
                ("request ended with an error", nil), ("error opening a file", nil), ("2026-11-24 10:00:07", nil),
                ("plain", nil),
            ] as [(String, String?)] {
                XCTAssertEqual(try decode(entry(1, line))["row"] as? String, row, line)
            }
        }

        func testTheFormOfALineSaysHowSevereItIs() {
            for (line, severity) in [
                ("1.2.3.4 - - [21/Nov/2026:14:33:07 +0100] \"GET /error HTTP/1.1\" 503 1", .error),
                ("{\"level\":\"info\",\"msg\":\"an error\"}", .info), ("WARN 2026-11-24 10:00:07 a", .warning),
            ] as [(String, Severity)] {
                XCTAssertEqual(entry(1, line).severity, severity, line)
            }
        }

        func testTheLinesOfAStackTraceBelongToTheFirst() throws {
            let parser = EntryParser()
            let lines = [
                "2026-11-24 10:00:07 ERROR failed", "java.lang.Error: x", "\tat a.b(c.java:3)",
                "2026-11-24 10:00:08 INFO on",
            ]
            let entries = lines.enumerated().map { entry($0, $1, parser) }
            XCTAssertEqual(entries.map(\.isContinued), [false, true, true, false])
            XCTAssertEqual(entries.map(\.severity), [.error, .unknown, .unknown, .info])
            XCTAssertEqual(try decode(entries[1])["continued"] as? Bool, true)
            XCTAssertNil(try decode(entries[0])["continued"])
        }

        func testAnEventWithoutANumberHasNoID() {
            XCTAssertEqual(ByteBuffer.event("end", data: "{}").text, "event: end\ndata: {}\n\n")
        }
    }
#endif
