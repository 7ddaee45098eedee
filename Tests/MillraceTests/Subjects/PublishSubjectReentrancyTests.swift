import Millrace
import TestSupport
import XCTest

final class PublishSubjectReentrancyTests: XCTestCase {
    func testANestedEmissionReachesEverybodyBeforeTheOuterOneGoesOn() {
        let subject = PublishSubject<Int>()
        var calls: [String] = []
        let first = subject.subscribe(onNext: {
            calls.append("a\($0)")
            if $0 == 1 { subject.onNext(2) }
        })
        let second = subject.subscribe(onNext: { calls.append("b\($0)") })
        subject.onNext(1)
        XCTAssertEqual(calls, ["a1", "a2", "b2", "b1"])
        first.dispose()
        second.dispose()
    }

    func testAHundredNestedEmissionsReturnOneByOne() {
        let subject = PublishSubject<Int>()
        var calls: [String] = []
        let first = subject.subscribe(onNext: {
            calls.append("a\($0)")
            if $0 < 100 { subject.onNext($0 + 1) }
        })
        let second = subject.subscribe(onNext: { calls.append("b\($0)") })
        subject.onNext(1)
        XCTAssertEqual(calls, (1...100).map { "a\($0)" } + (1...100).reversed().map { "b\($0)" })
        first.dispose()
        second.dispose()
    }

