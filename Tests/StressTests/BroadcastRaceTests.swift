import Foundation
import Millrace
import TestSupport
import XCTest

/// Broadcasts whose consumers come, go, are cancelled and lag while several threads send.
final class BroadcastRaceTests: StressTestCase {
    private let joins = TestMode.isLong ? 1_000_000 : TestMode.size(100_000, debug: 20_000, sanitized: 4_000)
    private let rounds = TestMode.isLong ? 100_000 : TestMode.size(20_000, debug: 4_000, sanitized: 1_500)

    /// Blocks this thread until `work` is over, which must come within the limit of every wait.
    private func run(_ work: @escaping @Sendable () async throws -> Void, line: UInt = #line) {
        let isOver = Moment()
        let failure = Box<(any Error)?>(nil)
        Task.detached {
            do { try await work() } catch { failure.value = error }
            isOver.set()
        }
        isOver.wait()
        XCTAssertNil(failure.value, line: line)
    }

    // MARK: joins

    /// One thread sends 1, 2, 3, …. Each consumer that joins gets consecutive numbers, which begin not later than the
    /// number after the last that was sent before, and with the whole replay.
    private func checkJoins(_ join: @escaping @Sendable (Broadcast<Int>, Int) async throws -> [Int], line: UInt = #line)
    {
        let replay = 3
        let feed = Broadcast<Int>(replay: replay, capacity: 8)
        let (began, ended, isOver) = (Counter(), Counter(), Counter())
        let sender = TestThread {
            var number = 1
            while isOver.value == 0 {
                began.setOrdered(number)
                while feed.send(number) == .full { sched_yield() }
                ended.setOrdered(number)
                number += 1
                if number % 64 == 0 { sched_yield() }
            }
            feed.finish()
        }
        waitUntil { ended.value > replay }
        let wrong = Box<[String]>([])
        let joins = joins
        run({
            try await withThrowingTaskGroup(of: Void.self) { group in
                for joiner in 0..<2 {
                    group.addTask {
                        for round in 0..<joins / 2 {
                            let before = ended.ordered
                            let numbers = try await join(feed, replay + (round + joiner) % 3)
                            let after = began.ordered
                            let first = numbers.first ?? 0
                            let isConsecutive = numbers == Array(first..<first + numbers.count)
                            if !isConsecutive || first < before - replay + 1 || first > after {
                                wrong.value.append("\(before) \(numbers) \(after)")
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
        })
        isOver.setOrdered(1)
        sender.join()
        XCTAssertEqual(wrong.value, [], line: line)
    }

    func testTasksJoinWithoutAGap() {
        checkJoins { feed, count in
            var values = feed.values.makeAsyncIterator()
            var numbers: [Int] = []
            while numbers.count < count, let number = try await values.next() { numbers.append(number) }
            return numbers
        }
    }

    func testSlicesJoinWithoutAGap() {
        checkJoins { feed, count in
            var batches = feed.values.batches.makeAsyncIterator()
            var numbers: [Int] = []
            while numbers.count < count, let batch = try await batches.next() { numbers += batch }
            return numbers
        }
    }

    func testObserversJoinWithoutAGap() {
        checkJoins { feed, count in
            // Not atomic on purpose: the thread sanitizer sees whether the calls come one after another.
            nonisolated(unsafe) var numbers: [Int] = []
            let isOver = Moment()
            let subscription = feed.asObservable().take(count)
                .subscribe(onNext: { numbers.append($0) }, onCompleted: { isOver.set() })
            isOver.wait()
            subscription.dispose()
            return numbers
        }
    }

    // MARK: cancellation

    /// A task iterates while one thread sends and finishes, and another cancels. Whatever comes first, the task ends
    /// once, and everything is released.
    func testCancellationBesideSendingAndFinishing() {
        let (tokens, elements) = (Token.Tally(), Token.Tally())
        let ends = Box([0, 0, 0])
        let (tasks, threads) = (Box<Task<Void, Never>?>(nil), Rendezvous(3))
        let feeds = Box<Broadcast<Token>?>(nil)
        let rounds = rounds
        let others = [
            TestThread {
                for round in 0..<rounds {
                    threads.meet()
                    let feed = feeds.value!
                    for _ in 0..<round % 4 { feed.send(Token(elements)) }
                    if round % 2 == 0 { feed.finish() }
                    threads.meet()
                }
            },
            TestThread {
                for round in 0..<rounds {
                    threads.meet()
                    dawdle((round * 7) % 11)
                    tasks.value?.cancel()
                    threads.meet()
                }
            },
        ]
        for round in 0..<rounds {
            let isOver = Moment()
            do {
                let (feed, token) = (Broadcast<Token>(replay: round % 2, capacity: 2), Token(tokens))
                let lag: LagStrategy = [.suspend, .skip, .fail][round % 3]
                let values = feed.values(onLag: lag) { _ in token.keep() }
                feeds.value = feed
                tasks.value = Task {
                    do {
                        for try await element in values { token.keep(element.keep()) }
                        ends.value[0] += 1
                    } catch is LagError {
                        ends.value[1] += 1
                    } catch {
                        ends.value[2] += 1
                    }
                    isOver.set()
                }
            }
            threads.meet()
            threads.meet()
            isOver.wait()
            feeds.value = nil
            tasks.value = nil
        }
        for thread in others { thread.join() }
        XCTAssertEqual(ends.value.reduce(0, +), rounds)
        waitUntil { tokens.count == 0 && elements.count == 0 }
    }

    /// Senders wait while their consumer leaves, their task is cancelled or the broadcast ends.
    func testSendersThatAreCancelledWhileRoomIsMade() {
        let elements = Token.Tally()
        let rounds = rounds / 4
        run {
            for round in 0..<rounds {
                let feed = Broadcast<Token>(capacity: 1)
                let consumer = Task {
                    var values = feed.values.makeAsyncIterator()
                    feed.send(Token(elements))
                    for _ in 0..<round % 3 { _ = try await values.next() }
                }
                let senders = (0..<3).map { _ in
                    Task { try await feed.sendWhenRoom(Token(elements)) }
                }
                if round % 2 == 0 { await Task.yield() }
                senders[round % 3].cancel()
                if round % 5 == 0 { feed.finish() }
                consumer.cancel()
                for sender in senders {
                    do {
                        let result = try await sender.value
                        XCTAssertNotEqual(result, .full)
                    } catch {
                        XCTAssert(error is CancellationError)
                    }
                }
                _ = await consumer.result
            }
        }
        waitUntil { elements.count == 0 }
    }

    func testSubscriptionsAreDisposedWhileElementsAreSent() {
        let (tokens, elements) = (Token.Tally(), Token.Tally())
        let feed = Broadcast<Token>(replay: 1, capacity: 4)
        let isOver = Counter()
        let senders = (0..<2).map { _ in
            TestThread { while isOver.value == 0 { feed.send(Token(elements)) } }
        }
        let subscribers = (0..<2).map { _ in
            TestThread { [rounds] in
                for _ in 0..<rounds {
                    let token = Token(tokens)
                    feed.asObservable().subscribe(onNext: { $0.keep(token.keep()) }).dispose()
                }
            }
        }
        for thread in subscribers { thread.join() }
        isOver.setOrdered(1)
        for thread in senders { thread.join() }
        XCTAssertEqual(tokens.count, 0)
        XCTAssertEqual(feed.send(Token(elements)), .noConsumers)
        XCTAssertEqual(elements.count, 1)
    }

    // MARK: several senders

    /// Three threads and two tasks send; consumers of every kind come to the same sum: what was sent is what each of
    /// them has received and skipped.
    func testSentIsReceivedAndSkipped() {
        let each = TestMode.size(40_000, debug: 8_000, sanitized: 1_500)
        for capacity in [1, 2, 16, 100] {
            let feed = Broadcast<(sender: Int, number: Int)>(capacity: capacity)
            let totals = (0..<8).map { _ in Counter() }
            let (disorder, sent, joined) = (Counter(), Counter(), Counter())

            @Sendable func check(_ last: inout [Int], _ element: (sender: Int, number: Int)) {
                if element.number <= last[element.sender] { disorder.add() }
                last[element.sender] = element.number
            }
            let states = (0..<2).map { _ in Box([Int](repeating: -1, count: 5)) }
            let subscriptions = [LagStrategy.suspend, .skip].enumerated().map { index, lag in
                feed.asObservable(onLag: lag) { totals[index].add($0) }.subscribe(onNext: {
                    check(&states[index].value, $0)
                    totals[index].add()
                })
            }
            let consumers =
                [LagStrategy.suspend, .skip, .skip].enumerated().map { index, lag in
                    Task.detached {
                        var last = [Int](repeating: -1, count: 5)
                        var values = feed.values(onLag: lag) { totals[2 + index].add($0) }.makeAsyncIterator()
                        joined.add()
                        while let element = try await values.next() {
                            check(&last, element)
                            totals[2 + index].add()
                            if index == 2 { await Task.yield() }
                        }
                    }
                }
                + [LagStrategy.suspend, .skip].enumerated().map { index, lag in
                    Task.detached {
                        var last = [Int](repeating: -1, count: 5)
                        var batches = feed.values(onLag: lag) { totals[5 + index].add($0) }.batches.makeAsyncIterator()
                        joined.add()
                        while let batch = try await batches.next() {
                            for element in batch { check(&last, element) }
                            totals[5 + index].add(batch.count)
                        }
                    }
                }
            waitUntil { joined.value == consumers.count }
            let threads = (0..<3).map { sender in
                TestThread {
                    for number in 0..<each {
                        if feed.send((sender, number)) == .sent { sent.add() } else { sched_yield() }
                    }
                }
            }
            run {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for sender in 3..<5 {
                        group.addTask {
                            for number in 0..<each / 8 {
                                if try await feed.sendWhenRoom((sender, number)) == .sent { sent.add() }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
            for thread in threads { thread.join() }
            feed.finish()
            run { for consumer in consumers { try await consumer.value } }
            waitUntil { totals[0].value == sent.value }
            XCTAssertEqual(
                totals.prefix(7).map(\.value),
                [Int](repeating: sent.value, count: 7),
                "capacity \(capacity)"
            )
            XCTAssertGreaterThanOrEqual(sent.value, 2 * (each / 8))
            XCTAssertEqual(disorder.value, 0)
            for subscription in subscriptions { subscription.dispose() }
        }
    }

    // MARK: coming to rest

    /// Its release takes a while: so long, there is room that nobody has used.
    private final class SlowElement: Sendable {
        let number: Int

        init(_ number: Int) {
            self.number = number
        }

        deinit {
            dawdle(6)
        }
    }

    private final class SenderRound: @unchecked Sendable {
        let feed = Broadcast<SlowElement>(capacity: 1)
        let seen = Counter()
        var subscription: Disposable?
        var other: Disposable?
        var values: BroadcastValues<SlowElement>.Iterator?

        /// A consumer has not read the only element, and a sender waits. It may not have begun to wait: then the round
        /// tests less.
        init() {
            subscription = feed.asObservable().subscribe(onNext: { [seen] in seen.set($0.number) })
            values = feed.values.makeAsyncIterator()
            feed.send(SlowElement(1))
            let began = Moment()
            Task.detached { [feed] in
                began.set()
                _ = try? await feed.sendWhenRoom(SlowElement(2))
            }
            began.wait()
            dawdle(8)
        }
    }

    /// A consumer that has kept the only element leaves, while another thread subscribes: both threads find that there
    /// is room for the element of a sender that waits. One of them has to deliver that element.
    func testTheElementOfASenderThatWaitsIsDelivered() {
        let stuckIn = Counter()
        // A subscription takes longer than a leave.
        let leave: (SenderRound, Int) -> Void = { round, number in
            dawdle(number % 32)
            round.values = nil
        }
        let subscribe: (SenderRound, Int) -> Void = { round, _ in
            round.other = round.feed.asObservable(onLag: .skip).subscribe()
        }
        race(rounds, [leave, subscribe]) { _ in
            SenderRound()
        } end: { round, number in
            if stuckIn.value == 0, !waitUntil(within: 20, { round.seen.value == 2 }) { stuckIn.set(number + 1) }
            round.subscription?.dispose()
            round.other?.dispose()
        }
        XCTAssertEqual(stuckIn.value, 0, "the number of the first round in which nobody delivers what was stored")
    }

    /// Four tasks send when there is room; a task reads, and an observer works. Nobody leaves, and nothing ends before
    /// all has been sent.
    func testSendersThatWaitForRoomNeverStop() {
        let each = TestMode.isLong ? 2_500_000 : TestMode.size(10_000, debug: 2_000, sanitized: 1_000)
        let count = 4 * each
        let feed = Broadcast<Int>(capacity: 1)
        let (sent, read, seen) = (Counter(), Counter(), Counter())
        let subscription = feed.asObservable().subscribe(onNext: { element in
            dawdle(element % 7)
            seen.add()
        })
        let reader = Task.detached { for try await _ in feed.values { read.add() } }
        let isOver = Moment()
        Task.detached {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        for number in 0..<each where (try? await feed.sendWhenRoom(number)) != nil { sent.add() }
                    }
                }
            }
            feed.finish()
            _ = await reader.result
            isOver.set()
        }
        var last = -1
        while !isOver.wait(seconds: 20) {
            let now = sent.value
            if now == last { return XCTFail("stopped: \(now) sent, \(read.value) read, \(seen.value) seen") }
            last = now
        }
        XCTAssertEqual(sent.value, count)
        XCTAssertEqual(seen.value, count)
        // The task may have joined after the first ones.
        XCTAssertLessThanOrEqual(read.value, count)
        subscription.dispose()
    }

    // MARK: pressure

    private final class PausedRound: @unchecked Sendable {
        let feed = Broadcast<Int>(replay: 1, capacity: 4)
        let stop = PublishSubject<Void>()
        let heard = Counter()
        var subscription: Disposable?
    }

    /// A subscription is disposed while it waits for room further down and another thread makes room, or while it is being
    /// made. What it feeds is released once.
    func testAPausedSubscriptionIsDisposedWhileRoomIsMade() {
        let tally = Token.Tally()
        let queue = DispatchQueue(label: "consumer")
        let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "consumer")
        let subscribe: (PausedRound) -> Void = { round in
            let token = Token(tally)
            round.subscription = round.feed.asObservable(onLag: .skip)
                .take(until: round.stop)
                .map { token.keep($0) }
                .observe(on: scheduler, capacity: 1, overflow: .suspend)
                .subscribe(onNext: { _ in round.heard.add() })
        }
        let send: (PausedRound, Int) -> Void = { round, number in
            if number % 2 == 0 { subscribe(round) }
            for element in 0..<6 { round.feed.send(element) }
        }
        let dispose: (PausedRound, Int) -> Void = { round, number in
            if number % 2 == 0 {
                dawdle(number % 64)
                round.stop.onNext(())
            } else {
                waitUntil { round.heard.value > number % 3 }
                dawdle(number % 8)
                round.subscription?.dispose()
            }
        }
        race(rounds, [send, dispose]) { number in
            let round = PausedRound()
            round.feed.send(-1)
            if number % 2 == 1 { subscribe(round) }
            return round
        } end: { round, _ in
            queue.sync {}
            round.subscription?.dispose()
            round.feed.finish()
        }
        assertReleased(tally)
    }

    /// Below `.suspend`, everything that was sent arrives, in order.
    func testEverythingPassesAFullQueueFurtherDown() {
        let count = TestMode.size(200_000, debug: 50_000, sanitized: 10_000)
        let feed = Broadcast<Int>(capacity: 8)
        let next = Box(0)
        let (wrong, ended) = (Counter(), Moment())
        let subscription = feed.asObservable()
            .observe(on: SerialDispatchQueueScheduler(qos: .default), capacity: 4, overflow: .suspend)
            .subscribe(
                onNext: { number in
                    if number != next.value { wrong.add() }
                    next.value = number + 1
                },
                onCompleted: { ended.set() }
            )
        run {
            for number in 0..<count { try await feed.sendWhenRoom(number) }
        }
        feed.finish()
        ended.wait()
        XCTAssertEqual(next.value, count)
        XCTAssertEqual(wrong.value, 0)
        subscription.dispose()
    }

    // MARK: memory

    func testAStoppedConsumerCostsNoMemory() {
        let elements = Token.Tally()
        for lag in [LagStrategy.suspend, .skip, .fail] {
            let feed = Broadcast<Token>(capacity: 32)
            let values = feed.values(onLag: lag).makeAsyncIterator()
            for _ in 0..<100 { feed.send(Token(elements)) }
            assertMemoryReturns(within: 64 * 1024, "\(lag)") {
                for _ in 0..<100_000 { feed.send(Token(elements)) }
            }
            XCTAssertEqual(elements.count, 32)
            withExtendedLifetime(values) {}
        }
        XCTAssertEqual(elements.count, 0)
    }
}
