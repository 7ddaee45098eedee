import Foundation
import MillraceTest
import TestSupport
import XCTest

// Only a sink of the library's own can be disposed while its subscription is being made.
#if DEBUG
    @testable import Millrace
#else
    import Millrace
#endif

/// A resource that writes its disposal down.
private final class Resource: Disposable, @unchecked Sendable {
    private let onDispose: () -> Void

    init(_ onDispose: @escaping () -> Void) {
        self.onDispose = onDispose
    }

    func dispose() { onDispose() }
}

final class UsingTests: XCTestCase {
    private var log: [String] = []

    private func source(_ make: @escaping (Resource) throws -> Observable<Int>) -> Observable<Int> {
        Observable<Int>.using(
            {
                self.log.append("make")
                return Resource { self.log.append("dispose resource") }
            },
            observableFactory: make
        )
    }

    private func subscribe(to source: Observable<Int>) -> Disposable {
        source.subscribe { event in self.log.append("\(event)") }
    }

    func testTheResourceIsMadeBySubscriptionAndDisposedAfterTheEnd() {
        let source = source { _ in .of(1) }
        XCTAssertEqual(log, [])
        for _ in 0..<2 {
            log = []
            _ = subscribe(to: source)
            XCTAssertEqual(log, ["make", "next(1)", "completed", "dispose resource"])
        }
    }

    func testTheResourceIsDisposedAfterAnError() {
        _ = subscribe(to: source { _ in .error(TestError()) })
        XCTAssertEqual(log, ["make", "error(error)", "dispose resource"])
    }

    func testDisposalDisposesTheSourceAndThenTheResourceOnce() {
        let subscription = subscribe(
            to: source { _ in
                .create { _ in Disposables.create { self.log.append("dispose source") } }
            }
        )
        XCTAssertEqual(log, ["make"])
        subscription.dispose()
        subscription.dispose()
        XCTAssertEqual(log, ["make", "dispose source", "dispose resource"])
    }

    func testTheEndDisposesTheSourceAndThenTheResource() {
        var observer: AnyObserver<Int>?
        _ = subscribe(
            to: source { _ in
                .create {
                    observer = $0
                    return Disposables.create { self.log.append("dispose source") }
                }
            }
        )
        observer?.onNext(1)
        observer?.onCompleted()
        observer?.onCompleted()
        XCTAssertEqual(log, ["make", "next(1)", "completed", "dispose source", "dispose resource"])
    }

    func testAnErrorOfTheResourceFactoryFails() {
        _ = subscribe(
            to: Observable<Int>.using(
                { () throws -> Resource in throw TestError("resource") },
                observableFactory: { _ in
                    self.log.append("never called")
                    return .empty()
                }
            )
        )
        XCTAssertEqual(log, ["error(resource)"])
    }

    func testAnErrorOfTheObservableFactoryFailsAndDisposesTheResource() {
        _ = subscribe(to: source { _ in throw TestError("observable") })
        XCTAssertEqual(log, ["make", "error(observable)", "dispose resource"])
    }

    func testTheObservableFactoryGetsTheResource() {
        var made: Resource?
        var given: Resource?
        _ = Observable<Int>.using(
            {
                let resource = Resource {}
                made = resource
                return resource
            },
            observableFactory: { resource in
                given = resource
                return .empty()
            }
        ).subscribe(Recorder<Int>())
        XCTAssertNotNil(made)
        XCTAssertTrue(made === given)
    }

    func testASourceThatIsGoneLeavesTheResourceToTheSubscription() {
        let subscription = subscribe(to: source { _ in .never() })
        XCTAssertEqual(log, ["make"])
        subscription.dispose()
        XCTAssertEqual(log, ["make", "dispose resource"])
    }

    func testASourceThatEndsWhileItIsSubscribedToKeepsTheResourceMeanwhile() {
        _ = subscribe(
            to: source { _ in
                .create { observer in
                    observer.onCompleted()
                    self.log.append("source goes on")
                    return Disposables.create { self.log.append("dispose source") }
                }
            }
        )
        XCTAssertEqual(log, ["make", "completed", "source goes on", "dispose source", "dispose resource"])
    }

    func testDisposalInsideAnElementDisposesTheResource() {
        disposingInside(source { _ in .of(1, 2, 3) }) { element, subscription in
            self.log.append("\(element)")
            if element == 2 { subscription.dispose() }
        }
        XCTAssertEqual(log, ["make", "1", "2", "dispose resource"])
    }

    func testTheResourceAndCapturesAreKeptOnlyAsLongAsTheSubscription() {
        var subscription: Disposable?
        XCTAssertFalse(
            isHeld { probe in
                subscription = Observable<Int>.using(
                    { Resource { probe.touch() } },
                    observableFactory: { _ in
                        .create { _ in Disposables.create { probe.touch() } }
                    }
                ).subscribe(onNext: { _ in probe.touch() })
                subscription?.dispose()
            }
        )
    }

    func testManyElementsAndNestedSubscriptionsNeedNoStack() {
        onSmallStack {
            var sum = 0
            _ = self.source { _ in .range(start: 0, count: 100_000) }.subscribe(onNext: { sum += $0 })
            XCTAssertEqual(sum, 4_999_950_000)
        }
        var order: [Int] = []
        let source = source { _ in .of(1, 2) }
        _ = source.subscribe(onNext: { outer in
            order.append(outer)
            _ = source.subscribe(onNext: { order.append(outer * 10 + $0) })
        })
        XCTAssertEqual(order, [1, 11, 2, 12, 21, 22])
        XCTAssertEqual(log.filter { $0 == "dispose resource" }.count, 4)
    }

    func testADisposalThatMeetsTheEndDisposesTheResourceOnce() {
        for _ in 0..<2000 {
            let lock = NSLock()
            var disposed = 0
            let subject = PublishSubject<Int>()
            let subscription = Observable<Int>.using(
                { Resource { lock.withLock { disposed += 1 } } },
                observableFactory: { _ in subject }
            ).subscribe(Recorder<Int>())
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                if index == 0 { subscription.dispose() } else { subject.onCompleted() }
            }
            XCTAssertEqual(lock.withLock { disposed }, 1)
        }
    }

    #if DEBUG
        func testDisposalInsideAFactoryDisposesTheResourceAndSubscribesToNothing() {
            for inside in ["resource factory", "observable factory"] {
                log = []
                let sink = EventSink<Int> { event in self.log.append("\(event)") }
                let source = Observable<Int>.using(
                    {
                        if inside == "resource factory" { sink.dispose() }
                        return Resource { self.log.append("dispose resource") }
                    },
                    observableFactory: { _ in
                        if inside == "observable factory" { sink.dispose() }
                        return .create { _ in
                            self.log.append("subscribe")
                            return Disposables.create()
                        }
                    }
                )
                source.subscribe(sink: sink)
                XCTAssertEqual(log, ["dispose resource"], inside)
            }
        }
    #endif

    func testItKeepsTheContract() {
        OperatorContract("using", sends: [1, 2, 3]) { source, token in
            Observable.using(
                { BooleanDisposable() },
                observableFactory: { _ in token.keep(source) }
            )
        }.check()
    }
}