    func testATerminalEventDuringAnEmissionOvertakesIt() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let first = subject.subscribe(onNext: { _ in subject.onCompleted() })
        let second = subject.subscribe(recorder)
        subject.onNext(1)
        XCTAssertEqual(recorder.marks, ["|"])
        first.dispose()
        second.dispose()
    }

    func testWhatIsSentFromWithinTheEndReachesNobody() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let first = subject.subscribe(onCompleted: { subject.onNext(1) })
        let second = subject.subscribe(recorder)
        subject.onCompleted()
        XCTAssertEqual(recorder.marks, ["|"])
        first.dispose()
        second.dispose()
    }

    func testAnErrorDuringAnEmissionOvertakesItThroughOperators() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let first = subject.map { $0 }.subscribe(onNext: { _ in subject.onError(TestError("a")) }, onError: { _ in })
        let second = subject.map { $0 }.subscribe(recorder)
        subject.onNext(1)
        XCTAssertEqual(recorder.marks, ["x(a)"])
        first.dispose()
        second.dispose()
    }

    func testDisposingTheSubjectDuringAnEmissionStopsIt() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let first = subject.subscribe(onNext: { _ in subject.dispose() })
        let second = subject.subscribe(recorder)
        subject.onNext(1)
        subject.onNext(2)
        XCTAssertEqual(recorder.marks, [])
        first.dispose()
        second.dispose()
    }

    func testAnObserverThatDisposesItselfHearsNothingMore() {
        let subject = PublishSubject<Int>()
        var direct: [Int] = []
        var mapped: [Int] = []
        var first: Disposable?
        var second: Disposable?
        first = subject.subscribe(onNext: {
            direct.append($0)
            first?.dispose()
            subject.onNext($0 + 10)
        })
        second = subject.map { $0 }.subscribe(onNext: {
            mapped.append($0)
            second?.dispose()
            subject.onNext($0 + 100)
        })
        subject.onNext(1)
        XCTAssertEqual(direct, [1])
        XCTAssertEqual(mapped, [11])
        XCTAssertFalse(subject.hasObservers)
    }

    func testAnObserverDisposedByAnEarlierOneIsSkipped() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let mapped = Recorder<Int>()
        let later = Box<[Disposable]>([])
        let first = subject.subscribe(onNext: { _ in for each in later.value { each.dispose() } })
        later.value = [subject.subscribe(recorder), subject.map { $0 }.subscribe(mapped)]
        subject.onNext(1)
        XCTAssertEqual(recorder.marks, [])
        XCTAssertEqual(mapped.marks, [])
        first.dispose()
    }

    func testAnObserverAddedDuringAnEmissionGetsTheNextOne() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        var added: Disposable?
        let first = subject.subscribe(onNext: { _ in
            if added == nil { added = subject.subscribe(recorder) }
        })
        subject.onNext(1)
        XCTAssertEqual(recorder.marks, [])
        subject.onNext(2)
        XCTAssertEqual(recorder.marks, ["2"])
        first.dispose()
        added?.dispose()
    }

    func testAnObserverAddedByACompletionHandlerGetsTheCompletion() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let first = subject.subscribe(onCompleted: { _ = subject.subscribe(recorder) })
        subject.onCompleted()
        XCTAssertEqual(recorder.marks, ["|"])
        first.dispose()
    }

    func testObserversDisposedByACompletionHandlerDoNotHearTheCompletion() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let mapped = Recorder<Int>()
        let later = Box<[Disposable]>([])
        let first = subject.subscribe(onCompleted: { for each in later.value { each.dispose() } })
        later.value = [subject.subscribe(recorder), subject.map { $0 }.subscribe(mapped)]
        subject.onCompleted()
        XCTAssertEqual(recorder.marks, [])
        XCTAssertEqual(mapped.marks, [])
        first.dispose()
    }

    func testSubscribingAndDisposingInEveryCallbackKeepsTheOthersInOrder() {
        let subject = PublishSubject<Int>()
        var heard: [Int] = []
        var churned = 0
        let churn = subject.subscribe(onNext: { _ in
            for _ in 0..<100 { subject.subscribe(onNext: { _ in churned += 1 }).dispose() }
        })
        let stays = subject.subscribe(onNext: { heard.append($0) })
        for i in 0..<100 { subject.onNext(i) }
        XCTAssertEqual(heard, Array(0..<100))
        XCTAssertEqual(churned, 0)
        churn.dispose()
        stays.dispose()
    }

    func testTheLastReferenceToTheSubjectMayGoInACallback() {
        let tally = Token.Tally()
        var subject: PublishSubject<Int>? = PublishSubject()
        weak let alive = subject
        var heard: [Int] = []
        func subscribe(_ token: Token) -> [Disposable] {
            [
                subject!.subscribe(onNext: { _ in subject = nil }),
                subject!.subscribe(onNext: { heard.append(token.keep($0)) }),
                subject!.map { token.keep($0) }.subscribe(onNext: { heard.append($0) }),
            ]
        }
        let subscriptions = subscribe(Token(tally))
        subject?.onNext(1)
        XCTAssertEqual(heard, [1, 1])
        XCTAssertNil(alive)
        XCTAssertEqual(tally.count, 0)
        for subscription in subscriptions { subscription.dispose() }
    }

    func testTheLastReferenceToTheSubjectMayGoInTheDeepestOfManyNestedEmissions() {
        var subject: PublishSubject<Int>? = PublishSubject()
        weak let alive = subject
        var heard: [Int] = []
        let first = subject!.subscribe(onNext: {
            if $0 < 100 { subject?.onNext($0 + 1) } else { subject = nil }
        })
        let second = subject!.subscribe(onNext: { heard.append($0) })
        subject?.onNext(1)
        XCTAssertEqual(heard, (1...100).reversed())
        XCTAssertNil(alive)
        first.dispose()
        second.dispose()
    }

    func testTheLastReferenceToTheSubjectMayGoInACompletionHandler() {
        var subject: PublishSubject<Int>? = PublishSubject()
        weak let alive = subject
        var completions = 0
        let subscriptions = (0..<3).map { _ in
            subject!.subscribe(onCompleted: {
                subject = nil
                completions += 1
            })
        }
        subject?.onCompleted()
        XCTAssertEqual(completions, 3)
        XCTAssertNil(alive)
        for subscription in subscriptions { subscription.dispose() }
    }

    func testManySubjectsMayBeEmittingOnOneThreadAtOnce() {
        let subjects = (0..<100).map { _ in PublishSubject<Int>() }
        var heard: [Int] = []
        var subscriptions: [Disposable] = []
        for (i, subject) in subjects.enumerated() {
            subscriptions.append(
                subject.subscribe(onNext: {
                    if i + 1 < subjects.count { subjects[i + 1].onNext($0 + 1) }
                })
            )
            subscriptions.append(subject.subscribe(onNext: { heard.append($0) }))
        }
        subjects[0].onNext(0)
        XCTAssertEqual(heard, (0..<100).reversed())
        for subscription in subscriptions { subscription.dispose() }
    }
}
