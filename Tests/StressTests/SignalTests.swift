import Foundation
import Millrace
import TestSupport
import XCTest

#if canImport(Glibc)
    import Glibc
#endif

/// An emission in a signal's handler, whatever the thread was doing: it may be beginning or ending one of its own.
final class SignalTests: StressTestCase {
    func testAnEmissionInAHandlerLeavesTheInterruptedOneWhole() {
        let subject = PublishSubject<Int>()
        let heard = Counter()
        let interrupted = Counter()
        Signal.subject = PublishSubject<Int>()
        let inHandler = Signal.subject.subscribe(onNext: { _ in interrupted.add() })
        let stays = subject.subscribe(onNext: { _ in heard.add() })
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in Signal.subject.onNext(1) }
        action.sa_flags = Int32(SA_RESTART)
        var before = sigaction()
        XCTAssertEqual(sigaction(SIGUSR1, &action, &before), 0)
        let handle = Handle()
        let isOver = Counter()
        let begun = Moment()
        let rounds = Counter()
        let emitter = TestThread {
            handle.thread = pthread_self()
            subject.onNext(0)  // The first emission of a thread allocates.
            Signal.subject.onNext(0)
            begun.set()
            while isOver.value == 0 {
                subject.onNext(1)
                rounds.add()
            }
        }
        begun.wait()
        let limit = Date() + (TestMode.isLong ? 30 : 2)
        while Date() < limit {
            for _ in 0..<100 {
                pthread_kill(handle.thread!, SIGUSR1)
                sched_yield()
            }
        }
        isOver.set(1)
        emitter.join()
        sigaction(SIGUSR1, &before, nil)
        XCTAssertEqual(heard.value, rounds.value + 1)
        XCTAssertGreaterThan(interrupted.value, 1)
        // No pin is left behind: what an observer holds goes at once.
        let tally = Token.Tally()
        for list in [subject, Signal.subject!] {
            let token = Token(tally)
            let subscription = list.subscribe(onNext: { _ in token.keep() })
            list.onNext(1)
            subscription.dispose()
        }
        XCTAssertEqual(tally.count, 0)
        inHandler.dispose()
        stays.dispose()
        Signal.subject = nil
    }
}

private final class Handle: @unchecked Sendable {
    var thread: pthread_t?
}

private enum Signal {
    nonisolated(unsafe) static var subject: PublishSubject<Int>! = nil
}
