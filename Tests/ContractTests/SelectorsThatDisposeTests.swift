import Foundation
import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// A closure that makes a source, and ends the subscription before it returns: nobody subscribes to that source.
final class SelectorsThatDisposeTests: XCTestCase {
    private typealias Way = (Observable<Int>, @escaping (Int) -> Observable<Int>) -> Observable<Int>

    private let ways: [(name: String, way: Way)] = [
        ("flatMap", { $0.flatMap($1) }),
        ("flatMapFirst", { $0.flatMapFirst($1) }),
        ("flatMapLatest", { $0.flatMapLatest($1) }),
        ("flatMap(maxConcurrent:)", { $0.flatMap(maxConcurrent: 2, $1) }),
        ("flatMap(onNext:onError:)", { $0.flatMap(onNext: $1, onError: Observable.error, onCompleted: { .empty() }) }),
        ("concatMap", { $0.concatMap($1) }),
        ("concatMapEager", { $0.concatMapEager(maxConcurrent: 2, $1) }),
        ("mergeScan", { source, make in source.mergeScan(0) { make($0 + $1) } }),
        ("switchScan", { source, make in source.switchScan(0) { make($0 + $1) } }),
        ("expand", { $0.expand($1) }),
        ("switchOnFirst", { source, make in source.switchOnFirst { first, _ in make(first.element ?? 0) } }),
        ("debounce(by:)", { $0.debounce(by: $1) }),
        ("throttle(by:)", { $0.throttle(by: $1) }),
        ("delay(by:)", { $0.delay(by: $1) }),
        ("timeout(by:)", { $0.timeout(by: $1) }),
        ("groupBy(until:)", { source, make in source.groupBy({ $0 }, until: { make($0.key) }).flatMap { $0 } }),
        ("catch", { source, make in source.map { _ in throw TestError() }.catch { _ in make(0) } }),
        (
            "retry(when:)",
            { source, make in source.map { _ in throw TestError() }.retry { $0.flatMap { _ in make(0) } } }
        ),
        ("deferred", { source, make in source.flatMap { number in Observable.deferred { make(number) } } }),
        (
            "using",
            { source, make in
                source.flatMap { number in
                    Observable.using({ BooleanDisposable() }, observableFactory: { _ in make(number) })
                }
            }
        ),
    ]

    func testNobodySubscribesToTheSource() {
        for (name, way) in ways {
            let source = PublishSubject<Int>()
            let subscription = SerialDisposable()
            var (calls, begun) = (0, 0)
            let stream = way(source) { _ in
                calls += 1
                subscription.dispose()
                return Observable.create { _ in
                    begun += 1
                    return Disposables.create()
                }
            }
            subscription.disposable = stream.subscribe()
            source.onNext(1)
            XCTAssertEqual(calls, 1, name)
            XCTAssertEqual(begun, 0, name)
            XCTAssertFalse(source.hasObservers, name)
        }
    }

    /// The operator below ends the stream, and the subscription with it.
    func testNorIfTheStreamHasEnded() {
        for (name, way) in ways {
            let (source, stop) = (PublishSubject<Int>(), PublishSubject<Void>())
            let recorder = Recorder<Int>()
            var begun = 0
            let stream = way(source) { _ in
                stop.onNext(())
                return Observable.create { _ in
                    begun += 1
                    return Disposables.create()
                }
            }
            let subscription = stream.take(until: stop).subscribe(recorder)
            source.onNext(1)
            XCTAssertEqual(begun, 0, name)
            XCTAssertEqual(recorder.marks.last, "|", name)
            XCTAssertFalse(source.hasObservers, name)
            subscription.dispose()
        }
    }
}
