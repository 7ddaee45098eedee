import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class CollectTests: MarbleTestCase {
    func testOneResultAtTheEnd() {
        check(source: "-a-b-c-|", result: "-------(1|)", active: "^------!", naming: ["1": "-abc"]) { source, _, _ in
            source.collect(into: "-") { $0 += $1 }.asObservable()
        }
        check(source: "---|", result: "---(s|)", active: "^--!", naming: ["s": "seed"]) { source, _, _ in
            source.collect(into: "seed") { $0 += $1 }.asObservable()
        }
    }

    func testErrors() {
        check(source: "-a-#", result: "---#", active: "^--!") { source, _ in
            source.collect(into: "") { $0 += $1 }.asObservable()
        }
        check(source: "-a-b-|", result: "---#", active: "^--!") { source, _ in
            source.collect(into: "") { if $1 == "b" { throw TestError() } else { $0 += $1 } }.asObservable()
        }
    }

    func testTheResultIsNotCopied() {
        var capacities: Set<Int> = []
        let addresses = Box<Set<UnsafeRawPointer>>([])
        _ = Observable.range(start: 0, count: 900)
            .collect(into: [Int]()) { result, element in
                if result.isEmpty { result.reserveCapacity(1_000) }
                result.append(element)
                capacities.insert(result.capacity)
                result.withUnsafeBytes { _ = addresses.value.insert($0.baseAddress!) }
            }
            .subscribe(onSuccess: { XCTAssertEqual($0.count, 900) })
        XCTAssertEqual(capacities.count, 1)
        XCTAssertEqual(addresses.value.count, 1)
    }

    func testSubscriptionsStartAnew() {
        let source = Observable.of(1, 2).collect(into: Set<Int>()) { $0.insert($1) }
        for _ in 0..<2 {
            let recorder = Recorder<Set<Int>>()
            _ = source.asObservable().subscribe(recorder)
            XCTAssertEqual(recorder.elements, [[1, 2]])
        }
    }
}
