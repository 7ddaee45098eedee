import Foundation
import Millrace
import MillraceOperators
import OperatorCatalogue
import TestSupport
import XCTest

/// The column “can pause” of the tables in ChoosingAnOperator.md says what the operators do.
final class PauseColumnTests: XCTestCase {
    /// Subscribes to an operator below a bounded queue that holds its source back, where a source that cannot pause ends
    /// the stream with an error.
    private final class Check: EntryVisitor {
        var isRefused = false

        func visit<Output>(_ apply: @escaping (World<Int>, Capture) -> Observable<Output>) {
            let clock = ManualScheduler()
            SharingScheduler.mock(scheduler: clock) {
                let source = Observable.range(start: 0, count: 3)
                let world = World(source, source, clock, time: { .seconds($0) }, make: { 10 })
                let output = apply(world, Capture(self))
                let subscription = Observable.just(0).flatMap { _ in output.materialize() }
                    .observe(on: clock, capacity: 1, overflow: .suspend)
                    .subscribe(onNext: { event in
                        if event.error is UnpausableSourceError { self.isRefused = true }
                    })
                clock.advance(by: .seconds(100))
                subscription.dispose()
            }
        }
    }

    /// A row of the page: the operators that it links to, and what its column says.
    private struct Row {
        let names: [String]
        let column: String
        let text: String
    }

    private func rows() throws -> [Row] {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../Sources/MillraceOperators/MillraceOperators.docc/ChoosingAnOperator.md"
        )
        let lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
        return lines.filter { $0.contains("``") && $0.hasPrefix("| ") }.map { line in
            let cells = line.components(separatedBy: " | ")
            let links = line.components(separatedBy: "``").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
            return Row(names: links.map(key), column: cells.count > 2 ? cells[2] : "", text: line)
        }
    }

    /// A function by its name and its first label, as `Tools/check-catalogue` tells operators apart.
    private func key(_ function: String) -> String {
        let name = function.components(separatedBy: "/").last!
        let parts = name.components(separatedBy: "(")
        let label = parts.count > 1 ? parts[1].prefix { $0 != ":" && $0 != ")" && $0 != "," } : ""
        let isLabel = parts.count > 1 && parts[1].dropFirst(label.count).first == ":" && label != "_"
        return String(parts[0].prefix { $0.isLetter || $0.isNumber }) + (isLabel ? "(\(label):)" : "")
    }

    func testTheColumnSaysWhatTheOperatorsDo() throws {
        var found: [String: Set<String>] = [:]
        for entry in operatorsOnNumbers where entry.checks.contains(.contract) {
            let check = Check()
            entry.accept(check)
            found[key(entry.name), default: []].insert(check.isRefused ? "no" : "yes")
        }
        XCTAssertEqual(found["zip"], ["no"])
        XCTAssertEqual(found["map"], ["yes"])
        let rows = try rows()
        XCTAssertGreaterThan(rows.count, 100)
        for row in rows {
            let measured = row.names.reduce(into: Set<String>()) { $0.formUnion(found[$1] ?? []) }
            // What is neither a source nor has one below it, such as a subscription.
            let expected = measured.isEmpty ? "–" : measured.sorted().joined(separator: ", ")
            XCTAssertEqual(row.column, expected, row.text)
        }
    }
}
