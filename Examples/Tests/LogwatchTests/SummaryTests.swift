import Foundation
import XCTest

final class SummaryTests: LogwatchTestCase {
    func testLinesAndBytesAreCounted() throws {
        let summary = try Program.summary(of: "one\ntwo\r\n\nlast, without a line break")
        XCTAssertEqual(summary.lines, 4)
        XCTAssertEqual(summary.bytes, 36)
        XCTAssertGreaterThan(summary.linesPerSecond, 0)
        XCTAssertGreaterThan(summary.bytesPerSecond, summary.linesPerSecond)
        XCTAssertEqual(summary.inputs, ["standard input"])
    }

    func testAnEmptyLogHasNothingInIt() throws {
        let path = try file("empty.log", "")
        let summary = try Program.summary(path)
        XCTAssertEqual(summary.lines, 0)
        XCTAssertEqual(summary.messages, [])
        XCTAssertEqual(summary.rates.intervals, [])
        let text = try Program.run(path)
        XCTAssertEqual(text.status, 0)
        XCTAssertTrue(text.output.contains("0 lines, 0 bytes"), text.output)
    }

    func testLinesAreCutRightWhateverTheBlocks() throws {
        // Lines of every length, longer than a block now and then, with characters of up to four bytes.
        var text = ""
        var expected = 0
        for length in [0, 1, 70_000, 3, 262_143, 262_144, 262_145, 600_000, 5] {
            text += String(repeating: "é😀", count: length / 6) + String(repeating: "x", count: length % 6) + "\n"
            expected += 1
        }
        let path = try file("long.log", text)
        let summary = try Program.summary(path, "--match", "^x*$")
        XCTAssertEqual(summary.lines, expected)
        XCTAssertEqual(summary.bytes, text.utf8.count)
        XCTAssertEqual(summary.matches?.latest.map(\.text), ["", "x", "xxx", "xxxxx"])
    }

    func testPipedInputIsReadWithoutBeingNamed() throws {
        let summary = try Program.summary(input: Data("one\ntwo\n".utf8))
        XCTAssertEqual(summary.inputs, ["standard input"])
        XCTAssertEqual(summary.lines, 2)
    }

    func testRedirectedInputIsReadWithoutBeingNamed() throws {
        let path = try file("app.log", "one\ntwo\nthree\n")
        let outcome = try Program.shell("$LOGWATCH < '\(path)'")
        XCTAssertTrue(outcome.output.hasPrefix("standard input"), outcome.output)
        XCTAssertTrue(outcome.output.contains("3 lines, 14 bytes"), outcome.output)
    }

    func testSeveritiesAreCounted() throws {
        let summary = try Program.summary(
            of: """
                2026-11-21 14:33:07 ERROR disk full
                2026-11-21 14:33:07 [crit] no more workers
                level=warn msg="slow"
                WARNING: deprecated
                <11>Nov 21 14:33:07 host app: from the syslog protocol
                <12>Nov 21 14:33:07 host app: a warning
                <30>Nov 21 14:33:07 host app: information
                {"level":"info","msg":"started"}
                info: started again
                DEBUG x = 1
                status installed libgpg-error0:amd64 1.46-1
                status installed install-info:amd64 6.8-6
                an errorless terror
                """
        )
        XCTAssertEqual(summary.severities, ["error": 3, "warning": 3, "info": 3, "debug": 1, "unknown": 3])
    }

    func testAStackTraceBelongsToItsLine() throws {
        let log = """
            2026-11-21 14:33:07 ERROR payment failed
            java.lang.IllegalStateException: no error is as fatal as this
            \tat shop.Pay.charge(Pay.java:17)
            Caused by: java.io.IOException: panic: closed
                ... 14 more
            2026-11-21 14:33:08 WARN retried
            Traceback (most recent call last):
              File "pay.py", line 3, in <module>
            ValueError: no amount

            INFO without a time
            {"level":"debug","msg":"JSON without a time"}
            not indented, after a line without a time
            \tindented, after a line without a time
            """
        let path = try file("app.log", log)
        let summary = try Program.summary(path)
        XCTAssertEqual(summary.severities, ["error": 1, "warning": 1, "info": 1, "debug": 1, "unknown": 1])
        XCTAssertEqual(summary.continuedLines, 9)
        XCTAssertEqual(summary.rates.intervals.map(\.problems), [1, 1])
        XCTAssertEqual(
            Set(summary.messages.map(\.text)),
            [
                "ERROR payment failed", "WARN retried", "INFO without a time", "JSON without a time",
                "not indented, after a line without a time",
            ]
        )
        let text = try Program.run(path).output
        XCTAssertTrue(text.contains("  continued  9  "), text)
    }

