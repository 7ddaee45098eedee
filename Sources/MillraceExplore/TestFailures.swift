import Foundation

#if canImport(Testing)
    internal import Testing
#endif
#if canImport(XCTest)
    import XCTest
#endif

/// Notices the failures of the test that explores.
enum TestFailures {
    private final class Sink: @unchecked Sendable {
        private let lock = NSLock()
        private var findings: Findings?

        var current: Findings? {
            get { lock.withLock { findings } }
            set { lock.withLock { findings = newValue } }
        }
    }

    private static let sink = Sink()

    /// Where failures go from now on that `noticing` notices.
    static func report(to findings: Findings?) {
        sink.current = findings
    }

    /// Calls `body`, and notices the failures of the running test meanwhile. Those of Swift Testing are not recorded
    /// otherwise.
    static func noticing<Result>(_ body: () -> Result) -> Result {
        #if canImport(Testing)
            if Test.current != nil {
                var result: Result?
                withKnownIssue("it is part of the ExploreFailure", isIntermittent: true) {
                    result = body()
                } matching: { issue in
                    guard let findings = sink.current else { return false }
                    findings.add("\(issue)")
                    return true
                }
                if let result { return result }
            }
        #endif
        #if canImport(XCTest)
            let observer = Observer()
            XCTestObservationCenter.shared.addTestObserver(observer)
            defer { XCTestObservationCenter.shared.removeTestObserver(observer) }
        #endif
        return body()
    }

    #if canImport(XCTest)
        private final class Observer: NSObject, XCTestObservation {
            #if canImport(Darwin)
                func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
                    sink.current?.add(issue.compactDescription)
                }
            #else
                func testCase(
                    _ testCase: XCTestCase,
                    didFailWithDescription description: String,
                    inFile filePath: String?,
                    atLine lineNumber: Int
                ) {
                    sink.current?.add("\(filePath ?? "?"):\(lineNumber): \(description)")
                }
            #endif
        }
    #endif
}
