import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class DistinctTests: MarbleTestCase {
    func testEachElementOnce() {
        check(
            source: "-a-b-a-c-b-|",
            result: "-a-b---c---|",
            active: "^----------!"
        ) { source, _ in source.distinct() }
    }

    func testElementsThatCannotBeHashed() {
        struct Point: Equatable { let x: Character }
        check(
            source: "-a-b-a-c-b-|",
            result: "-a-b---c---|"
        ) { source, _ in source.map { Point(x: $0.first!) }.distinct().map { String($0.x) } }
    }

    func testByAKey() {
        check(
            source: "-a-B-A-c-#",
            result: "-a-B---c-#"
        ) { source, _ in source.distinct { $0.lowercased() } }
    }

    func testAnErrorOfTheKeySelector() {
        check(
            source: "-a-b-a-",
            result: "-a-#",
            active: "^--!"
        ) { source, _ in
            source.distinct(by: { (element: String) -> String in
                if element == "b" { throw TestError() } else { element }
            })
        }
    }

    func testAfterTheFirstElementForWhichThePredicateIsTrueNothingComes() {
        check(
            source: "-a-b-a-c-|",
            result: "-a-b-----|",
            active: "^--------!"
        ) { source, _ in source.distinct { $0 == "b" } }
    }

    func testAnErrorOfThePredicate() {
        check(
            source: "-a-b-",
            result: "-#",
            active: "^!"
        ) { source, _ in source.distinct { _ in throw TestError() } }
    }

    func testSubscriptionsRememberElementsOfTheirOwn() {
        let distinct = Observable.of(1, 1, 2).distinct()
        for _ in 0..<2 {
            let recorder = Recorder<Int>()
            _ = distinct.subscribe(recorder)
            XCTAssertEqual(recorder.marks, ["1", "2", "|"])
        }
    }

    func testAnElementFromInsideADelivery() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.distinct().do(onNext: { if $0 < 4 { subject.onNext($0); subject.onNext($0 + 1) } })
            .subscribe(recorder)
        subject.onNext(1)
        subject.onNext(3)
        XCTAssertEqual(recorder.elements.sorted(), [1, 2, 3, 4])
    }

    func testAnElementWhoseHashMakesTheSourceEmit() {
        final class Echo: Hashable {
            let number: Int
            let hashed: () -> Void
            init(_ number: Int, _ hashed: @escaping () -> Void) { (self.number, self.hashed) = (number, hashed) }
            static func == (one: Echo, other: Echo) -> Bool { one.number == other.number }
            func hash(into hasher: inout Hasher) {
                hashed()
                hasher.combine(number)
            }
        }
        let subject = PublishSubject<Echo>()
        let recorder = Recorder<Int>()
        var isFirst = true
        _ = subject.distinct().map(\.number).subscribe(recorder)
        subject.onNext(
            Echo(1) {
                guard isFirst else { return }
                isFirst = false
                subject.onNext(Echo(2) {})
            }
        )
        subject.onNext(Echo(1) {})
        XCTAssertEqual(recorder.elements, [2, 1])
    }

    func testDriversToo() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let driver = subject.asDriver(onErrorJustReturn: 0)
        let bag = DisposeBag()
        driver.distinct().drive(recorder).disposed(by: bag)
        driver.distinct(by: { $0 % 2 }).drive(recorder).disposed(by: bag)
        driver.distinct { $0 == 3 }.drive(recorder).disposed(by: bag)
        for element in [1, 1, 3, 5] { subject.onNext(element) }
        XCTAssertEqual(recorder.elements, [1, 1, 1, 1, 3, 3, 5])
    }
}
