import Millrace
import MillraceExplore
import TestSupport
import XCTest

/// Broadcast: senders, observers and tasks, with each way to lag.
final class BroadcastTests: ExploreTestCase {
    func testTwoThreadsSendToAnObserver() {
        explored(random: 4_000) { run in
            let broadcast = Broadcast<Int>(capacity: 8)
            let watch = Watch<Int>(run).watch(broadcast.asObservable())
            run.thread("a") {
                broadcast.send(1); broadcast.send(2)
            }
            run.thread("b") {
                broadcast.send(11); broadcast.send(12)
            }
            run.check {
                run.expect(watch.elements.filter { $0 < 10 } == [1, 2], watch.marks)
                run.expect(watch.elements.filter { $0 > 10 } == [11, 12], watch.marks)
                broadcast.finish()
                run.expect(watch.hasEnded)
                watch.expectReleased()
            }
        }
    }

    func testAnObserverJoinsAndLeaves() {
        for leaves in [false, true] {
            explored(most: 1, random: 10_000) { run in
                let broadcast = Broadcast<Int>(replay: 1, capacity: 2)
                let (first, second) = (Watch<Int>(run).watch(broadcast.asObservable()), Watch<Int>(run))
                run.thread("sends") {
                    broadcast.send(1); broadcast.send(2); broadcast.finish()
                }
                run.thread("joins") { second.watch(broadcast.asObservable()) }
                if leaves { run.thread("leaves") { first.dispose() } }
                run.check {
                    run.expect(second, oneOf: ["1 2 |", "2 |", "|"])
                    run.expect(first, oneOf: leaves ? ["", "1", "1 2", "1 2 |"] : ["1 2 |"])
                    first.expectReleased()
                    second.expectReleased()
                }
            }
        }
    }

    /// A task reads while a thread sends three elements into room for two.
    private func lags(
        _ lag: LagStrategy,
        line: UInt = #line,
        isFine: @escaping (_ seen: [Int], _ skipped: Int, _ accepted: [Int], _ error: Error?) -> Bool
    ) {
        explored(random: 4_000, line: line) { run in
            let broadcast = Broadcast<Int>(capacity: 2)
            let (seen, skipped, accepted, errors) = (Log<Int>(), Log<Int>(), Log<Int>(), Log<Error>())
            let values = broadcast.values(onLag: lag) { skipped.add($0) }
            run.thread("sends") {
                for element in 1...4 where broadcast.send(element) == .sent { accepted.add(element) }
                broadcast.finish()
            }
            run.task("reads") {
                do {
                    for try await element in values { seen.add(element) }
                } catch { errors.add(error) }
            }
            run.check {
                run.expect(
                    isFine(seen.entries, skipped.entries.reduce(0, +), accepted.entries, errors.entries.first),
                    "\(seen.entries), \(skipped.entries) skipped, of \(accepted.entries), \(errors.entries)"
                )
            }
        }
    }

    func testASlowTaskHoldsTheSenderBack() {
        lags(.suspend) { seen, skipped, accepted, error in
            seen == accepted && skipped == 0 && accepted.count >= 2 && error == nil
        }
    }

    func testASlowTaskSkips() {
        lags(.skip) { seen, skipped, accepted, error in
            accepted == [1, 2, 3, 4] && seen.count + skipped == 4 && seen.last == 4 && seen == seen.sorted()
                && error == nil
        }
    }

    func testASlowTaskFails() {
        lags(.fail) { seen, skipped, accepted, error in
            // Once it has failed, nobody is there to send to.
            let isPart = seen == Array(accepted.prefix(seen.count)) && accepted.count >= 3 && skipped == 0
            return isPart && (error == nil ? seen.count == 4 : (error as? LagError).map { $0.missed > 0 } == true)
        }
    }

    /// Two tasks send, and wait for room; one reads.
    func testTasksWaitForRoom() {
        explored(most: 1, random: 10_000) { run in
            let broadcast = Broadcast<Int>(capacity: 1)
            let seen = Log<Int>()
            let values = broadcast.values
            for (name, first) in [("a", 1), ("b", 11)] {
                run.task(name) {
                    for element in first..<first + 2 { run.expect(try await broadcast.sendWhenRoom(element) == .sent) }
                }
            }
            run.task("reads") {
                var iterator = values.makeAsyncIterator()
                for _ in 0..<4 { if let element = try await iterator.next() { seen.add(element) } }
            }
            run.check {
                run.expect(seen.entries.filter { $0 < 10 } == [1, 2], "\(seen.entries)")
                run.expect(seen.entries.filter { $0 > 10 } == [11, 12], "\(seen.entries)")
            }
        }
    }

