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
                data: {"time":1000,"severity":"warning","cut":false,"text":"WARN \\"a\\""}


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
            let entry = [UInt8]([0x61, 0xFF, 0x62]).withUnsafeBytes { Entry($0, number: 1, time: 1) }
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

        func testAnEventWithoutANumberHasNoID() {
            XCTAssertEqual(ByteBuffer.event("end", data: "{}").text, "event: end\ndata: {}\n\n")
        }
    }
#endif
