import XCTest

final class TimestampTests: LogwatchTestCase {
    func testTheUsualFormsAreUnderstood() throws {
        for form in [
            "2026-11-21T14:33:07", "2026-11-21T14:33:07Z", "2026-11-21T14:33:07.123456+01:00",
            "2026-11-21 14:33:07,123",
            "2026-11-21  14:33:07", "2026/11/21 14:33:07", "[2026-11-21 14:33:07.5]", "2026-11-21 14:33:07 UTC",
            "update-alternatives 2026-11-21 14:33:07:", "Start-Date: 2026-11-21  14:33:07",
            "<30>1 2026-11-21T14:33:07Z",
            "127.0.0.1 - frank [21/Nov/2026:14:33:07 +0000]",
        ] {
            let summary = try Program.summary(of: form + " message\n", "--interval", "1")
            XCTAssertEqual(summary.rates.from, "2026-11-21 14:33:07", form)
            let message = try XCTUnwrap(summary.messages.first?.text)
            XCTAssertTrue(message.hasSuffix("message"), "\(form): \(message)")
            XCTAssertFalse(message.contains("Nov") || message.contains("07") || message.contains("UTC"), message)
        }
    }

    func testTheSyslogFormHasNoYear() throws {
        for form in ["Nov 21 14:33:07", "<30>Nov 21 14:33:07", "[Sat Nov 21 14:33:07.123456 2026]"] {
            let summary = try Program.summary(of: form + " message\n", "--interval", "1")
            XCTAssertEqual(summary.rates.from, "11-21 14:33:07", form)
        }
        XCTAssertEqual(try Program.summary(of: "Nov  1 04:03:02 host\n").rates.from, "11-01 04:03:02")
    }

    func testWithoutYearsJanuaryComesAfterDecember() throws {
        let summary = try Program.summary(
            of: "Dec 31 23:59:58 a\nJan  1 00:00:01 b\nDec 31 23:59:59 late\nJan  2 00:00:00 c\n",
            "--interval",
            "86400"
        )
        XCTAssertEqual(summary.rates.from, "12-31 23:59:58")
        XCTAssertEqual(summary.rates.to, "01-02 00:00:00")
        XCTAssertEqual(summary.rates.intervals.map(\.lines), [2, 1, 1])
    }

    func testTimesOutOfOrderCountInTheirOwnInterval() throws {
        let summary = try Program.summary(
            of: "2026-11-21 14:33:07 a\n2026-11-21 14:35:07 b\n2026-11-21 14:33:50 late\n",
            "--interval",
            "60"
        )
        XCTAssertEqual(summary.rates.intervals.map(\.lines), [2, 0, 1])
    }

    func testWhatOnlyLooksLikeATimeIsNone() throws {
        for text in [
            "2026-13-21 14:33:07", "2026-11-41 14:33:07", "2026-11-21 24:33:07", "2026-11-21 14:60:07", "2026-11-21",
            "x2026-11-21 14:33:07", "2026-11-21 14:33:071", "Nof 21 14:33:07", "May I", "12026-11-21 14:33:07",
            String(repeating: "-", count: 80) + "2026-11-21 14:33:07", "2026-11-21 14:33:0", "May",
        ] {
            XCTAssertNil(try Program.summary(of: text + "\n").rates.from, text)
        }
    }

    func testDaysAreCountedRight() throws {
        for day in ["1970-01-01", "2000-02-29", "2024-02-29", "2024-12-31", "2025-03-01", "2100-02-28", "1969-12-31"] {
            XCTAssertEqual(try Program.summary(of: day + " 00:00:00 x\n").rates.from, day + " 00:00:00")
        }
    }
}