    func testMessagesThatDifferInNumbersAreOne() throws {
        let summary = try Program.summary(
            of: """
                2026-11-21 14:33:07 GET /users/17 took 12ms
                2026-11-21T14:33:08.123+01:00 GET /users/18018 took 7ms
                2026-11-21 14:33:09 freed 0xdeadBEEF on eth0
                2026-11-21 14:33:10 freed 0x1 on eth0
                [2026-11-21 14:33:11] session 123e4567-e89b-12d3-a456-426614174000 of cafe4711
                [2026-11-21 14:33:12] session dddddddd-eeee-ffff-aaaa-bbbbbbbbbbbb of 99
                2026-11-21 14:33:13 since 2026-11-20 10:00:00 host node1234
                2026-11-21 14:33:14 since 2026-01-01 23:59:59 host node5678
                Nov 21 14:33:14 sshd[99]: bye
                Nov  1 04:03:04 sshd[100]: bye
                """
        )
        XCTAssertEqual(
            summary.messages,
            [
                .init(count: 2, text: "GET /users/# took #ms"),
                .init(count: 2, text: "freed # on eth0"),
                .init(count: 2, text: "session # of #"),
                .init(count: 2, text: "since #-#-# #:#:# host node#"),
                .init(count: 2, text: "sshd[#]: bye"),
            ]
        )
        XCTAssertEqual(summary.distinctMessages, 5)
    }

    func testTopLimitsWhatIsShown() throws {
        let log = "a\n" + String(repeating: "b\n", count: 3) + String(repeating: "c\n", count: 2)
        let summary = try Program.summary(of: log, "--top", "2", "--match", "b")
        XCTAssertEqual(summary.messages, [.init(count: 3, text: "b"), .init(count: 2, text: "c")])
        XCTAssertEqual(summary.matches?.latest, [.init(line: 3, text: "b"), .init(line: 4, text: "b")])
    }

    func testTooManyDifferentMessagesDoNotFillTheMemory() throws {
        // Names that are no numbers: 20 × 26³ of them, each once, between lines that come again and again.
        let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
        var log = ""
        for first in letters.prefix(5) {
            for second in letters {
                for third in letters {
                    for fourth in letters {
                        log += "q\(first)\(second)\(third)\(fourth)\n"
                    }
                }
                log += "again\n"
            }
        }
        let summary = try Program.summary(of: log, "--top", "1")
        XCTAssertEqual(summary.messages.first?.text, "again")
        XCTAssertGreaterThan(summary.messageCountError, 0)
        XCTAssertLessThanOrEqual(summary.distinctMessages, 65_536)
        XCTAssertGreaterThanOrEqual(try XCTUnwrap(summary.messages.first).count + summary.messageCountError, 130)
    }

    func testMatchesArePlainTextOrARegularExpression() throws {
        let log = "GET /a 200\nGET /b 500\nPOST /c 503\nsays 5..\n"
        let plain = try Program.summary(of: log, "--match", "GET")
        XCTAssertEqual(plain.matches?.count, 2)
        let expression = try Program.summary(of: log, "--match", "5\\d\\d$")
        XCTAssertEqual(expression.matches?.pattern, "5\\d\\d$")
        XCTAssertEqual(
            expression.matches?.latest,
            [.init(line: 2, text: "GET /b 500"), .init(line: 3, text: "POST /c 503")]
        )
        XCTAssertEqual(try Program.summary(of: log, "--match", "nothing").matches?.count, 0)
        XCTAssertEqual(try Program.summary(of: "--top\n", "--match", "--top").matches?.count, 1)
    }

    func testTheTextSaysAllOfIt() throws {
        let path = try file(
            "app.log",
            """
            2026-11-21 14:33:07 INFO started 1
            2026-11-21 14:33:08 INFO started 2
            2026-11-21 14:34:08 ERROR failed \u{1B}[31m
            """
        )
        let outcome = try Program.run(path, "--match", "started", "--interval", "30")
        XCTAssertEqual(outcome.errors, "")
        let lines = outcome.output.components(separatedBy: "\n")
        XCTAssertEqual(lines[0], "\(path) (108 B)")
        XCTAssertTrue(lines[2].hasPrefix("3 lines, 108 bytes in "), lines[2])
        let bar = String(repeating: "█", count: 30)
        let half = String(repeating: "█", count: 15)
        XCTAssertEqual(
            Array(lines[3...]),
            [
                "", "Severity",
                "  error     1  \(half)", "  warning   0", "  info      2  \(bar)", "  debug     0", "  not said  0",
                "", "Lines in intervals of 30 s: 1.0 on average",
                "  2026-11-21 14:33:07 to 2026-11-21 14:34:08",
                "  2026-11-21 14:33:00  2  \(bar)",
                "  2026-11-21 14:33:30  0                                  quiet",
                "  2026-11-21 14:34:00  1  \(half)                 1 error or warning",
                "  longest silence: 1 min, from 2026-11-21 14:33:08 to 2026-11-21 14:34:08",
                "", "Most frequent messages (of 2)",
                "  2  INFO started #",
                "  1  ERROR failed [#m",
                "", "Matches of 'started': 2",
                "  1  2026-11-21 14:33:07 INFO started 1",
                "  2  2026-11-21 14:33:08 INFO started 2",
                "",
            ]
        )
    }

    func testProgressIsShownOnDemand() throws {
        let path = try file("app.log", "one\ntwo\n")
        let outcome = try Program.run(path, "--progress")
        XCTAssertEqual(outcome.status, 0)
        XCTAssertEqual(outcome.errorLines.count, 1, outcome.errors)
        XCTAssertTrue(outcome.errors.hasPrefix("100 %, 2 lines, 8 B"), outcome.errors)
        XCTAssertEqual(try Program.run(path).errors, "")
    }
}
