import XCTest

final class RatesTests: LogwatchTestCase {
    func testLinesAreCountedByIntervalAlsoWhereThereIsNone() throws {
        let log = """
            2026-11-21 14:33:07 one
            2026-11-21 14:33:59 two
              a line that belongs to it
            2026-11-21 14:35:00 ERROR three
            """
        let summary = try Program.summary(of: log + "\n", "--interval", "60")
        XCTAssertEqual(summary.rates.unit, "seconds")
        XCTAssertEqual(summary.rates.length, 60)
        XCTAssertEqual(summary.rates.from, "2026-11-21 14:33:07")
        XCTAssertEqual(summary.rates.to, "2026-11-21 14:35:00")
        XCTAssertEqual(
            summary.rates.intervals,
            [
                .init(start: "2026-11-21 14:33:00", lines: 3, bytes: 76, problems: 0),
                .init(start: "2026-11-21 14:34:00", lines: 0, bytes: 0, problems: 0),
                .init(start: "2026-11-21 14:35:00", lines: 1, bytes: 32, problems: 1),
            ]
        )
        let hourly = try Program.summary(of: log, "--interval", "3600")
        XCTAssertEqual(hourly.rates.intervals.map(\.lines), [4])
    }

    func testIntervalsCoverTheSpanWhateverItIs() throws {
        for (last, length, count) in [
            ("2026-11-21 14:33:07", 1, 1), ("2026-11-21 14:33:30", 1, 24), ("2026-11-21 14:33:31", 2, 13),
            ("2026-11-21 14:45:00", 60, 13), ("2026-11-21 23:59:59", 1_800, 19), ("2026-11-22 13:59:59", 3_600, 24),
            ("2026-12-31 00:00:00", 172_800, 21), ("2036-11-21 00:00:00", 17_280_000, 20),
        ] {
            let summary = try Program.summary(of: "2026-11-21 14:33:07 a\n\(last) b\n")
            XCTAssertEqual(summary.rates.length, length, last)
            XCTAssertEqual(summary.rates.intervals.count, count, last)
            XCTAssertEqual(summary.rates.intervals.reduce(0) { $0 + $1.lines }, 2, last)
            XCTAssertGreaterThan(try XCTUnwrap(summary.rates.intervals.last).lines, 0, last)
        }
    }

    func testTheLongestIntervalAndATimeBefore1970() throws {
        let summary = try Program.summary(of: "1969-12-31 23:00:00 a\n", "--interval", "3155760000")
        XCTAssertEqual(summary.rates.intervals.map(\.lines), [1])
    }

