import Millrace
import TestSupport
import XCTest

/// What holds for every operator with one source.
final class LinearOperatorTests: XCTestCase {
    private func send(_ elements: [Int], to subject: PublishSubject<Int>) {
        for element in elements { subject.onNext(element) }
    }

    func testEachPassesOnWhatItSaysWhenTheSourceCompletes() {
        for operation in OperatorCase.all {
            let subject = PublishSubject<Int>()
            let recorder = Recorder<String>()
            let subscription = operation.apply(subject, Capture()).subscribe(recorder)
            send([1, 1, 2, 3], to: subject)
            subject.onCompleted()
            XCTAssertEqual(recorder.marks, operation.completed, operation.name)
            XCTAssertTrue((subscription as! Cancelable).isDisposed, operation.name)
            XCTAssertFalse(subject.hasObservers, operation.name)
        }
    }

    func testEachPassesOnWhatItSaysWhenTheSourceFails() {
        for operation in OperatorCase.all {
            let subject = PublishSubject<Int>()
            let recorder = Recorder<String>()
            let subscription = operation.apply(subject, Capture()).subscribe(recorder)
            send([1, 1, 2], to: subject)
            subject.onError(TestError())
            XCTAssertEqual(recorder.marks, operation.failed, operation.name)
            XCTAssertTrue((subscription as! Cancelable).isDisposed, operation.name)
        }
    }

    func testEachPassesOnTheSameOfASourceThatEndsWhileItIsSubscribedTo() {
        for operation in OperatorCase.all {
            for (terminal, expected) in [
                (Event<Int>.completed, operation.completed), (.error(TestError()), operation.failed),
            ] {
                var disposals = 0
                let source = Observable<Int>.create { observer in
                    for element in [1, 1, 2] { observer.onNext(element) }
                    if terminal.isCompleted { observer.onNext(3) }
                    observer.on(terminal)
                    return Disposables.create { disposals += 1 }
                }
                let recorder = Recorder<String>()
                let subscription = operation.apply(source, Capture()).subscribe(recorder)
                XCTAssertEqual(recorder.marks, expected, operation.name)
                XCTAssertEqual(disposals, 1, operation.name)
                XCTAssertTrue((subscription as! Cancelable).isDisposed, operation.name)
            }
        }
    }

    func testTwoSubscriptionsToTheSameObservableHaveStateOfTheirOwn() {
        for operation in OperatorCase.all {
            let subject = PublishSubject<Int>()
            let observable = operation.apply(subject, Capture())
            let (first, second) = (Recorder<String>(), Recorder<String>())
            _ = observable.subscribe(first)
            _ = observable.subscribe(second)
            send([1, 1, 2, 3], to: subject)
            subject.onCompleted()
            XCTAssertEqual(first.marks, operation.completed, operation.name)
            XCTAssertEqual(second.marks, operation.completed, operation.name)
        }
    }

    func testASourceIsDisposedOnceByDisposal() {
        for operation in OperatorCase.all {
            let source = TestSource<Int>()
            let recorder = Recorder<String>()
            let subscription = operation.apply(source.observable, Capture()).subscribe(recorder)
            XCTAssertEqual(source.subscriptions, 1, operation.name)
            source.send(1)
            XCTAssertEqual(source.disposals, 0, operation.name)
            subscription.dispose()
            XCTAssertEqual(source.disposals, 1, operation.name)
            subscription.dispose()
            XCTAssertEqual(source.disposals, 1, operation.name)
        }
    }

    func testASourceIsDisposedOnceByItsEnd() {
        for operation in OperatorCase.all {
            for terminal in [Event<Int>.completed, .error(TestError())] {
                let source = TestSource<Int>()
                let recorder = Recorder<String>()
                let subscription = operation.apply(source.observable, Capture()).subscribe(recorder)
                source.send(1, 1, 2)
                source.send(terminal)
                XCTAssertEqual(source.disposals, 1, operation.name)
                subscription.dispose()
                XCTAssertEqual(source.disposals, 1, operation.name)
            }
        }
    }

    func testNothingComesAfterTheEndOfASourceThatGoesOn() {
        for operation in OperatorCase.all {
            let source = TestSource<Int>()
            let recorder = Recorder<String>()
            let subscription = operation.apply(source.observable, Capture()).subscribe(recorder)
            source.send(1, 1, 2, 3)
            source.send(.completed)
            source.send(4, 5)
            source.send(.error(TestError()))
            source.send(.completed)
            XCTAssertEqual(recorder.marks, operation.completed, operation.name)
            subscription.dispose()
        }
    }

