#if Server
    import Foundation
    import LivefeedServer
    import XCTest

    final class FilterTests: XCTestCase {
        private func wanted(_ filter: String, least: String? = nil, of lines: String...) throws -> [String] {
            let filter = try Filter(filter, least: least)
            return lines.filter { filter.wants(entry(1, $0)) }
        }

        func testALineHasToContainAllWordsInAnyCase() throws {
            XCTAssertEqual(
                try wanted("TIME out", of: "timeout", "out of time", "time", ""),
                ["timeout", "out of time"]
            )
            XCTAssertEqual(try wanted("é", of: "CAFÉ", "cafe"), ["CAFÉ"])
        }

        func testWordsWithAMinusLeaveLinesOut() throws {
            XCTAssertEqual(try wanted("-a", of: "a", "b", ""), ["b", ""])
            XCTAssertEqual(try wanted("b -a", of: "ab", "b"), ["b"])
            XCTAssertEqual(try wanted("-", of: "a", "-"), ["a", "-"])
        }

        func testNoWordIsEveryLine() throws {
            XCTAssertEqual(try wanted("", of: "a", ""), ["a", ""])
            XCTAssertEqual(try wanted("  ", of: "a", ""), ["a", ""])
        }

        func testAWordMayBeAnywhere() throws {
            XCTAssertEqual(try wanted("aab", of: "aaab", "aab", "caabc", "aa", "ab", "aacb"), ["aaab", "aab", "caabc"])
        }

        func testTheSeverityIsAnUpperLimit() throws {
            let lines = ["ERROR a", "WARN b", "INFO c", "d"]
            func wanted(_ least: String) throws -> Int {
                let filter = try Filter("", least: least)
                return lines.filter { filter.wants(entry(1, $0)) }.count
            }
            XCTAssertEqual(try ["error", "warning", "info", "debug", "unknown"].map(wanted), [1, 2, 3, 3, 4])
        }

        func testTheSeveritiesAreChosen() throws {
            let lines = ["ERROR a", "WARN b", "INFO c", "DEBUG d", "e"]
            func wanted(_ severities: String, least: String? = nil) throws -> [String] {
                let filter = try Filter("", least: least, severities: severities)
                return lines.filter { filter.wants(entry(1, $0)) }
            }
            XCTAssertEqual(try wanted("error,unknown"), ["ERROR a", "e"])
            XCTAssertEqual(try wanted("warning,info,debug", least: "info"), ["WARN b", "INFO c"])
            XCTAssertEqual(try wanted(""), [])
            XCTAssertEqual(try Filter("", severities: "info,error"), try Filter("", severities: "error,info"))
        }

        private struct Case: Decodable {
            let filter: String
            var finds: String?
            var misses: String?
            var error: String?
        }

        /// The page is tested with the same table.
        func testPhrasesAndExpressionsAreRead() throws {
            let table = URL(fileURLWithPath: #filePath).appendingPathComponent("../../filters.json").standardized
            let cases = try JSONDecoder().decode([Case].self, from: Data(contentsOf: table))
            XCTAssertGreaterThan(cases.count, 60)
            for each in cases {
                do throws(Refusal) {
                    let filter = try Filter(each.filter)
                    XCTAssertNil(each.error, each.filter)
                    if let line = each.finds { XCTAssertTrue(filter.wants(entry(1, line)), each.filter) }
                    if let line = each.misses { XCTAssertFalse(filter.wants(entry(1, line)), each.filter) }
                } catch {
                    XCTAssertEqual(error.reason, each.error.map { "filter: " + $0 }, each.filter)
                }
            }
        }

        /// Patterns with which an engine that tries one way after the other needs years.
        func testNoExpressionTakesLong() throws {
            let line = entry(1, String(repeating: "a", count: Entry.longest))
            let start = ContinuousClock.now
            for expression in ["/(a+)+b/", "/(a|a)*(a|a)*(a|a)*b/", "/(a?){31}a{31}b/", "/a.*a.*a.*a.*a.*b/"] {
                XCTAssertFalse(try Filter(expression).wants(line), expression)
            }
            // Without optimization, a line takes some milliseconds.
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(2))
        }

        func testThereAreLimits() {
            XCTAssertNoThrow(try Filter(String(repeating: "x", count: 200)))
            XCTAssertThrowsError(try Filter(String(repeating: "x", count: 201))) {
                XCTAssertEqual($0 as? Refusal, Refusal("filter must have at most 200 bytes"))
            }
            XCTAssertNoThrow(try Filter("a b c d e f g h"))
            XCTAssertThrowsError(try Filter("a b c d e f g h i")) {
                XCTAssertEqual($0 as? Refusal, Refusal("filter must have at most 8 words"))
            }
        }

        func testOtherWishesAreRefused() {
            XCTAssertThrowsError(try wish(severities: "error,bad")) {
                let reason = "severities must be error, warning, info, debug or unknown, with commas between them"
                XCTAssertEqual($0 as? Refusal, Refusal(reason))
            }
            for (least, overflow, after, reason) in [
                ("bad", nil, nil, "least must be error, warning, info, debug or unknown"),
                (nil, "suspend", nil, "overflow must be dropOldest, dropNewest or error"),
                (nil, nil, "x", "after must be the number of a line"),
                (nil, nil, "-1", "after must be the number of a line"),
            ] as [(String?, String?, String?, String)] {
                XCTAssertThrowsError(try wish(least: least, overflow: overflow, after: after)) {
                    XCTAssertEqual($0 as? Refusal, Refusal(reason))
                }
            }
        }
    }
#endif
