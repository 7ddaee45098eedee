#if NATS
    import Foundation
    import XCTest

    @testable import MillraceNATS

    final class ServerTimeTests: XCTestCase {
        func testTimesOfTheServerAreReadAndWritten() {
            for (text, nanosecond) in [
                ("1970-01-01T00:00:00Z", 0), ("2026-11-26T15:02:07.110123456Z", 1_795_705_327_110_123_456),
                ("2024-02-29T23:59:59.9Z", 1_709_251_199_900_000_000), ("1969-12-31T23:59:59.5Z", -500_000_000),
            ] as [(String, Int64)] {
                XCTAssertEqual(NATS.nanosecond(of: text), nanosecond, text)
                XCTAssertEqual(NATS.nanosecond(of: NATS.text(ofNanosecond: nanosecond)), nanosecond, text)
            }
            for text in ["", "Z", "yesterday", "2026-11-26T15:02:07"] { XCTAssertNil(NATS.nanosecond(of: text), text) }
        }

        /// A value may have what Unicode counts as the end of a line, or as a part of the character before it.
        func testHeadersAreReadByBytes() throws {
            for id in ["a\u{85}b", "a\u{2028}b", "\u{301}x", "plain"] {
                let text = Data("NATS/1.0\r\nNats-Msg-Id: \(id)\r\nOther: 1\r\n\r\n".utf8).base64EncodedString()
                let json = #"{"subject":"s","seq":1,"hdrs":"\#(text)","time":"2026-11-26T15:02:07Z"}"#
                let message = try JSONDecoder.jetStream.decode(StoredMessage.self, from: Data(json.utf8))
                XCTAssertEqual(Array(message.headers["Nats-Msg-Id"]?.utf8 ?? "".utf8), Array(id.utf8))
                XCTAssertEqual(message.headers["Other"], "1")
            }
        }

        /// What a damaged server says stops nobody.
        func testNumbersThatCannotBe() throws {
            for (first, last, messages) in [(5, 3, 1), (0, .max, 1), (1, 10, 8)] as [(UInt64, UInt64, Int)] {
                let json = """
                    {"config":{},"created":"","state":\
                    {"messages":\(messages),"bytes":0,"first_seq":\(first),"last_seq":\(last)}}
                    """
                let answer = try JSONDecoder.jetStream.decode(StreamAnswer.self, from: Data(json.utf8))
                let missing = answer.info.missing
                XCTAssert(last == 10 ? missing == 2 : missing >= -1, "\(missing)")
            }
        }

        func testAPatternHasItsSubjects() {
            for (pattern, subject, has) in [
                ("a.b", "a.b", true), ("a.b", "a.c", false), ("a.*", "a.b", true), ("a.*", "a", false),
                ("a.*", "a.b.c", false), ("a.>", "a.b.c", true), ("a.>", "a", false), (">", "a", true),
                ("*.b", "a.b", true), ("a", "a.b", false),
            ] {
                XCTAssertEqual(NATS.pattern(pattern, has: subject), has, "\(pattern) \(subject)")
            }
        }
    }
#endif
