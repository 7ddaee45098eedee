import Foundation
import Millrace
import MillraceTest
import OperatorCatalogue
import TestSupport
import XCTest

/// Every operator of the catalogue through the shared contract.
final class ContractTests: XCTestCase {
    /// Puts an operator on numbers through its contract: with a scheduler for any thread and, if it is on time, with a
    /// `TestScheduler`.
    private final class Check: EntryVisitor {
        private let entry: Entry<Int>
        private let excuses: [ContractRule: String]

        init(_ entry: Entry<Int>) {
            self.entry = entry
            excuses = Dictionary(uniqueKeysWithValues: entry.excuses.map { (ContractRule(rawValue: $0.rawValue)!, $1) })
        }

        func visit<Output>(_ apply: @escaping (World<Int>, Capture) -> Observable<Output>) {
            let clock = ManualScheduler()
            let time = entry.time ?? 0
            SharingScheduler.mock(scheduler: clock) {
                OperatorContract(
                    entry.name,
                    sends: entry.elements,
                    excusing: excuses,
                    settle: { clock.advance(by: .seconds(time)) },
                    file: entry.file,
                    line: entry.line
                ) { (source: Observable<Int>, token: ContractToken) in
                    apply(World(source, token.companion, clock, time: { .seconds($0) }, make: { 10 }), Capture(token))
                }
                .checkWithObjects(file: entry.file, line: entry.line)
            }
            guard let time = entry.time else { return }
            OperatorContract(
                "\(entry.name), on a TestScheduler",
                sends: entry.elements,
                advancing: time,
                excusing: excuses,
                file: entry.file,
                line: entry.line
            ) { (source: Observable<Int>, scheduler: TestScheduler, token: ContractToken) in
                let world = World(source, token.companion, scheduler, time: { .seconds($0) }, make: { 10 })
                return apply(world, Capture(token))
            }
            .checkWithObjects(file: entry.file, line: entry.line)
        }
    }

    private func check(_ files: String...) {
        var isFound = false
        for entry in operatorsOnNumbers where entry.checks.contains(.contract) {
            let file = "\(entry.file)"
            guard files.contains(where: { file.hasSuffix("Catalogue+\($0).swift") }) else { continue }
            isFound = true
            entry.accept(Check(entry))
        }
        XCTAssertTrue(isFound)
    }

    // A test for each file of the catalogue.

    func testCreatingAndTransformingOperatorsKeepTheContract() { check("Transforming") }
    func testFilteringAndAggregatingOperatorsKeepTheContract() { check("Filtering") }
    func testCombiningOperatorsKeepTheContract() { check("Combining") }
    func testOperatorsOnErrorsKeepTheContract() { check("Errors") }
    func testOperatorsOnTimeKeepTheContract() { check("Timing") }
    func testSubjectsSharingAndOtherOperatorsKeepTheContract() { check("Sharing") }
    func testTraitsKeepTheContract() { check("Traits") }

    private actor Place {}

    /// The actor delivers while the source's thread goes on.
    func testAnActorKeepsTheContract() {
        let scheduler = ActorScheduler(Place())
        let settle: @Sendable () -> Void = {
            if scheduler.isCallerInside { return }
            let isIdle = DispatchSemaphore(value: 0)
            _ = scheduler.schedule(()) { _ in
                isIdle.signal()
                return Disposables.create()
            }
            isIdle.waitPatiently()
        }
        OperatorContract(
            "observe(on:) an actor",
            excusing: [
                .endDuringSubscription: "the source runs ahead of the scheduler",
                .orderAtTheEnd: "the actor delivers while the source's thread goes on",
            ],
            settle: settle
        ) { source, token in source.observe(on: scheduler).map { token.keep($0) } }
        .checkWithObjects()
    }
}
