import XCTest

/// Lines of access logs, and lines that are JSON.
final class FormTests: LogwatchTestCase {
    func testTheStatusOfAnAccessLogIsItsSeverity() throws {
        let log = """
            10.0.0.1 - - [21/Nov/2026:14:33:07 +0000] "GET /orders/17?error=1 HTTP/1.1" 200 5316 "-" "Mozilla/5.0"
            10.0.0.1 - eve [21/Nov/2026:14:33:08 +0000] "GET /orders/18 HTTP/1.1" 200 1 "/info" "a \\"debug\\" agent"
            10.0.0.2 - - [21/Nov/2026:14:33:09 +0000] "GET /orders/x HTTP/1.1" 404 162 "-" "curl/8"
            ::1 - - [21/Nov/2026 14:33:10] "POST /pay HTTP/1.1" 503 -
            [2026-11-21T14:33:11.123Z] "POST /pay HTTP/2" 502 UF 0 91
            10.0.0.3 - - [21/Nov/2026:14:33:12 +0000] "\\x16\\x03\\x01" 400 157 "-" "-"
            10.0.0.4 - - [21/Nov/2026:14:33:13 +0000] "say \\"200\\" HTTP/1.1" 301 0
            2026-11-21 14:33:14 "no request" 2000 is no status
            2026-11-21 14:33:15 "no request" 099 either
            """
        let summary = try Program.summary(of: log)
        XCTAssertEqual(summary.severities, ["error": 2, "warning": 2, "info": 3, "debug": 0, "unknown": 2])
        XCTAssertEqual(summary.rates.to, "2026-11-21 14:33:15")
        XCTAssertEqual(
            Set(summary.messages.map { "\($0.count) \($0.text)" }),
            [
                "2 200 GET /orders/#", "1 404 GET /orders/x", "1 503 POST /pay", "1 502 POST /pay",
                "1 400 \\x16\\x03\\x01", "1 301 say \\\"#\\\"",
                "1 \"no request\" # is no status", "1 \"no request\" # either",
            ]
        )
    }

    func testTheLevelOfAJSONLineIsItsSeverity() throws {
        for (line, severity) in [
            (#"{"msg":"an error was avoided","level":"info"}"#, "info"),
            (#"{"level":"ERROR","msg":"x"}"#, "error"),
            (#" { "LEVEL" : "warn" , "msg" : "x" } "#, "warning"),
            (#"{"severity":"CRITICAL"}"#, "error"),
            (#"{"@l":"Information","@mt":"an error"}"#, "info"),
            (#"{"lvl":"E","msg":"x"}"#, "error"),
            (#"{"level":30,"msg":"error"}"#, "info"),
            (#"{"level":50,"msg":"info"}"#, "error"),
            (#"{"PRIORITY":"4","MESSAGE":"x"}"#, "warning"),
            (#"{"msg":"done","status":500}"#, "error"),
            (#"{"msg":"done","status":404,"level":"info"}"#, "info"),
            (#"{"msg":"done","status_code":"301"}"#, "info"),
            (#"{"msg":"WARN \"a\"","error":null}"#, "warning"),
            (#"{"msg":"fine","error":null}"#, "unknown"),
            (#"{"error":"no message"}"#, "error"),
            (#"{"msg":"fine","nested":{"level":"error"},"list":["]",{"level":"warn"}]}"#, "unknown"),
            // Not an object that ends with the line: words count.
            (#"{"level":"info","msg":"cut, an error: "#, "info"),
            (#"{"msg":"an error: ","level":"info"} and more"#, "error"),
            (#"{}"#, "unknown"), (#"{"a" 1}"#, "unknown"), (#"{"a":}"#, "unknown"), (#"{"a":1"#, "unknown"),
            (#"{"a":1,}"#, "unknown"), ("{\"a\":\"\\", "unknown"), (#"{"a":[1,"b"#, "unknown"),
        ] {
            let summary = try Program.summary(of: line + "\n")
            XCTAssertEqual(summary.severities.filter { $0.value > 0 }.map(\.key), [severity], line)
        }
    }

    func testTheTimeOfAJSONLineIsFound() throws {
        for member in [
            #""time":"2026-11-21T14:33:07Z""#, #""ts":1795271587.25"#, #""time":1795271587123"#,
            #""timestamp":1795271587123456789"#, #""@timestamp":"2026-11-21T14:33:07.123+01:00""#,
            #""T":1,"Time":"2026-11-21 14:33:07""#,
        ] {
            let text = String(repeating: "x", count: 200)
            let summary = try Program.summary(of: "{\"msg\":\"\(text)\",\(member)}\n")
            XCTAssertEqual(summary.rates.from, "2026-11-21 14:33:07", member)
        }
        for member in [#""time":17"#, #""time":"now""#, #""time":null"#, #""time":-1795271587"#] {
            XCTAssertNil(try Program.summary(of: "{\(member)}\n").rates.from, member)
        }
    }

    func testTheMessageOfAJSONLineCounts() throws {
        let summary = try Program.summary(
            of: #"""
                {"time":"2026-11-21T14:33:07Z","level":"info","msg":"took 12 ms","user":"a"}
                {"time":"2026-11-21T14:33:08Z","level":"warn","msg":"took 7 ms","user":"b"}
                {"log":"not this","message":"tab\tand \u00e9 \ud83e\udd80 \"17\""}
                {"level":"info","path":"/orders/17","status":404,"list":[1, 2]}
                {"level":"info","path":"/orders/18","status":404,"list":[3, 4]}
                """#
        )
        XCTAssertEqual(
            summary.messages.map { "\($0.count) \($0.text)" },
            ["2 path=/orders/# status=404 list=[#, #]", "2 took # ms", "1 tab and é 🦀 \"#\""]
        )
    }

    func testMatchesShowFieldsInsteadOfJSON() throws {
        let line =
            #"{"level":"warn","time":"2026-11-21T14:33:07Z","user":"a b","msg":"slow\u001b","ms":17,"x":{"y":[1]}}"#
        let path = try file("app.log", line + "\n")
        let outcome = try Program.run(path, "--match", "slow")
        XCTAssertTrue(
            outcome.output.contains("  1  2026-11-21T14:33:07Z warn slow· user=\"a b\" ms=17 x={\"y\":[1]}\n"),
            outcome.output
        )
        // For programs it stays what it was.
        XCTAssertEqual(try Program.summary(path, "--match", "slow").matches?.latest.map(\.text), [line])
    }
}
