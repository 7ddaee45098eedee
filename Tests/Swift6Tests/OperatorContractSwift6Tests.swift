import Millrace
import MillraceTest
import Testing

/// The contract kit from Swift Testing, in Swift 6 mode.
struct OperatorContractSwift6Tests {
    private static let contracts: [OperatorContract] = [
        OperatorContract("capitals", sends: ["a", "b"]) { source in source.map { $0.uppercased() } },
        OperatorContract("sums", sends: [1, 2]) { source, token in source.scan(0) { token.keep($0 + $1) } },
        OperatorContract("until", sends: [1], advancing: 0) { source, scheduler in
            source.take(for: .seconds(1), scheduler: scheduler)
        },
    ]

    @Test(arguments: contracts)
    func operatorsKeepTheContract(_ contract: OperatorContract) {
        contract.check()
    }

    @Test func violationsAreValues() {
        let silent = OperatorContract("silent", sends: [1]) { source in source.filter { _ in false } }
        #expect(silent.violations().map(\.rule) == [.emits])
    }

    @Test func theRunningTestFailsWhereTheContractWasMade() {
        let silent = OperatorContract("silent", sends: [1]) { source in source.filter { _ in false } }
        let line = #line - 1
        withKnownIssue {
            silent.check()
        } matching: { issue in
            issue.sourceLocation?.line == line && issue.sourceLocation?.fileName == "OperatorContractSwift6Tests.swift"
                && issue.comments.contains { $0.rawValue.contains("silent breaks emits") }
        }
    }

    @MainActor @Test func closuresThatWereWrittenOnAnActor() {
        OperatorContract("doubled", sends: [1, 2]) { source in source.map { $0 * 2 } }.check()
    }
}