    /// A consumer that leaves makes room, and the end reaches a sender that waits.
    func testASenderWaitsWhenTheConsumerLeaves() {
        for ends in [false, true] {
            explored(random: 4_000) { run in
                let broadcast = Broadcast<Int>(replay: 1, capacity: 1)
                let watch = Watch<Int>(run)
                let held = PressureGate()
                watch.watch(broadcast.asObservable().held(by: held))
                held.close()
                broadcast.send(1)
                let results = Log<SendResult>()
                run.task("sends") { results.add(try await broadcast.sendWhenRoom(2)) }
                run.thread("leaves") { if ends { broadcast.finish() } else { watch.dispose() } }
                run.check {
                    let expected: [SendResult] = ends ? [.ended] : [.noConsumers]
                    run.expect(results.entries == expected || results.entries == [.sent], "\(results.entries)")
                    held.open()
                    watch.expectReleased()
                }
            }
        }
    }

    /// A subscription that waits for room is disposed, beside the consumer that makes room and would go on with it.
    func testASubscriptionThatWaitsForRoomIsDisposed() {
        explored(random: 4_000) { run in
            let broadcast = Broadcast<Int>(capacity: 4)
            let watch = Watch<Int>(run).watch(
                broadcast.asObservable(onLag: .skip)
                    .observe(on: run.scheduler("consumer"), capacity: 1, overflow: .suspend)
            )
            for element in 1...2 { run.expect(broadcast.send(element) == .sent) }
            run.thread("disposes") { watch.dispose() }
            run.check {
                run.expect(watch, oneOf: ["", "1", "1 2"])
                watch.expectReleased()
            }
        }
    }

    /// A subscription is disposed while it is being made: it belongs to the thread that makes it.
    func testASubscriptionIsDisposedWhileItIsMade() {
        explored(random: 4_000) { run in
            let broadcast = Broadcast<Int>(replay: 1, capacity: 4)
            broadcast.send(1)
            let stop = PublishSubject<Int>()
            let watch = Watch<Int>(run)
            run.thread("subscribes") { watch.watch(broadcast.asObservable().take(until: stop)) }
            run.thread("stops") { stop.onNext(0) }
            run.check {
                run.expect(watch, oneOf: ["|", "1 |", "1"])
                watch.expectReleased()
                run.expect(!stop.hasObservers, "an observer is left")
            }
        }
    }

    /// A task that has kept the only element leaves beside an observer that comes: both threads find room for the element
    /// of a sender that waits, and one of them has to deliver it to an observer that rests.
    func testTheElementOfASenderThatWaitsIsDelivered() {
        explored(random: 4_000) { run in
            let broadcast = Broadcast<Int>(capacity: 1)
            let (watch, other) = (Watch<Int>(run).watch(broadcast.asObservable()), Watch<Int>(run))
            let values = Box(Optional(broadcast.values.makeAsyncIterator()))
            broadcast.send(1)
            let results = Log<SendResult>()
            run.task("sends") { results.add(try await broadcast.sendWhenRoom(2)) }
            run.thread("leaves") { values.value = nil }
            run.thread("comes") { other.watch(broadcast.asObservable(onLag: .skip)) }
            run.check {
                run.expect(results.entries == [.sent], "\(results.entries)")
                run.expect(watch, oneOf: ["1 2"])
                run.expect(other, oneOf: ["", "2"])
                watch.expectReleased()
                other.expectReleased()
            }
        }
    }

    /// A task that waits for room is cancelled beside a consumer that makes room.
    func testASenderIsCancelled() {
        explored(random: 4_000) { run in
            let broadcast = Broadcast<Int>(capacity: 1)
            let values = broadcast.values
            broadcast.send(1)
            let (seen, results) = (Log<Int>(), Log<SendResult?>())
            let sender = Task { results.add(try? await broadcast.sendWhenRoom(2)) }
            run.thread("cancels") { sender.cancel() }
            run.task("reads") {
                var iterator = values.makeAsyncIterator()
                if let element = try await iterator.next() { seen.add(element) }
                await sender.value
                broadcast.finish()
                while let element = try await iterator.next() { seen.add(element) }
            }
            run.check {
                let isSent = results.entries == [.sent]
                run.expect(results.entries == [nil] || isSent, "\(results.entries)")
                run.expect(seen.entries == (isSent ? [1, 2] : [1]), "\(seen.entries), \(results.entries)")
            }
        }
    }
}