    func testNothingComesAfterDisposalFromASourceThatGoesOn() {
        for operation in OperatorCase.all {
            for terminal in [Event<Int>.completed, .error(TestError())] {
                let source = TestSource<Int>()
                let recorder = Recorder<String>()
                let subscription = operation.apply(source.observable, Capture()).subscribe(recorder)
                source.send(1)
                let before = recorder.marks
                subscription.dispose()
                source.send(1, 2, 3)
                source.send(terminal)
                XCTAssertEqual(recorder.marks, before, operation.name)
            }
        }
    }

    func testDisposingInACallbackIsTheEnd() {
        for operation in OperatorCase.all {
            let subject = PublishSubject<Int>()
            var marks: [String] = []
            var subscription: Disposable?
            subscription = operation.apply(subject, Capture()).subscribe { event in
                marks.append(event.element ?? "end")
                subscription?.dispose()
            }
            send([1, 1, 2, 3], to: subject)
            subject.onCompleted()
            // What `startWith` emits comes before there is a subscription to dispose.
            let expected = operation.completed.prefix(operation.name == "startWith" ? 3 : 1)
            XCTAssertEqual(marks, expected.map { $0.hasPrefix("x(") || $0 == "|" ? "end" : $0 }, operation.name)
            XCTAssertFalse(subject.hasObservers, operation.name)
        }
    }

    func testCapturesAreReleasedByDisposal() {
        for operation in OperatorCase.all {
            let subject = PublishSubject<Int>()
            var token: Capture? = Capture()
            weak let alive = token
            var received: Capture? = Capture()
            weak let receiverAlive = received
            let subscription = operation.apply(subject, token!).subscribe(onNext: { [received] _ in _ = received })
            (token, received) = (nil, nil)
            subject.onNext(1)
            XCTAssertNotNil(receiverAlive, operation.name)
            subscription.dispose()
            XCTAssertNil(alive, operation.name)
            XCTAssertNil(receiverAlive, operation.name)
            withExtendedLifetime(subscription) {}
        }
    }

    func testCapturesAreReleasedByTheEnd() {
        for operation in OperatorCase.all {
            for terminal in [Event<Int>.completed, .error(TestError())] {
                let subject = PublishSubject<Int>()
                var token: Capture? = Capture()
                weak let alive = token
                var received: Capture? = Capture()
                weak let receiverAlive = received
                let subscription = operation.apply(subject, token!)
                    .subscribe(onNext: { [received] _ in _ = received }, onError: { _ in })
                (token, received) = (nil, nil)
                subject.onNext(1)
                subject.on(terminal)
                XCTAssertNil(alive, operation.name)
                XCTAssertNil(receiverAlive, operation.name)
                withExtendedLifetime(subscription) {}
            }
        }
    }

    func testCapturesAreReleasedWhenTheSourceGoesAwayWithoutAnEnd() {
        for operation in OperatorCase.all {
            var subject: PublishSubject<Int>? = PublishSubject<Int>()
            var token: Capture? = Capture()
            weak let alive = token
            var received: Capture? = Capture()
            weak let receiverAlive = received
            let subscription = operation.apply(subject!, token!).subscribe(onNext: { [received] _ in _ = received })
            (token, received) = (nil, nil)
            subject?.onNext(1)
            XCTAssertNotNil(receiverAlive, operation.name)
            subject = nil
            // `onDispose` is still to be called, so `do` stays until it has been.
            if operation.name == "do" { subscription.dispose() }
            XCTAssertNil(alive, operation.name)
            XCTAssertNil(receiverAlive, operation.name)
            withExtendedLifetime(subscription) {}
        }
    }

    func testCapturesAreReleasedWhenASourceEndsWhileItIsSubscribedTo() {
        for operation in OperatorCase.all {
            for source in [Observable<Int>.empty(), .just(1), .error(TestError()), .of(1, 2, 3)] {
                var token: Capture? = Capture()
                weak let alive = token
                let recorder = Recorder<String>()
                let subscription = operation.apply(source, token!).subscribe { [token] event in
                    _ = token
                    recorder.on(event)
                }
                token = nil
                XCTAssertNil(alive, operation.name)
                XCTAssertEqual(recorder.events.filter(\.isStopEvent).count, 1, operation.name)
                XCTAssertTrue(recorder.events.last?.isStopEvent == true, operation.name)
                withExtendedLifetime(subscription) {}
            }
        }
    }

    func testAnObserverThatIsReleasedDoesNotEndTheSubscription() {
        for operation in OperatorCase.all {
            let subject = PublishSubject<Int>()
            let recorder = Recorder<String>()
            _ = operation.apply(subject, Capture()).subscribe(recorder)
            send([1, 1, 2, 3], to: subject)
            subject.onCompleted()
            XCTAssertEqual(recorder.marks, operation.completed, operation.name)
        }
    }
}
