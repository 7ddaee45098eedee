#if NATS
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
