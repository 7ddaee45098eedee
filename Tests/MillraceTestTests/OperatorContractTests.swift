import Millrace
import MillraceTest
import TestSupport
import XCTest

final class OperatorContractTests: XCTestCase {
    private struct Person: Equatable {
        let name: String
    }

    private final class Account {}

    // XCTExpectFailure is Apple's alone, so failures are caught where they are recorded.
    private var caught: [String]?

    #if canImport(ObjectiveC)
        override func record(_ issue: XCTIssue) {
            guard caught != nil, let place = issue.sourceCodeContext.location else { return super.record(issue) }
            caught?.append("\(place.fileURL.lastPathComponent):\(place.lineNumber): \(issue.compactDescription)")
        }
    #else
        override func recordFailure(
            withDescription description: String,
            inFile filePath: String,
            atLine lineNumber: Int,
            expected: Bool
        ) {
            if caught != nil {
                caught?.append("\(filePath.split(separator: "/").last ?? ""):\(lineNumber): \(description)")
            } else {
                super.recordFailure(
                    withDescription: description,
                    inFile: filePath,
                    atLine: lineNumber,
                    expected: expected
                )
            }
        }
    #endif

    func testAnOperatorOnElementsOfAnyType() {
        OperatorContract("capitals", sends: ["a", "b"]) { source in source.map { $0.uppercased() } }.check()
        OperatorContract("names", sends: [Person(name: "Ada")]) { source in source.map(\.name) }.check()
        OperatorContract("people", sends: ["Ada"]) { source in source.map { Person(name: $0) } }.check()
        OperatorContract("accounts", sends: [Account()]) { source in source.filter { _ in true } }.check()
        OperatorContract("optionals", sends: [1, nil, 2]) { source in source.compactMap { $0 } }.check()
    }

    func testAnOperatorWithClosures() {
        OperatorContract("scaled", sends: [1.5, 2]) { source, token in source.map { token.keep($0 * 2) } }.check()
    }

    func testOperatorsOnTime() {
        let excuses: [ContractRule: String] = [
            .orderAtTheEnd: "the source is disposed first", .endDuringSubscription: "elements come later",
        ]
        OperatorContract("delayed", sends: [1, 2], advancing: 5, excusing: excuses) { source, scheduler in
            source.delay(.seconds(5), scheduler: scheduler)
        }.check()
        let early = OperatorContract("delayed", sends: [1, 2], advancing: 4, excusing: excuses) { source, scheduler in
            source.delay(.seconds(5), scheduler: scheduler).take(for: .seconds(3), scheduler: scheduler)
        }
        XCTAssertEqual(early.violations().map(\.rule), [.emits])
        OperatorContract("taken", sends: [1, 2], advancing: 0) { source, scheduler, token in
            source.take(for: .seconds(1), scheduler: scheduler).map { token.keep($0) }
        }.check()
    }

    func testAViolationSaysWhatBrokeHow() {
        let violations = OperatorContract("silent", sends: [1, 2]) { source in source.filter { _ in false } }
            .violations()
        XCTAssertEqual(violations.map(\.rule), [.emits])
        XCTAssertEqual(
            violations.map(\.description),
            ["silent breaks emits (the elements sent give at least one): [1, 2] gave no element; choose others to send"]
        )
    }

    func testWithoutATokenCapturesOfTheObserverAreStillWatched() {
        let kept = Box<[AnyObserver<Int>]>([])
        let violations = OperatorContract("hoarder", sends: [1]) { source in
            Observable<Int>.create { observer in
                kept.value.append(observer)
                return source.subscribe(observer)
            }
        }.violations()
        XCTAssertEqual(
            Set(violations.map(\.rule)),
            [.capturesAfterCompletion, .capturesAfterError, .capturesAfterDispose, .sourceGoesAway]
        )
        XCTAssertEqual(kept.value.isEmpty, false)
    }

    func testCapturesOfTheSourceAreWatched() {
        let violations = OperatorContract("leaver", sends: [1]) { source in
            Observable<Int>.create { observer in
                _ = source.subscribe { event in if !event.isStopEvent { observer.on(event) } }
                return Disposables.create()
            }
        }.violations()
        let messages = violations.filter { $0.rule == .capturesAfterDispose }.map(\.message)
        XCTAssertTrue(messages.contains { $0.contains("the source's captures are left") }, "\(messages)")
    }

    func testARuleIsExcused() {
        let first: ([ContractRule: String]) -> [ContractViolation] = { excuses in
            OperatorContract("first", sends: [1], excusing: excuses) { source in source.take(1) }.violations()
        }
        XCTAssertEqual(Set(first([:]).map(\.rule)), [.errorIsForwarded])
        XCTAssertEqual(first([.errorIsForwarded: "it has ended before"]), [])
    }

    func testABlockedOperatorIsLeftBehind() {
        let violations = OperatorContract("blocked", sends: [1], timeout: 0.2) { source in
            Observable<Int>.create { observer in
                let lock = NSLock()
                return source.subscribe { event in lock.withLock { observer.on(event) } }
            }
        }.violations()
        XCTAssertTrue(violations.contains { $0.message == "it did not return within 0.2 s" }, "\(violations)")
    }

    func testTheRunningTestFailsWhereTheContractWasMade() {
        let contract = OperatorContract("silent", sends: [1]) { source in source.filter { _ in false } }
        let line = #line - 1
        caught = []
        contract.check()
        let failures = caught ?? []
        caught = nil
        XCTAssertEqual(failures.count, 1)
        XCTAssertTrue(failures[0].hasPrefix("OperatorContractTests.swift:\(line): "), failures[0])
        XCTAssertTrue(failures[0].contains("silent breaks emits"), failures[0])
    }

    func testEveryRuleSaysWhatItDemands() {
        XCTAssertEqual(Set(ContractRule.allCases.map(\.summary)).count, ContractRule.allCases.count)
    }
}