    func testAnOutageIsSeen() throws {
        var log = ""
        for minute in 0..<60 where !(20..<33).contains(minute) {
            for second in stride(from: 0, to: 60, by: 10) {
                log += "2026-11-21 14:\(two(minute)):\(two(second)) INFO line\n"
            }
        }
        let path = try file("app.log", log)
        let summary = try Program.summary(path)
        XCTAssertEqual(
            summary.rates.longestSilence,
            .init(from: "2026-11-21 14:19:50", to: "2026-11-21 14:33:00", seconds: 790)
        )
        XCTAssertEqual(summary.rates.length, 300)
        XCTAssertEqual(summary.rates.intervals.map(\.lines), [30, 30, 30, 30, 0, 0, 12, 30, 30, 30, 30, 30])
        let text = try Program.run(path).output
        XCTAssertEqual(text.components(separatedBy: "  quiet\n").count, 3, text)
        XCTAssertTrue(
            text.contains("longest silence: 13 min 10 s, from 2026-11-21 14:19:50 to 2026-11-21 14:33:00\n"),
            text
        )
        // Where there are many rows, those of the outage are one.
        let fine = try Program.run(path, "--interval", "60").output
        XCTAssertTrue(
            fine.contains("  2026-11-21 14:20:00  0                                  quiet for 13 min\n"),
            fine
        )
        XCTAssertFalse(fine.contains("14:21:00"), fine)
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    func testALongLogDoesNotFillTheMemory() throws {
        // A line each second for nine hours, and one a year later.
        var log = ""
        for second in 0..<32_400 {
            log += "2026-11-21 \(two(second / 3_600)):\(two(second / 60 % 60)):\(two(second % 60)) WARN line\n"
        }
        log += "2027-11-21 00:00:00 last\n"
        let path = try file("app.log", log)
        let summary = try Program.summary(path)
        XCTAssertEqual(summary.rates.intervals.count, 20)
        XCTAssertEqual(summary.rates.intervals.first?.lines, 32_400)
        XCTAssertEqual(summary.rates.intervals.first?.problems, 32_400)
        XCTAssertEqual(summary.rates.longestSilence?.from, "2026-11-21 08:59:59")
        // Nobody reads 31 million intervals.
        let fine = try Program.summary(path, "--interval", "1")
        XCTAssertLessThanOrEqual(fine.rates.intervals.count, 10_000)
        XCTAssertEqual(fine.rates.intervals.reduce(0) { $0 + $1.lines }, 32_401)
        XCTAssertEqual(fine.rates.length, 4_096)
        let odd = try Program.summary(path, "--interval", "7")
        XCTAssertEqual(odd.rates.length % 7, 0)
        XCTAssertEqual(odd.rates.intervals.reduce(0) { $0 + $1.lines }, 32_401)
    }

    func testWithoutTimesLinesAreCountedByPosition() throws {
        let log = (1...2_500).map { $0 == 1_200 ? "error \($0)\n" : "line \($0)\n" }.joined()
        let path = try file("app.log", log)
        let summary = try Program.summary(path)
        XCTAssertEqual(summary.rates.unit, "lines")
        XCTAssertEqual(summary.rates.length, 1_000)
        XCTAssertNil(summary.rates.from)
        XCTAssertEqual(summary.rates.intervals.map(\.start), ["1", "1001", "2001"])
        XCTAssertEqual(summary.rates.intervals.map(\.lines), [1_000, 1_000, 500])
        XCTAssertEqual(summary.rates.intervals.map(\.problems), [0, 1, 0])
        let text = try Program.run(path).output
        XCTAssertTrue(
            text.contains(
                "No line says when it was written; errors and warnings in each 1,000 lines\n"
                    + "  from line           1  0\n  from line       1,001  1  ██████████████████████████████\n"
            ),
            text
        )
        let quiet = try Program.run(try file("quiet.log", "a\nb\n")).output
        XCTAssertTrue(quiet.contains("\nNo line says when it was written, so nothing is known of rates\n"), quiet)
    }

    func testLinesBeforeTheFirstTimeBelongToItsInterval() throws {
        let summary = try Program.summary(of: "banner\nanother\n2026-11-21 14:33:07 one\n")
        XCTAssertEqual(summary.rates.intervals.map(\.start), ["2026-11-21 14:33:07"])
        XCTAssertEqual(summary.rates.intervals.map(\.lines), [3])
        XCTAssertNil(summary.rates.longestSilence)
    }

    func testALogWithoutTimesBelongsToNoIntervalOfAnother() throws {
        let timed = try file("timed.log", "2026-11-21 14:33:07 one\n  two\n")
        let untimed = try file("untimed.log", "three\nfour\nfive\n")
        let other = try file("other.log", "banner\n2026-11-21 14:33:07 six\n")
        let summary = try Program.summary(untimed, timed, other)
        XCTAssertEqual(summary.rates.intervals.map(\.lines), [4])
        XCTAssertEqual(summary.rates.untimedLines, 3)
        let text = try Program.run(timed, untimed).output
        XCTAssertTrue(text.contains("  not among them: 3 lines that nothing says a time of\n"), text)
        XCTAssertTrue(text.contains("Lines in intervals of 1 s: 2.0 on average\n"), text)
    }

    func testNumbersHaveSeparatorsAndNounsTheirPlurals() throws {
        let path = try file("app.log", String(repeating: "2026-11-21 14:33:07 WARN a\n", count: 3_500))
        let text = try Program.run(path).output
        XCTAssertTrue(text.contains("Lines in intervals of 1 s: 3,500.0 on average\n"), text)
        XCTAssertTrue(text.contains("  3,500 errors or warnings\n"), text)
        let one = try Program.run(try file("one.log", "2026-11-21 14:33:07 WARN a\n")).output
        XCTAssertTrue(one.contains("\n1 line, 27 bytes in "), one)
        XCTAssertTrue(one.contains("  1 error or warning\n"), one)
    }
}
