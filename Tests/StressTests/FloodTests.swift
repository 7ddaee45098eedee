import Foundation
import Millrace
import TestSupport
import ThreadPriority
import XCTest

/// One thread sends without a pause, more than its observer gets through. It is its own work that it makes: another thread
/// that meets it in an operator, or that subscribes meanwhile, goes on soon.
final class FloodTests: StressTestCase {
    override func setUpWithError() throws {
        try super.setUpWithError()
        try TestMode.skipUnlessAlone()
    }

    private let calls = TestMode.isLong ? 20_000 : TestMode.size(1_000, debug: 300, sanitized: 100)

    /// Turns of an empty loop; long enough, in every kind of build, that the observer is slower than the sender.
    private func work(_ turns: Int) {
        var left = turns
        while left > 0 { withUnsafeMutablePointer(to: &left) { $0.pointee -= 1 } }
    }

    /// Sends 1, 2, 3, … on a thread of its own while `body` runs.
    private func sending(
        into send: @escaping (Int) -> Void,
        pause: @escaping () -> Void = {},
        while body: () -> Void,
        line: UInt = #line
    ) {
        let isOver = Counter()
        let sender = TestThread {
            var number = 1
            while isOver.value == 0 {
                send(number)
                number += 1
                pause()
            }
        }
        body()
        isOver.add()
        XCTAssertTrue(sender.join(timeout: 120), "the sender did not return", line: line)
    }

    private func flood(
        into send: @escaping (Int) -> Void,
        while body: @escaping () -> Void,
        line: UInt = #line
    ) {
        sending(into: send, while: { assertReturns(within: 120, line: line, body) }, line: line)
    }

    /// Without the bound on what one thread delivers for another, the first call of the quiet source does not return.
    func testAQuietSourceIsNotKeptByAFlood() {
        for shape in TwoSourceOperator.gates {
            let (flooding, quiet) = (PublishSubject<Int>(), PublishSubject<Int>())
            let subscription = shape.apply(flooding, quiet).subscribe(onNext: { [self] _ in work(4_000) })
            quiet.onNext(0)
            flood(into: { flooding.onNext($0) }) { [calls] in
                for _ in 0..<calls { quiet.onNext(0) }
            }
            subscription.dispose()
        }
    }

    func testAFloodOfAnOperatorKeepsItsOrderAndLosesNothing() {
        let merging: [(String, (Observable<Int>, Observable<Int>) -> Observable<Int>)] = [
            ("merge", { Observable.merge($0, $1) }),
            ("flatMap", { Observable.of($0, $1).flatMap { $0 } }),
            ("merge(maxConcurrent:)", { Observable.of($0, $1).merge(maxConcurrent: 2) }),
            ("groupBy", { Observable.merge($0, $1).groupBy { $0 < 0 }.flatMap { $0 } }),
        ]
        for (name, apply) in merging {
            let (flooding, quiet) = (PublishSubject<Int>(), PublishSubject<Int>())
            let last = Box((flooded: 0, quiet: 0))
            let sent = Box(0)
            let wrong = Counter()
            let subscription = apply(flooding, quiet).subscribe(
                onNext: { [self] number in
                    work(2_000)
                    if number > 0 {
                        if number != last.value.flooded + 1 { wrong.add() }
                        last.value.flooded = number
                    } else {
                        if number != last.value.quiet - 1 { wrong.add() }
                        last.value.quiet = number
                    }
                }
            )
            let send: (Int) -> Void = { number in
                flooding.onNext(number)
                sent.value = number
            }
            flood(into: send) { [calls] in
                for number in 1...calls { quiet.onNext(-number) }
            }
            XCTAssertEqual(wrong.value, 0, "\(name): gaps, duplicates or inversions")
            XCTAssertEqual(last.value.flooded, sent.value, name)
            XCTAssertEqual(last.value.quiet, -calls, name)
            subscription.dispose()
        }
    }

