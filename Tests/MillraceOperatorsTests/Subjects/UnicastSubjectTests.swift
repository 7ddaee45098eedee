import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class UnicastSubjectTests: MarbleTestCase {
    func testWhatIsSentBeforeTheSubscriberComesIsKept() {
        check(source: "-a-b-c-|", during: "----^", result: "----(ab)c-|") { source, _ in
            let subject = UnicastSubject<String>.createUnbounded()
            _ = source.subscribe(subject)
            return subject.asObservable()
        }
        check(source: "-a-b-#", during: "-------^", result: "-------(ab#)") { source, _ in
            let subject = UnicastSubject<String>.createUnbounded()
            _ = source.subscribe(subject)
            return subject.asObservable()
        }
    }

    func testTheOldestElementsAreDroppedAndCounted() {
        let counts = Box<[Int]>([])
        let subject = UnicastSubject<Int>.create(bufferSize: 2, onDrop: { counts.value.append($0) })
        for element in 1...5 { subject.onNext(element) }
        XCTAssertEqual(counts.value, [1, 2, 3])
        let recorder = Recorder<Int>()
        _ = subject.subscribe(recorder)
        for element in 6...9 { subject.onNext(element) }
        subject.onCompleted()
        subject.onNext(10)
        XCTAssertEqual(recorder.marks, ["4", "5", "6", "7", "8", "9", "|"])
        XCTAssertEqual(subject.droppedCount, 3)
    }

    func testNothingFollowsTheEndThatIsKept() {
        let subject = UnicastSubject<Int>.createUnbounded()
        subject.onNext(1)
        subject.onError(TestError())
        subject.onNext(2)
        subject.onCompleted()
        let recorder = Recorder<Int>()
        _ = subject.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "x(error)"])
        XCTAssertFalse(subject.hasObservers)
    }

    func testASecondSubscriberGetsAnError() {
        let subject = UnicastSubject<Int>.createUnbounded()
        let recorders = (0..<3).map { _ in Recorder<Int>() }
        let first = subject.subscribe(recorders[0])
        _ = subject.subscribe(recorders[1])
        subject.onNext(1)
        first.dispose()
        _ = subject.subscribe(recorders[2])
        let error = "x(\(UnicastSubjectError.secondSubscriber))"
        XCTAssertEqual(recorders.map(\.marks), [["1"], [error], [error]])
    }

    func testDisposal() {
        let tally = Token.Tally()
        let subject = UnicastSubject<Token>.createUnbounded()
        subject.onNext(Token(tally))
        XCTAssertFalse(subject.hasObservers)
        let subscription = subject.subscribe(onNext: { _ in })
        XCTAssertTrue(subject.hasObservers)
        XCTAssertEqual(tally.count, 0)
        subscription.dispose()
        XCTAssertFalse(subject.hasObservers)
        subject.onNext(Token(tally))
        XCTAssertEqual(tally.count, 0)
    }

    func testDisposalDuringTheReplay() {
        let subject = UnicastSubject<Int>.createUnbounded()
        for element in 1...3 { subject.onNext(element) }
        let recorder = Recorder<Int>()
        _ = subject.take(2).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "2", "|"])
        XCTAssertFalse(subject.hasObservers)
    }

    func testWhatACallbackSendsFollowsWhatWasKept() {
        let subject = UnicastSubject<Int>.createUnbounded()
        for element in 1...3 { subject.onNext(element) }
        let recorder = Recorder<Int>()
        _ =
            subject
            .do(onNext: { if $0 == 1 { for element in 4...5 { subject.onNext(element) } } })
            .subscribe(recorder)
        XCTAssertEqual(recorder.elements, [1, 2, 3, 4, 5])
    }

    func testAnAbandonedSubjectReleasesItsSubscriber() {
        let tally = Token.Tally()
        var subject: UnicastSubject<Int>? = .createUnbounded()
        let output = subject!.asObservable()
        let token = Box<Token?>(Token(tally))
        let subscription = output.subscribe(onNext: { [token = token.value] _ in _ = token })
        token.value = nil
        subject = nil
        XCTAssertEqual(tally.count, 0)
        withExtendedLifetime((subscription, output)) {}
    }

    func testWhatAnAbandonedSubjectKept() {
        var subject: UnicastSubject<Int>? = .createUnbounded()
        let output = subject!.asObservable()
        subject?.onNext(1)
        subject = nil
        let recorder = Recorder<Int>()
        _ = output.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1"])
    }
}
