import Foundation
import Millrace
import TestSupport
import ThreadPriority
import XCTest

/// Two threads of different priority on one processor use the same thing. The less urgent one is interrupted anywhere, in
/// the few instructions of a lock too; the other one must then let it go on. What a `pthread_mutex` makes of the same
/// situation, in the same run, is the measure.
final class PriorityTests: StressTestCase {
    override func setUpWithError() throws {
        try super.setUpWithError()
        try TestMode.skipUnlessAlone()
    }

    /// What the two threads call.
    private struct Work {
        let name: String
        let urgent: () -> Void
        let other: () -> Void

        init(_ name: String, urgent: @escaping () -> Void, other: @escaping () -> Void) {
            self.name = name
            self.urgent = urgent
            self.other = other
        }

        init(_ name: String, both: @escaping () -> Void) { self.init(name, urgent: both, other: both) }
    }

    /// How long the urgent thread's calls took.
    private struct Calls {
        var count = 0
        /// Those that took more than 5 ms.
        var late = 0
        /// The seconds of the longest.
        var longest = 0.0
        /// The seconds that the thread was running in such calls: what a wait without sleep takes.
        var spent = 0.0

        mutating func add(_ seconds: Double, running: Double) {
            count += 1
            longest = max(longest, seconds)
            if seconds > 0.005 {
                late += 1
                spent += running
            }
        }
    }

    private enum Priorities {
        /// Usual threads with different shares of the processor.
        case usual
        /// Threads that run until they wait, the urgent one first.
        case realTime

        func setUrgent() -> Bool {
            switch self {
            // Going above 0 takes a privilege; the other thread's 5 is difference enough.
            case .usual: thread_is_nice(-15) || thread_is_nice(0)
            case .realTime: thread_is_real_time(10)
            }
        }

        func setOther() -> Bool {
            switch self {
            case .usual: thread_is_nice(5)
            case .realTime: thread_is_real_time(1)
            }
        }
    }

    private let mutex: UnsafeMutablePointer<pthread_mutex_t> = {
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        return mutex
    }()

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    private func withMutex() -> Work {
        let value = Counter()
        return Work("a mutex") { [mutex] in
            pthread_mutex_lock(mutex)
            value.set(value.value + 1)
            pthread_mutex_unlock(mutex)
        }
    }

    private final class Box {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    private let bag = DisposeBag()

    /// Subjects with memory, an operator whose state holds references, and places where sources meet.
    private func works() -> [Work] {
        let behavior = BehaviorRelay(value: 0)
        let unheard = BehaviorRelay(value: 0)
        let replay = ReplaySubject<Int>.create(bufferSize: 3)
        let source = PublishSubject<Box>()
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        let (left, right) = (BehaviorSubject(value: 0), BehaviorSubject(value: 0))
        let shared = source.map(\.number).share(replay: 1)
        behavior.subscribe(onNext: { _ in }).disposed(by: bag)
        replay.subscribe(onNext: { _ in }).disposed(by: bag)
        source.scan(Box(0)) { $1 }.subscribe(onNext: { _ in }).disposed(by: bag)
        shared.subscribe(onNext: { _ in }).disposed(by: bag)
        Observable.merge(first, second).subscribe(onNext: { _ in }).disposed(by: bag)
        Observable.combineLatest(left, right) { $0 + $1 }.subscribe(onNext: { _ in }).disposed(by: bag)
        return [
            Work("BehaviorRelay") { behavior.accept(behavior.value + 1) },
            Work("BehaviorRelay without an observer") { unheard.accept(unheard.value + 1) },
            Work("ReplaySubject") { replay.onNext(1) },
            Work(
                "subscribing to a ReplaySubject",
                urgent: { replay.subscribe().dispose() },
                other: { replay.onNext(1) }
            ),
            Work("scan, share(replay: 1)") { source.onNext(Box(1)) },
            Work(
                "share(replay: 1), subscribing",
                urgent: { shared.subscribe().dispose() },
                other: { source.onNext(Box(1)) }
            ),
            Work("merge", urgent: { first.onNext(1) }, other: { second.onNext(1) }),
            Work("combineLatest", urgent: { left.onNext(1) }, other: { right.onNext(1) }),
        ]
    }