    /// While the quiet thread is inside, many events of the other source come; that source's own thread delivers most of
    /// them, when the quiet one has left.
    func testWhatWaitsGoesBackToTheThreadThatSentIt() {
        let flood = TestMode.size(20_000, debug: 5_000, sanitized: 2_000)
        var least = Int.max
        // The sender may be kept from its processor for a while.
        for _ in 0..<5 where least > flood / 2 {
            let (flooding, quiet) = (PublishSubject<Int>(), PublishSubject<Int>())
            let isInside = Moment()
            let isFilled = Moment()
            let hasReturned = Counter()
            let delivered = Counter()
            let quietThread = Box<UInt>(0)
            let subscription = Observable.merge(flooding, quiet).subscribe(
                onNext: { [self] number in
                    if number == 0 {
                        quietThread.value = TestThread.currentID
                        isInside.set()
                        isFilled.wait()
                    } else {
                        work(4_000)
                        if TestThread.currentID == quietThread.value { delivered.add() }
                    }
                }
            )
            let thread = TestThread {
                quiet.onNext(0)
                hasReturned.add()
            }
            isInside.wait()
            for number in 1...flood { flooding.onNext(number) }
            isFilled.set()
            var number = flood
            let patience = Patience()
            while hasReturned.value == 0 {
                patience.check()
                number += 1
                flooding.onNext(number)
            }
            thread.join()
            least = min(least, delivered.value)
            subscription.dispose()
        }
        XCTAssertLessThanOrEqual(least, flood / 2)
    }

    /// The replay is complete when `subscribe` returns, and it does return though an emitter is faster than the observer.
    func testASubscriberIsNotKeptByAnEmitter() {
        let behavior = BehaviorSubject(value: 0)
        let replay = ReplaySubject<Int>.create(bufferSize: 3)
        let source = PublishSubject<Int>()
        let shared = source.share(replay: 1)
        let stays = shared.subscribe()
        let subjects: [(String, (Int) -> Void, Observable<Int>)] = [
            ("BehaviorSubject", { behavior.onNext($0) }, behavior),
            ("ReplaySubject", { replay.onNext($0) }, replay),
            ("share(replay: 1)", { source.onNext($0) }, shared),
        ]
        for (name, send, source) in subjects {
            let wrong = Counter()
            let missed = Counter()
            send(0)
            flood(into: send) { [self] in
                for _ in 0..<calls {
                    let last = Box<Int?>(nil)
                    let heard = Counter()
                    let subscription = source.subscribe(
                        onNext: { [self] number in
                            work(4_000)
                            if let before = last.value, number != before + 1 { wrong.add() }
                            last.value = number
                            heard.add()
                        }
                    )
                    // The emitter may be calling the observer by now.
                    if heard.value == 0 { missed.add() }
                    subscription.dispose()
                }
            }
            XCTAssertEqual(wrong.value, 0, "\(name): gaps, duplicates or inversions")
            XCTAssertEqual(missed.value, 0, "\(name): nothing was replayed")
        }
        stays.dispose()
    }

    // MARK: How long a call takes

    /// How long each call of a quiet source took, beside a source that sends every 2 µs into a callback of 4 µs.
    private struct Times {
        var sorted: [UInt64]

        var longest: UInt64 { sorted.last ?? 0 }

        /// All but one in a thousand took no longer.
        var most: UInt64 { sorted.isEmpty ? 0 : sorted[sorted.count * 999 / 1_000] }

        var text: String {
            "of \(sorted.count) calls 99.9 % within \(most / 1_000) µs, the longest \(longest / 1_000) µs"
        }
    }

    private static func spin(_ nanoseconds: UInt64) {
        let end = DispatchTime.now().uptimeNanoseconds + nanoseconds
        while DispatchTime.now().uptimeNanoseconds < end {}
    }

    private func times(flooding: @escaping (Int) -> Void, quiet: (Int) -> Void) -> Times {
        var times: [UInt64] = []
        sending(into: flooding, pause: { FloodTests.spin(2_000) }) {
            let end = DispatchTime.now().uptimeNanoseconds + UInt64(max(TestMode.longSeconds, 1)) * 1_000_000_000
            while DispatchTime.now().uptimeNanoseconds < end {
                let begin = DispatchTime.now().uptimeNanoseconds
                quiet(-1)
                times.append(DispatchTime.now().uptimeNanoseconds - begin)
                FloodTests.spin(20_000)
            }
        }
        return Times(sorted: times.sorted())
    }

