import Millrace
import TestSupport
import XCTest

/// When a subject lets go of what its observers captured; the subscription is held by its owner all the time.
final class PublishSubjectReleaseTests: XCTestCase {
    private let tally = Token.Tally()

    override func tearDown() {
        XCTAssertEqual(tally.count, 0, "captures that are left")
        super.tearDown()
    }

    /// Subscribes with a token in each closure, directly and through operators with a token in theirs.
    private func subscribe(to subject: Observable<Int>) -> [Disposable] {
        func handlers() -> (Token, Token, Token) { (Token(tally), Token(tally), Token(tally)) }
        let a = handlers()
        let direct = subject.subscribe(
            onNext: { _ in a.0.keep() },
            onError: { _ in a.1.keep() },
            onCompleted: { a.2.keep() }
        )
        let b = handlers()
        let mapped = subject.map { b.0.keep($0) }.filter { b.1.keep($0) == $0 }
            .subscribe(onNext: { _ in b.2.keep() }, onError: { _ in })
        let c = Token(tally)
        let event = subject.subscribe { _ in c.keep() }
        let d = Token(tally)
        let observer = subject.map { $0 }.subscribe(AnyObserver { _ in d.keep() })
        return [direct, mapped, event, observer]
    }

    func testDisposingReleasesCaptures() {
        let subject = PublishSubject<Int>()
        let subscriptions = subscribe(to: subject)
        subject.onNext(1)
        XCTAssertEqual(tally.count, 8)
        for subscription in subscriptions { subscription.dispose() }
        XCTAssertEqual(tally.count, 0)
        withExtendedLifetime(subscriptions) {}
    }

    func testCompletionReleasesCaptures() {
        let subject = PublishSubject<Int>()
        let subscriptions = subscribe(to: subject)
        subject.onCompleted()
        XCTAssertEqual(tally.count, 0)
        withExtendedLifetime(subscriptions) {}
    }

    func testAnErrorReleasesCaptures() {
        let subject = PublishSubject<Int>()
        let subscriptions = subscribe(to: subject)
        subject.onError(TestError())
        XCTAssertEqual(tally.count, 0)
        withExtendedLifetime(subscriptions) {}
    }

    func testDisposingTheSubjectReleasesCaptures() {
        let subject = PublishSubject<Int>()
        let subscriptions = subscribe(to: subject)
        subject.dispose()
        XCTAssertEqual(tally.count, 0)
        for subscription in subscriptions { subscription.dispose() }
    }

    func testDroppingTheSubjectReleasesCaptures() {
        var subject: PublishSubject<Int>? = PublishSubject()
        let subscriptions = subscribe(to: subject!)
        subject = nil
        XCTAssertEqual(tally.count, 0)
        for subscription in subscriptions { subscription.dispose() }
    }

    func testALateSubscriptionKeepsNoCaptures() {
        let completed = PublishSubject<Int>()
        completed.onCompleted()
        let afterCompletion = subscribe(to: completed)
        XCTAssertEqual(tally.count, 0)
        let failed = PublishSubject<Int>()
        failed.onError(TestError())
        let afterError = subscribe(to: failed)
        XCTAssertEqual(tally.count, 0)
        let disposed = PublishSubject<Int>()
        disposed.dispose()
        let afterDispose = subscribe(to: disposed)
        XCTAssertEqual(tally.count, 0)
        withExtendedLifetime(afterCompletion + afterError + afterDispose) {}
    }

    func testCapturesOfAnObserverDisposedInItsOwnCallbackGoWhenTheEmissionEnds() {
        let subject = PublishSubject<Int>()
        var during = -1
        let tally = tally
        func subscribe(_ token: Token) -> Disposable {
            var subscription: Disposable!
            subscription = subject.subscribe(onNext: { _ in
                subscription.dispose()
                token.keep()
                during = tally.count
            })
            return subscription
        }
        let subscription = subscribe(Token(tally))
        subject.onNext(1)
        XCTAssertEqual(during, 1)
        XCTAssertEqual(tally.count, 0)
        subscription.dispose()
    }

    func testCapturesOfAnObserverDisposedInANestedEmissionGoWhenTheOuterOneEnds() {
        let subject = PublishSubject<Int>()
        let subscriptions = Box<[Disposable]>([])
        var afterNested = -1
        let tally = tally
        let first = subject.subscribe(onNext: {
            if $0 == 1 {
                subject.onNext(2)
                afterNested = tally.count
            } else {
                for subscription in subscriptions.value { subscription.dispose() }
            }
        })
        subscriptions.value = subscribe(to: subject)
        subject.onNext(1)
        XCTAssertLessThanOrEqual(afterNested, 8)
        XCTAssertEqual(tally.count, 0)
        first.dispose()
    }

    func testDisposingInsideAnEmissionOfAnotherSubjectReleasesAtOnce() {
        let emitting = PublishSubject<Int>()
        let subject = PublishSubject<Int>()
        let subscriptions = subscribe(to: subject)
        var after = -1
        let tally = tally
        let outer = emitting.subscribe(onNext: { _ in
            for subscription in subscriptions { subscription.dispose() }
            after = tally.count
        })
        emitting.onNext(1)
        XCTAssertEqual(after, 0)
        outer.dispose()
    }

    func testADeinitThatUsesTheSubjectDoesNoHarm() {
        final class Meddler: @unchecked Sendable {
            let subject: PublishSubject<Int>
            init(_ subject: PublishSubject<Int>) { self.subject = subject }
            deinit {
                subject.onNext(100)
                subject.subscribe(onNext: { _ in }).dispose()
            }
            func keep() {}
        }
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let stays = subject.subscribe(recorder)
        func subscribe(_ meddler: Meddler) -> Disposable { subject.subscribe(onNext: { _ in meddler.keep() }) }
        let first = subscribe(Meddler(subject))
        let second = subscribe(Meddler(subject))
        first.dispose()
        XCTAssertEqual(recorder.elements, [100])
        stays.dispose()
        subject.onCompleted()
        second.dispose()
        XCTAssertEqual(recorder.elements, [100])
    }

    func testTheDisposalHandlerIsCalledOnceAfterTheSubjectIsGone() {
        var direct = 0
        var mapped = 0
        var subject: PublishSubject<Int>? = PublishSubject()
        weak let alive = subject
        let subscriptions = [
            subject!.subscribe(onDisposed: { direct += 1 }),
            subject!.map { $0 }.subscribe(onDisposed: { mapped += 1 }),
        ]
        subject = nil
        XCTAssertNil(alive)
        XCTAssertEqual([direct, mapped], [0, 0])
        for subscription in subscriptions + subscriptions { subscription.dispose() }
        XCTAssertEqual([direct, mapped], [1, 1])
    }
}