    /// Runs both threads for some time; false if the priorities cannot be set.
    private func run(_ work: Work, _ priorities: Priorities, seconds: Double, into calls: inout Calls) -> Bool {
        let isOver = Counter()
        let refused = Counter()
        let number = Counter()
        var urgentCalls = calls
        let ready = Moment()
        let other = TestThread {
            if !thread_stays_on_one_processor() || !priorities.setOther() { refused.set(1) }
            ready.set()
            while isOver.value == 0, refused.value == 0 {
                for _ in 0..<200 { work.other() }
                // Threads of lesser priority want to run as well.
                if priorities == .realTime { thread_sleep(20_000) }
            }
        }
        ready.wait()
        let urgent = TestThread {
            number.set(Int(thread_number()))
            if !thread_stays_on_one_processor() || !priorities.setUrgent() { refused.set(1) }
            let end = thread_now() + Int64(seconds * 1e9)
            while refused.value == 0, thread_now() < end {
                // Comes back in the midst of what the other thread is doing.
                thread_sleep(50_000)
                let (start, before) = (thread_now(), thread_processor_time())
                work.urgent()
                let (now, after) = (thread_now(), thread_processor_time())
                urgentCalls.add(Double(now - start) / 1e9, running: Double(after - before) / 1e9)
            }
            isOver.set(1)
        }
        // A real-time thread that waits without sleeping would keep the other one from ever going on.
        let patience = Patience()
        while !urgent.join(timeout: seconds + 1) {
            _ = thread_is_usual_again(Int32(number.value))
            patience.check()
        }
        other.join()
        calls = urgentCalls
        return refused.value == 0
    }

    private func assertNoWorseThanAMutex(_ priorities: Priorities) throws {
        try XCTSkipIf(TestMode.sanitizer != nil, "a sanitizer takes its time under locks of its own")
        let seconds = TestMode.isLong ? 2.0 : 0.08
        for work in works() {
            var failure: String?
            // Other processes interrupt the less urgent thread as well, and not both sides alike, on a busy machine
            // sometimes all the time of a measurement. Waiting without sleeping shows in each of them.
            for _ in 0..<6 {
                var (ours, mutexs) = (Calls(), Calls())
                // By turns, so that what else the machine does meets both.
                for _ in 0..<4 {
                    guard run(work, priorities, seconds: seconds, into: &ours),
                        run(withMutex(), priorities, seconds: seconds, into: &mutexs)
                    else { throw XCTSkip("priorities or processors of threads cannot be set here") }
                }
                failure = worse(ours, than: mutexs, priorities).map { "\(work.name): \($0): \(ours), beside \(mutexs)" }
                // A thread that waits without sleeping runs for seconds, and so would the other measurements.
                if failure == nil || ours.spent >= 0.1 { break }
            }
            if let failure { return XCTFail(failure) }
        }
    }

    /// In what respect the calls are worse than those with a mutex.
    private func worse(_ ours: Calls, than mutexs: Calls, _ priorities: Priorities) -> String? {
        if ours.count == 0 { return "no call" }
        if ours.late > 2 * mutexs.late + 3 + ours.count / 200 { return "late" }
        if ours.spent >= 0.1 { return "running while it waits" }
        // Nothing gets in between real-time threads, so there a single call tells as well.
        if priorities == .realTime && ours.longest >= 2 * mutexs.longest + 0.5 { return "long" }
        return nil
    }

    func testAnUrgentThreadWaitsNoLongerThanForAMutex() throws {
        try assertNoWorseThanAMutex(.usual)
    }

    func testARealTimeThreadWaitsNoLongerThanForAMutex() throws {
        try assertNoWorseThanAMutex(.realTime)
    }
}