    /// In the long form alone: on a busy machine the figures say more about the machine.
    func testAQuietCallIsAboutAsShortAsWithAMutex() throws {
        guard TestMode.isLong, TestMode.isOptimized else {
            throw XCTSkip("set MILLRACE_LONG=6 and run it optimized, on a machine that has nothing else to do")
        }
        let mutex = NSLock()
        func callback(_ number: Int) { if number > 0 { FloodTests.spin(4_000) } }
        func control() -> Times {
            times(
                flooding: { number in mutex.withLock { callback(number) } },
                quiet: { number in mutex.withLock { callback(number) } }
            )
        }
        let before = control()
        var results: [(String, Times)] = []
        for shape in TwoSourceOperator.gates where !shape.name.hasPrefix("zip") {
            let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
            let subscription = shape.apply(first, second).subscribe(onNext: { callback($0) })
            second.onNext(-1)
            results.append((shape.name, times(flooding: { first.onNext($0) }, quiet: { second.onNext($0) })))
            subscription.dispose()
        }
        let after = control()
        let longest = max(before.longest, after.longest)
        print("a mutex: \(before.text); \(after.text)")
        for (name, times) in results {
            print("\(name): \(times.text)")
            XCTAssertLessThanOrEqual(times.most, 1_000_000, name)
            XCTAssertLessThanOrEqual(times.longest, 2 * longest, name)
        }
    }

    /// While a thread delivers the element that it has sent, another begins to send without a pause. The first thread
    /// returns nevertheless: the other one takes over.
    func testASenderOfABroadcastIsNotKeptByAnother() {
        sendBesideAFlood(rounds: TestMode.size(200, debug: 100, sanitized: 20)) {}
    }

    /// There, the other thread does not run while the first one waits for it without sleeping.
    func testASenderOfABroadcastIsNotKeptByAnotherOnItsProcessor() {
        TestThread {
            self.sendBesideAFlood(rounds: 5) { _ = thread_stays_on_one_processor() }
        }.join()
    }

    private func sendBesideAFlood(rounds: Int, prepareThread: @escaping () -> Void) {
        prepareThread()
        let feed = Broadcast<Int>(capacity: 64)
        let here = TestThread.currentID
        let (isOver, isFlooding, isResting, attempts) = (Counter(), Counter(), Counter(), Counter())
        // How many elements this thread has delivered in the present call.
        let delivered = Box(0)
        let subscription = feed.asObservable().subscribe(onNext: { _ in
            guard TestThread.currentID == here else { return }
            delivered.value += 1
            // Kept by the other thread: enough is known.
            if delivered.value >= 500 { return isFlooding.setOrdered(0) }
            // Something is left to deliver, all the time: the other thread has sent, or has found the ring full.
            isFlooding.setOrdered(1)
            let before = attempts.value
            _ = waitUntil(within: 10) { attempts.value > before }
        })
        let flood = TestThread {
            prepareThread()
            while isOver.value == 0 {
                let floods = isFlooding.value == 1
                isResting.setOrdered(floods ? 0 : 1)
                if !floods {
                    sched_yield()
                } else {
                    feed.send(1)
                    attempts.add()
                }
            }
        }
        var most = 0
        for _ in 0..<rounds where most < 500 {
            delivered.value = 0
            feed.send(2)
            most = max(most, delivered.value)
            isFlooding.setOrdered(0)
            // The other thread must not be the one that delivers the next element.
            isResting.setOrdered(0)
            XCTAssertTrue(waitUntil(within: 30) { isResting.value == 1 })
        }
        isOver.setOrdered(1)
        flood.join()
        subscription.dispose()
        XCTAssertGreaterThan(most, 1, "the other thread has sent nothing")
        // It hands over after 16 elements, and again if the other thread has missed that.
        XCTAssertLessThan(most, 500)
    }
}
