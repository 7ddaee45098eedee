import Millrace
import MillraceOperators
import TestSupport
import XCTest

/// What the closures of the operators for servers may do: dispose the subscription, or make the source send.
final class ServerClosuresTests: XCTestCase {
    private struct TestFailure: Error {}

    private typealias Transform = (Observable<Int>, SchedulerType, _ inside: @escaping () -> Void) -> Observable<Int>

    /// Operators whose closures call `inside`.
    private let operators: [(name: String, transform: Transform)] = [
        (
            "cost of limit",
            { source, scheduler, inside in
                let cost = { (number: Int) -> Int in
                    inside()
                    return number % 2
                }
                return source.limit(
                    Rate(1, per: .seconds(1)),
                    cost: cost,
                    capacity: 9,
                    overflow: .dropNewest,
                    scheduler: scheduler
                )
            }
        ),
        (
            "weight of batch",
            { source, scheduler, inside in
                let weigh = { (number: Int) -> Int in
                    inside()
                    return 1
                }
                return source.batch(upTo: 3, weight: 2, of: weigh, within: .seconds(1), scheduler: scheduler)
                    .concatMap { Observable.from($0) }
            }
        ),
        (
            "what keepAlive sends",
            { source, scheduler, inside in
                source.keepAlive(every: .milliseconds(700), scheduler: scheduler) {
                    inside()
                    return -1
                }
                .filter { $0 >= 0 }
            }
        ),
        (
            "report of map(onFailure:)",
            { source, scheduler, inside in
                source.map(onFailure: .report { _ in inside() }) { number in
                    if number == 2 { throw TestFailure() }
                    return number
                }
                .filter { $0 != 2 }
            }
        ),
        (
            "dead letters of map(onFailure:)",
            { source, scheduler, inside in
                let letters = AnyObserver<FailedElement<Int>> { _ in inside() }
                return source.map(onFailure: .deadLetter(to: letters)) { number in
                    if number == 2 { throw TestFailure() }
                    return number
                }
            }
        ),
        (
            "key of groupBy",
            { source, scheduler, inside in
                let key = { (number: Int) -> Int in
                    inside()
                    return number % 2
                }
                return source.groupBy(key, idle: .seconds(2), scheduler: scheduler).flatMap { $0 }
            }
        ),
        (
            "notifier of groupBy",
            { source, scheduler, inside in
                let until = { (group: GroupedObservable<Int, Int>) -> Observable<Int> in
                    inside()
                    return group.filter { $0 == 3 }
                }
                return source.groupBy({ $0 % 2 }, until: until).flatMap { $0 }
            }
        ),
        (
            "isFailure of a breaker",
            { source, scheduler, inside in
                let inside = UncheckedSendable(inside)
                let breaker = CircuitBreaker(
                    .consecutive(9),
                    slowAfter: .seconds(1),
                    openFor: .seconds(1),
                    scheduler: scheduler,
                    isFailure: { _ in
                        inside.value()
                        return true
                    }
                )
                return source.flatMap { number in
                    (number == 2 ? Observable<Int>.error(TestFailure()) : .just(number))
                        .protected(by: breaker)
                        .catch { _ in .empty() }
                }
            }
        ),
        (
            "observer of a breaker's state",
            { source, scheduler, inside in
                let breaker = CircuitBreaker(
                    .consecutive(1),
                    slowAfter: .seconds(1),
                    openFor: .milliseconds(1),
                    scheduler: scheduler
                )
                let watching = breaker.state.subscribe(onNext: { if $0 == .halfOpen { inside() } })
                return source.flatMap { number in
                    (number == 2 ? Observable<Int>.error(TestFailure()) : .just(number))
                        .protected(by: breaker)
                        .catch { _ in .empty() }
                }
                .do(onDispose: { watching.dispose() })
            }
        ),
    ]

    private struct UncheckedSendable<Value>: @unchecked Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    func testADisposalInsideAClosureIsTheEnd() {
        for (name, transform) in operators {
            let (scheduler, source, recorder) = (ManualScheduler(), PublishSubject<Int>(), Recorder<Int>())
            let subscription = SingleAssignmentDisposable()
            var (isDisposed, later) = (false, 0)
            let result = transform(source, scheduler) {
                if isDisposed { later += 1 }
                isDisposed = true
                subscription.dispose()
            }
            var received = 0
            subscription.setDisposable(
                result.subscribe { event in
                    if isDisposed { received += 1 }
                    recorder.on(event)
                }
            )
            for number in 1...4 {
                source.onNext(number)
                scheduler.advance(by: .seconds(1))
            }
            XCTAssertTrue(isDisposed, name)
            XCTAssertEqual(received, 0, "\(name): \(recorder.marks)")
            XCTAssertEqual(later, 0, name)
            XCTAssertFalse(source.hasObservers, name)
            XCTAssertEqual(scheduler.waitingCount, 0, name)
        }
    }

    func testAClosureMayMakeTheSourceSend() {
        for (name, transform) in operators {
            let (scheduler, source, recorder) = (ManualScheduler(), PublishSubject<Int>(), Recorder<Int>())
            var hasSent = false
            let result = transform(source, scheduler) {
                if hasSent { return }
                hasSent = true
                source.onNext(100)
            }
            let subscription = result.subscribe(recorder)
            for number in 1...4 {
                source.onNext(number)
                scheduler.advance(by: .seconds(1))
            }
            scheduler.advance(by: .milliseconds(1))
            source.onCompleted()
            scheduler.advance(by: .seconds(10))
            let elements = recorder.elements
            XCTAssertTrue(hasSent, name)
            XCTAssertEqual(recorder.events.last?.isStopEvent, true, "\(name): \(recorder.marks)")
            XCTAssertEqual(elements.filter { $0 == 100 }.count, 1, "\(name): \(recorder.marks)")
            let others = elements.filter { $0 < 100 }
            XCTAssertEqual(others, others.sorted(), "\(name): \(recorder.marks)")
            XCTAssertTrue(Set(others).isSuperset(of: [1, 3, 4]), "\(name): \(recorder.marks)")
            XCTAssertFalse(source.hasObservers, name)
            subscription.dispose()
        }
    }
}
