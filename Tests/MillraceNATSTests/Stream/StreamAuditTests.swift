#if NATS
    import Foundation
    import Millrace
    import XCTest

    @testable import MillraceNATS

    final class StreamAuditTests: XCTestCase {
        private var options: NATS.Options {
            var options = NATS.Options.quick
            options.auditInterval = .milliseconds(100)
            return options
        }

        /// A connection that looks at its beginning, after a reconnection, and when a test says so.
        private func connectWithoutLooks(_ server: Server) async throws -> (NATS, Seen<NATS.Problem>, Disposable) {
            var options = options
            options.auditInterval = .seconds(600)
            let nats = try await NATS.connect(server.url, options: options)
            let problems = Seen<NATS.Problem>()
            return (nats, problems, nats.problems.subscribe(onNext: { problems.add($0) }))
        }

        private func publish(_ numbers: ClosedRange<Int>, to stream: NATS.Stream) async throws {
            _ = try await Observable.from(Array(numbers))
                .publish(to: stream, coding: .json, subject: { "s.\($0 % 3)" })
                .toArray().value
        }

        /// Publishes ten messages, does something, and waits until these numbers are reported.
        private func check(
            _ expected: ClosedRange<UInt64>,
            _ name: String,
            copyAfter copied: Int? = nil,
            _ body: (Server, NATS, NATS.Stream) async throws -> Void
        ) async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url, options: options)
            let problems = Seen<NATS.Problem>()
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let stream = nats.stream("S", subjects: ["s.*"])
            var other: Server?
            if let copied {
                try await publish(1...copied, to: stream)
                let copy = try Server()
                try server.copyStore(to: copy)
                try server.start()
                other = copy
            }
            try await publish(((copied ?? 0) + 1)...10, to: stream)
            // It has looked once.
            try await Task.sleep(for: .milliseconds(1_500))
            XCTAssertEqual(problems.all.filter { $0.sequences != nil }, [], name)
            try other?.copyStore(to: server)
            try await body(server, nats, stream)
            let isReported = await eventually { problems.all.contains { $0.sequences == expected } }
            XCTAssertTrue(isReported, "\(name): \(problems.all.map { ($0, $0.sequences) })")
            try await Task.sleep(for: .milliseconds(400))
            let reports = problems.all.filter { $0.sequences != nil && $0.subject == "stream S" }
            XCTAssertEqual(reports.count, 1, "\(name): once, \(reports)")
            watching.dispose()
            await nats.close()
        }

        private func ask(_ nats: NATS, _ subject: String, _ text: String) async throws {
            let answer = try await nats.request(
                text,
                to: "$JS.API.\(subject)",
                coding: .text,
                replyCoding: NATS.Coding<String>.text
            ).value
            XCTAssertTrue(answer.contains("\"success\":true"), answer)
        }

        func testTheRestOfTheNumbersThatAreThere() {
            let missing: [ClosedRange<UInt64>] = [3...5, 8...8, 20...30]
            XCTAssertEqual(missing.rest(of: 3...5), nil)
            XCTAssertEqual(missing.rest(of: 4...4), nil)
            XCTAssertEqual(missing.rest(of: 2...5), 2...2)
            XCTAssertEqual(missing.rest(of: 5...9), 6...9)
            XCTAssertEqual(missing.rest(of: 4...25), 6...19)
            XCTAssertEqual(missing.rest(of: 6...7), 6...7)
            XCTAssertEqual([ClosedRange<UInt64>]().rest(of: 1...2), 1...2)
            XCTAssertEqual([0, 4, 8, 9, 25, 31].map { missing.count(from: $0, to: 100) }, [15, 14, 12, 11, 6, 0])
            XCTAssertEqual([0, 3, 4, 19, 20, 40].map { missing.count(from: 1, to: $0) }, [0, 1, 2, 4, 5, 15])
        }

        func testAnOlderCopyOfTheFiles() async throws {
            try await check(7...10, "shorter", copyAfter: 6) { _, _, _ in }
        }

        func testNumbersThatOthersHaveGot() async throws {
            try await check(7...10, "longer", copyAfter: 6) { server, _, _ in
                let other = try await NATS.connect(server.url)
                try await publish(21...40, to: other.stream("S"))
                await other.close()
            }
        }

        func testWhatIsDeletedBetweenOthers() async throws {
            try await check(4...4, "deleted") { _, nats, _ in try await ask(nats, "STREAM.MSG.DELETE.S", "{\"seq\":4}")
            }
        }

        func testWhatIsPurged() async throws {
            try await check(1...5, "purged") { _, nats, _ in try await ask(nats, "STREAM.PURGE.S", "{\"seq\":6}") }
        }

        func testAStreamThatIsMadeAgain() async throws {
            try await check(1...10, "made again") { _, _, stream in
                try await stream.delete()
                try await stream.prepare()
            }
        }

        /// After a loss, it looks again soon, however long it waits otherwise.
        func testASecondLossIsSeenSoon() async throws {
            let server = try Server()
            let (nats, problems, watching) = try await connectWithoutLooks(server)
            try await publish(1...10, to: nats.stream("S", subjects: ["s.*"]))
            // With each connection, it looks.
            let shows = { (expected: ClosedRange<UInt64>) in problems.all.contains { $0.sequences == expected } }
            for _ in 0..<2 {
                let reconnects = nats.counts.reconnects
                try server.restart()
                await eventually { nats.counts.reconnects > reconnects }
                try await Task.sleep(for: .milliseconds(500))
                if reconnects == 0 { try await ask(nats, "STREAM.MSG.DELETE.S", "{\"seq\":4}") }
            }
            let isReported = await eventually { shows(4...4) }
            XCTAssertTrue(isReported, "\(problems.all)")
            try await ask(nats, "STREAM.MSG.DELETE.S", "{\"seq\":6}")
            let isSeenSoon = await eventually(within: 20) { shows(6...6) }
            XCTAssertTrue(isSeenSoon, "\(problems.all)")
            watching.dispose()
            await nats.close()
        }

        /// Messages that were read are looked for as well: nobody here has published them.
        func testWhatWasReadIsLookedFor() async throws {
            let (server, other) = (try Server(), try Server())
            let (nats, writer) = (
                try await NATS.connect(server.url, options: options),
                try await NATS.connect(server.url, options: .quick)
            )
            let (problems, seen) = (Seen<NATS.Problem>(), Seen<Int>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            try await publish(1...6, to: writer.stream("S", subjects: ["s.*"]))
            let subscription = nats.stream("S").replay(of: Int.self).subscribe(onNext: { seen.add($0.element) })
            await eventually { seen.count == 6 }
            try server.copyStore(to: other)
            try server.start()
            try await publish(7...10, to: writer.stream("S"))
            await eventually { seen.count == 10 }
            try other.copyStore(to: server)
            let isReported = await eventually { problems.all.contains { $0.sequences == 7...10 } }
            XCTAssertTrue(isReported, "\(problems.all)")
            // It looks ten times, and nothing is to come.
            try await Task.sleep(for: .seconds(1))
            XCTAssertEqual(problems.all.filter { $0.reason.contains("do not come") }, [])
            try await publish(11...12, to: writer.stream("S"))
            await eventually { seen.count == 12 }
            XCTAssertEqual(seen.all, Array(1...12))
            subscription.dispose()
            watching.dispose()
            await nats.close()
            await writer.close()
        }

        /// Servers of a cluster may have stored different messages. What was read from one that lacks some stands behind
        /// them when another server leads, so that no number is missing to the reader.
        func testMessagesThatTheServerLackedWhichWasRead() async throws {
            let (server, other) = (try Server(), try Server())
            let (nats, writer) = (
                try await NATS.connect(server.url, options: options),
                try await NATS.connect(server.url, options: .quick)
            )
            let (problems, seen) = (Seen<NATS.Problem>(), Seen<Int>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let stream = writer.stream("S", subjects: ["s.*"])
            try await publish(1...3, to: stream)
            try server.copyStore(to: other)
            try server.start()
            // The other one lacks these.
            try await publish(4...10, to: stream)
            let whole = try Server()
            try server.copyStore(to: whole)
            try other.copyStore(to: server)
            try await publish(21...25, to: stream)
            let subscription = nats.stream("S").replay(of: Int.self).subscribe(onNext: { seen.add($0.element) })
            await eventually { seen.count == 8 }
            try whole.copyStore(to: server)
            let isReported = await eventually { problems.all.contains { $0.sequences == 4...10 } }
            XCTAssertTrue(isReported, "\(problems.all)")
            try await publish(31...33, to: stream)
            await eventually { seen.count == 11 }
            XCTAssertEqual(seen.all, [1, 2, 3, 21, 22, 23, 24, 25, 31, 32, 33])
            subscription.dispose()
            watching.dispose()
            await nats.close()
            await writer.close()
        }

        /// A stream that was purged up to a number that no message has had has a last number that nobody was sent, and
        /// nothing for anybody.
        func testAPurgedStreamHasNothingForAReader() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url, options: options)
            let (problems, seen) = (Seen<NATS.Problem>(), Seen<Int>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let stream = nats.stream("S", subjects: ["s.*"])
            try await publish(1...6, to: stream)
            let subscription = stream.replay(of: Int.self).subscribe(onNext: { seen.add($0.element) })
            await eventually { seen.count == 6 }
            // It has looked once.
            try await Task.sleep(for: .milliseconds(500))
            try await ask(nats, "STREAM.PURGE.S", "{\"seq\":21}")
            let isReported = await eventually { problems.all.contains { $0.sequences == 1...20 } }
            XCTAssertTrue(isReported, "\(problems.all)")
            // It looks ten times.
            try await Task.sleep(for: .seconds(1))
            XCTAssertEqual(problems.all.filter { $0.reason.contains("do not come") }, [])
            try await publish(7...10, to: stream)
            await eventually { seen.count == 10 }
            XCTAssertEqual(seen.all, Array(1...10))
            subscription.dispose()
            watching.dispose()
            await nats.close()
        }

        /// Looks that the server does not permit end; a later reader tries again.
        func testAnAuditThatWasNotPermittedIsNotUsedAgain() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url, options: options)
            let first = nats.shared.audit(of: "S", nats)
            XCTAssertTrue(nats.shared.audit(of: "S", nats) === first)
            first.stop()
            let second = nats.shared.audit(of: "S", nats)
            XCTAssertFalse(second === first)
            XCTAssertTrue(nats.shared.audit(of: "S", nats) === second)
            first.look()
            XCTAssertTrue(nats.shared.audit(of: "S", nats) === second)
            await nats.close()
        }

        /// A server that fails may have lost messages before the first look.
        func testWhatIsLostBeforeTheFirstLook() async throws {
            let server = try Server()
            let (nats, problems, watching) = try await connectWithoutLooks(server)
            let writer = try await NATS.connect(server.url, options: .quick)
            try await publish(1...10, to: writer.stream("S", subjects: ["s.*"]))
            for number in [4, 6, 8] { try await ask(writer, "STREAM.MSG.DELETE.S", "{\"seq\":\(number)}") }
            let audit = nats.shared.audit(of: "S", nats)
            // Nobody here has had an acknowledgement of number 4.
            for (number, lowest) in [(7, 7), (9, 5), (10, 10)] as [(UInt64, UInt64)] {
                audit.acknowledged(number, "", lowest: lowest)
            }
            audit.look()
            let isReported = await eventually { problems.all.contains { $0.sequences == 8...8 } }
            XCTAssertTrue(isReported, "\(problems.all)")
            let missing = problems.all.filter { $0.reason.contains("missing") }
            XCTAssertEqual(missing.map(\.sequences), [6...6, 8...8])
            watching.dispose()
            await nats.close()
            await writer.close()
        }

        /// The first look may find a stream that is still empty.
        func testWhatIsPurgedBetweenTheFirstTwoLooks() async throws {
            let server = try Server()
            let (nats, problems, watching) = try await connectWithoutLooks(server)
            let stream = nats.stream("S", subjects: ["s.*"])
            let info = try await stream.prepare()
            let audit = nats.shared.audit(of: "S", nats)
            audit.look()
            let hasLooked = await eventually { audit.missing(in: info) != nil }
            XCTAssertTrue(hasLooked)
            try await publish(1...10, to: stream)
            try await ask(nats, "STREAM.PURGE.S", "{\"seq\":6}")
            try await Task.sleep(for: .milliseconds(50))
            audit.look()
            let isReported = await eventually { problems.all.contains { $0.sequences == 1...5 } }
            XCTAssertTrue(isReported, "\(problems.all)")
            XCTAssertEqual(problems.all.filter { $0.sequences != nil }.count, 1)
            watching.dispose()
            await nats.close()
        }

        /// A stream that has gone back may have passed the lost number again before it is looked at.
        func testWhatWasAcknowledgedBeforeAPauseIsLookedFor() async throws {
            let server = try Server()
            let (nats, problems, watching) = try await connectWithoutLooks(server)
            let writer = try await NATS.connect(server.url, options: .quick)
            let stored = try await Observable.from(Array(1...20))
                .publish(to: writer.stream("S", subjects: ["s.*"]), coding: .json, subject: { _ in "s.1" })
                .toArray().value
            let audit = nats.shared.audit(of: "S", nats)
            audit.acknowledged(5, stored[4].id, lowest: 5)
            audit.look()
            let info = try await writer.stream("S").info()
            let hasLooked = await eventually { audit.missing(in: info) != nil }
            XCTAssertTrue(hasLooked)
            try await Task.sleep(for: .milliseconds(50))
            // This one was lost, and another one has its number.
            audit.acknowledged(10, "lost", lowest: 10)
            try await Task.sleep(for: .milliseconds(50))
            audit.acknowledged(12, stored[11].id, lowest: 12)
            audit.acknowledged(20, stored[19].id, lowest: 20)
            audit.look()
            let isReported = await eventually { problems.all.contains { $0.sequences == 6...10 } }
            XCTAssertTrue(isReported, "\(problems.all)")
            XCTAssertEqual(problems.all.count, 1, "\(problems.all)")
            watching.dispose()
            await nats.close()
            await writer.close()
        }

        /// The stream was asked before it passed a number that it had lost.
        func testAnOldAnswerDoesNotHideALoss() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url, options: .quick)
            let stream = nats.stream("S", subjects: ["s.*"])
            try await publish(1...5, to: stream)
            let before = try await stream.info()
            try await publish(6...10, to: stream)
            let api = StreamAPI(nats: nats)
            let time = try await api.message(8, in: "S").nanosecond
            let isLost = try await api.hasLost(8, of: time - 1, in: "S", before)
            let isThere = try await api.hasLost(8, of: time, in: "S", before)
            XCTAssertEqual([isLost, isThere], [true, false])
            await nats.close()
        }

        /// What is acknowledged while the server answers is not in the answer.
        func testWhatComesDuringALookIsNoLoss() async throws {
            let server = try Server()
            var options = options
            options.auditInterval = .milliseconds(3)
            let nats = try await NATS.connect(server.url, options: options)
            let (problems, seen) = (Seen<NATS.Problem>(), Seen<Int>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let stream = nats.stream("S", subjects: ["s.*"])
            let subscription = stream.replay(of: Int.self).subscribe(onNext: { seen.add($0.element) })
            try await publish(1...40_000, to: stream)
            await eventually { seen.count == 40_000 }
            // Nothing may come for three milliseconds.
            XCTAssertEqual(problems.all.filter { !$0.reason.contains("for now") && $0.sequences != nil }, [])
            subscription.dispose()
            watching.dispose()
            await nats.close()
        }

        /// A stream that removes old messages loses none by that, and one that nobody looks at is not asked.
        func testWhatALimitRemovesIsNoLoss() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url, options: options)
            let problems = Seen<NATS.Problem>()
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            var configuration = NATS.StreamConfiguration(subjects: ["s.*"])
            configuration.maxMessages = 5
            configuration.maxMessagesPerSubject = 2
            let stream = nats.stream("S", configuration)
            for first in [1, 21, 41] {
                try await publish(first...(first + 19), to: stream)
                try await Task.sleep(for: .milliseconds(250))
            }
            XCTAssertEqual(problems.all, [])
            watching.dispose()
            await nats.close()
        }
    }
#endif
