import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class MergeScanTests: MarbleTestCase {
    func testWhatInnerSourcesEmitIsTheResult() {
        check(
            source: "-a-----b-c--|",
            result: "---1-----2-(3)|",
            naming: ["1": "a", "2": "ab", "3": "ac"]
        ) { source, _, scheduler in
            source.mergeScan("") { Observable.just($0 + $1).delay(.seconds(2), scheduler: scheduler) }
        }
    }

    func testEachResultCountsAtOnce() {
        let recorder = Recorder<Int>()
        let subject = PublishSubject<Int>()
        _ = subject.mergeScan(0) { Observable.of($0 + $1, $0 - $1) }.subscribe(recorder)
        for element in [1, 2] { subject.onNext(element) }
        XCTAssertEqual(recorder.marks, ["1", "-1", "1", "-3"])
    }

    func testErrors() {
        for scan in [
            { $0.mergeScan("", accumulator: $1) }, { $0.switchScan("", accumulator: $1) },
        ] as [(Observable<String>, @escaping (String, String) throws -> Observable<String>) -> Observable<String>] {
            check(source: "-a-#", result: "-a-#", active: "^--!") { source, _ in scan(source) { .just($0 + $1) } }
            check(source: "-a-b-", result: "-#", active: "^!") { source, _ in scan(source) { _, _ in throw TestError() }
            }
            check(source: "-a-b-", result: "-#", active: "^!") { source, _ in
                scan(source) { _, _ in .error(TestError()) }
            }
        }
    }

    func testTheLatestSourceAlone() {
        check(
            source: "-ab----c-|",
            result: "----1----2|",
            naming: ["1": "b", "2": "bc"]
        ) { source, _, scheduler in
            source.switchScan("") { Observable.just($0 + $1).delay(.seconds(2), scheduler: scheduler) }
        }
    }

    func testAnElementFromInsideADelivery() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.mergeScan(0) { Observable.just($0 + $1) }
            .do(onNext: { if $0 == 1 { subject.onNext(10) } })
            .subscribe(recorder)
        for element in [1, 100] { subject.onNext(element) }
        XCTAssertEqual(Set(recorder.elements), [1, 11, 111])
    }

    func testSubscriptionsStartAnew() {
        let source = Observable.of(1, 2).switchScan(0) { Observable.just($0 + $1) }
        for _ in 0..<2 {
            let recorder = Recorder<Int>()
            _ = source.subscribe(recorder)
            XCTAssertEqual(recorder.marks, ["1", "3", "|"])
        }
    }
}
