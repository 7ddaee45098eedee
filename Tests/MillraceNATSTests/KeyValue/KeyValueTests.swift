#if NATS
    import Foundation
    import Millrace
    import MillraceNATS
    import TestSupport
    import XCTest

    final class KeyValueTests: XCTestCase {
        private func configuration(history: Int = 1) -> NATS.KeyValueConfiguration {
            var configuration = NATS.KeyValueConfiguration()
            configuration.history = history
            return configuration
        }

        private func kind(_ body: () async throws -> Void) async -> NATS.Failure.Kind? {
            do {
                try await body()
                return nil
            } catch {
                return (error as? NATS.Failure)?.kind
            }
        }

        func testAKeyFromItsFirstValueToItsEnd() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stock = nats.keyValue("stock", of: Int.self, configuration(history: 5))
            let none = try await stock.get("tea")
            XCTAssertNil(none)
            let first = try await stock.create("tea", 1)
            let second = try await stock.update("tea", 2, revision: first)
            let third = try await stock.put("tea", 3)
            XCTAssertEqual([first, second, third], [1, 2, 3])
            let entry = try await stock.get("tea")
            XCTAssertEqual(entry?.value, 3)
            XCTAssertEqual(entry?.revision, third)
            XCTAssertEqual(entry?.key, "tea")
            XCTAssertLessThan(abs(entry?.time.timeIntervalSinceNow ?? 100), 60)
            try await stock.delete("tea")
            let deleted = try await stock.get("tea")
            XCTAssertNil(deleted)
            let history = try await stock.history("tea")
            XCTAssertEqual(history.map(\.value), [1, 2, 3, nil])
            XCTAssertEqual(history.map(\.revision), [1, 2, 3, 4])
            let again = try await stock.create("tea", 7)
            XCTAssertEqual(again, 5)
            try await stock.purge("tea")
            let rest = try await stock.history("tea")
            XCTAssertEqual(rest.map(\.value), [nil])
            XCTAssertEqual(rest.map(\.isPurge), [true])
            await nats.close()
        }

        /// The history ends at the change that is the latest when it is asked for.
        func testTheHistoryOfAKeyThatChangesAllTheTime() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let bucket = nats.keyValue("b", of: Int.self, configuration(history: 2))
            try await bucket.put("k", 0)
            let changing = Task {
                var number = 1
                while !Task.isCancelled {
                    // Several at once, so that they come faster than they are asked for.
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for _ in 0..<8 {
                            number += 1
                            group.addTask { [number] in _ = try await bucket.put("k", number) }
                        }
                        try await group.waitForAll()
                    }
                }
            }
            for _ in 0..<20 {
                let history = try await bucket.history("k")
                XCTAssertTrue((1...2).contains(history.count), "\(history.count)")
            }
            changing.cancel()
            _ = try? await changing.value
            await nats.close()
        }

        func testWhoComesSecondLearnsOfIt() async throws {
            let server = try Server()
            let (one, other) = (try await NATS.connect(server.url), try await NATS.connect(server.url))
            let (mine, theirs) = (
                one.keyValue("b", of: String.self, configuration()), other.keyValue("b", of: String.self)
            )
            let revision = try await mine.create("k", "mine")
            try await theirs.update("k", "theirs", revision: revision)
            for (name, call) in [
                ("update", { try await mine.update("k", "late", revision: revision) }),
                ("create", { try await mine.create("k", "late") }),
                ("delete", { try await mine.delete("k", revision: revision) }),
                ("purge", { try await mine.purge("k", revision: revision) }),
            ] as [(String, () async throws -> Void)] {
                let found = await kind(call)
                XCTAssertEqual(found, .conflict, name)
            }
            let value = try await mine.get("k")?.value
            XCTAssertEqual(value, "theirs")
            await one.close()
            await other.close()
        }

        func testKeysAreThoseWithAValue() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let bucket = nats.keyValue("b", coding: .text, configuration())
            let none = try await bucket.keys()
            XCTAssertEqual(none, [])
            for key in ["a", "b.c", "d/e=f", "gone"] { try await bucket.put(key, "x") }
            try await bucket.delete("gone")
            try await bucket.put("a", "y")
            let keys = try await bucket.keys()
            XCTAssertEqual(keys, ["b.c", "d/e=f", "a"])
            await nats.close()
        }

        func testKeysOfValuesThatCannotBeDecoded() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let numbers = nats.keyValue("b", of: Int.self, configuration())
            let texts = nats.keyValue("b", coding: .text)
            try await numbers.put("a", 1)
            try await texts.put("b", "no number")
            let keys = try await numbers.keys()
            XCTAssertEqual(keys, ["a", "b"])
            do {
                try await numbers.create("b", 2)
                XCTFail("the key has a value")
            } catch let failure as NATS.Failure {
                XCTAssertEqual(failure.kind, .conflict)
            }
            try await texts.delete("b")
            try await numbers.create("b", 2)
            await nats.close()
        }

        func testWatchingBeginsWithWhatIsThere() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url, options: .quick)
            let bucket = nats.keyValue("b", of: Int.self, configuration())
            for number in 1...3 { try await bucket.put("k\(number % 2)", number) }
            let seen = Seen<String>()
            let subscription = bucket.watch().subscribe(onNext: {
                seen.add("\($0.key) \($0.value.map { "\($0)" } ?? "none") \($0.revision) \($0.pending)")
            })
            await eventually { seen.count == 2 }
            XCTAssertEqual(seen.all, ["k0 2 2 1", "k1 3 3 0"])
            try await bucket.delete("k0")
            try await bucket.put("k5", 5)
            await eventually { seen.count == 4 }
            try server.restart()
            try await bucket.put("k0", 6)
            await eventually { seen.count == 5 }
            XCTAssertEqual(Array(seen.all.dropFirst(2)), ["k0 none 4 0", "k5 5 5 0", "k0 6 6 0"])
            let one = try await bucket.watch("k1").first().value
            XCTAssertEqual(one?.value, 3)
            subscription.dispose()
            await nats.close()
        }

        /// The server is given an older copy of its files: what was seen is no longer true, and comes anew.
        func testWatchingBeginsAnewWhenTheServerHasLostChanges() async throws {
            let (server, other) = (try Server(), try Server())
            let nats = try await NATS.connect(server.url, options: .quick)
            let bucket = nats.keyValue("b", of: Int.self, configuration())
            for number in 1...3 { try await bucket.put("k\(number)", number) }
            let (seen, problems) = (Seen<String>(), Seen<NATS.Problem>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let subscription = bucket.watch().subscribe(onNext: { seen.add("\($0.key) \($0.value ?? 0)") })
            await eventually { seen.count == 3 }
            try server.copyStore(to: other)
            try server.start()
            try await bucket.put("k1", 10)
            try await bucket.put("k2", 20)
            await eventually { seen.count == 5 }
            try other.copyStore(to: server)
            let came = await eventually { seen.count == 8 }
            XCTAssertTrue(came, "\(seen.all), \(problems.all)")
            XCTAssertEqual(Array(seen.all.suffix(3)), ["k1 1", "k2 2", "k3 3"])
            XCTAssertTrue(problems.all.contains { $0.sequences == 4...5 }, "\(problems.all)")
            subscription.dispose()
            watching.dispose()
            await nats.close()
        }

        /// An observer that stays in its callback, on libnats' thread or behind a queue with room for four. The server
        /// keeps the changes, and everything else goes on.
        func testWatchingWithoutReading() async throws {
            for isBehindQueue in [false, true] {
                let name = isBehindQueue ? "behind a queue" : "on libnats' thread"
                let server = try Server()
                let nats = try await NATS.connect(server.url)
                let bucket = nats.keyValue("b", coding: .bytes, configuration())
                try await bucket.put("first", [0])
                let (seen, problems, gate) = (Seen<String>(), Seen<NATS.Problem>(), DispatchSemaphore(value: 0))
                let reporting = nats.problems.subscribe(onNext: { problems.add($0) })
                let changes =
                    isBehindQueue
                    ? bucket.watch()
                        .observe(on: SerialDispatchQueueScheduler(qos: .default), capacity: 4, overflow: .suspend)
                    : bucket.watch()
                func watch() -> Disposable {
                    changes.map(\.key).subscribe(onNext: { key in
                        seen.add(key)
                        if key == "first" { gate.wait() }
                    })
                }
                let subscription = watch()
                let began = await eventually { seen.count == 1 }
                XCTAssertTrue(began, name)
                // As many as a watch asks for are on their way from now on.
                try await publish(0..<2_000, to: nats)
                let before = Memory.used
                try await publish(2_000..<20_000, to: nats)
                let growth = Memory.used - before
                XCTAssertLessThan(growth, 4 << 20, "\(name): \(growth) bytes more for 18,000 changes of 1 KiB")
                let asked = 20_000 - (try XCTUnwrap(server.number("num_pending", of: "/jsz?consumers=true")))
                // And those that wait below, or are being observed.
                XCTAssertLessThanOrEqual(asked, 1_024 + 5, name)
                // Others of the same connection do not wait.
                try await bucket.put("other", [7])
                let other = try await bucket.get("other")?.value
                XCTAssertEqual(other, [7], name)
                if !isBehindQueue {
                    let isSaid = await eventually { problems.all.contains { $0.reason.contains("holds a thread") } }
                    XCTAssertTrue(isSaid, "\(problems.all)")
                }
                XCTAssertEqual(seen.all, ["first"], name)
                gate.signal()
                let came = await eventually(within: 60) { seen.count == 20_002 }
                XCTAssertTrue(came, "\(name): \(seen.count)")
                XCTAssertEqual(seen.all.last, "other", name)
                XCTAssertEqual(seen.doubled, 0, name)
                subscription.dispose()
                // Neither disposal nor the end of the connection waits for the observer.
                let second = watch()
                let beganAgain = await eventually { seen.count == 20_003 }
                XCTAssertTrue(beganAgain, name)
                let start = ContinuousClock.now
                second.dispose()
                await nats.close()
                XCTAssertLessThan(ContinuousClock.now - start, .seconds(5), name)
                gate.signal()
                reporting.dispose()
            }
        }

        /// Each number as the value of a key of its own, with 1 KiB.
        private func publish(_ numbers: Range<Int>, to nats: NATS) async throws {
            let value = [UInt8](repeating: 1, count: 1_024)
            _ = try await Observable.from(numbers)
                .publish(
                    to: nats.stream("KV_b"),
                    coding: NATS.Coding<Int>(encode: { _ in value }, decode: { _ in 0 }),
                    subject: { "$KV.b.k\($0)" }
                )
                .reduce(0) { count, _ in count + 1 }
                .first().value
        }

        func testACallGoesOnWhenTheServerIsBack() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url, options: .quick)
            let bucket = nats.keyValue("b", of: Int.self, configuration())
            let revision = try await bucket.put("k", 1)
            server.kill()
            async let later = bucket.update("k", 2, revision: revision)
            try await Task.sleep(for: .milliseconds(500))
            try server.start()
            let next = try await later
            XCTAssertEqual(next, 2)
            let impatient = nats.keyValue("b", of: Int.self, timeout: .milliseconds(300))
            try await impatient.put("k", 3)
            server.kill()
            let found = await kind { try await impatient.put("k", 4) }
            XCTAssertEqual(found, .timeout)
            await nats.close()
        }

        func testTextsThatCannotBe() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            for name in ["", "a b", "a.b", "a*", "ä"] {
                let found = await kind { _ = try await nats.keyValue(name, of: Int.self, configuration()).get("k") }
                XCTAssertEqual(found, .invalid, name)
            }
            let bucket = nats.keyValue("b", of: Int.self, configuration())
            for key in ["", ".", ".a", "a.", "a..b", "a b", "*", ">", "a\n"] {
                let found = await kind { try await bucket.put(key, 1) }
                XCTAssertEqual(found, .invalid, key)
            }
            let found = await kind {
                try await nats.keyValue("c", of: Int.self, configuration(history: 65)).put("k", 1)
            }
            XCTAssertEqual(found, .invalid)
            let missing = await kind { try await nats.keyValue("none", of: Int.self).put("k", 1) }
            XCTAssertEqual(missing, .notFound)
            await nats.close()
        }

        func testTheExamplesOfTheDocumentation() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            do {
                let stock = nats.keyValue("stock", of: Int.self, NATS.KeyValueConfiguration())
                let first = try await stock.create("tea", 3)
                try await stock.update("tea", 2, revision: first)
                let value = try await stock.get("tea")?.value ?? 0
                XCTAssertEqual(value, 2)
                try await stock.purge("tea")
            }
            let stock = nats.keyValue("stock", of: Int.self, NATS.KeyValueConfiguration())
            try await stock.put("tea", 3)
            try await stock.put("milk", 5)
            var printed: [String] = []
            for try await entry in stock.watch().take(2).values { printed.append("\(entry.key) \(entry.value ?? 0)") }
            XCTAssertEqual(printed, ["tea 3", "milk 5"])
            await nats.close()
        }

        func testABucketIsThatOfOtherClients() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let bucket = nats.keyValue("b", coding: .text, configuration(history: 3))
            for number in 1...5 { try await bucket.put("k", "\(number)") }
            let history = try await bucket.history("k")
            XCTAssertEqual(history.map(\.value), ["3", "4", "5"])
            // As `nats kv put b other hello` does.
            _ = try await Observable.just("hello")
                .publish(to: nats.stream("KV_b"), coding: .text, subject: { _ in "$KV.b.other" })
                .toArray().value
            let other = try await bucket.get("other")
            XCTAssertEqual(other?.value, "hello")
            await nats.close()
        }

        /// Where a newer server removes values by itself, it stores a message without a value, and with its reason.
        func testAMarkerOfTheServerEndsAKey() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let bucket = nats.keyValue("b", of: Int.self, configuration(history: 5))
            let (first, _) = (try await bucket.put("old", 1), try await bucket.put("removed", 2))
            try await bucket.put("kept", 3)
            for (key, reason) in [("old", "MaxAge"), ("removed", "Remove")] {
                let headers: NATS.Headers = ["Nats-Marker-Reason": reason]
                try nats.subject("$KV.b.\(key)", coding: .bytes).send([], headers: headers)
            }
            try await nats.flush()
            let (none, keys) = (try await bucket.get("old"), try await bucket.keys())
            XCTAssertNil(none)
            XCTAssertEqual(keys, ["kept"])
            let (old, removed) = (try await bucket.history("old"), try await bucket.history("removed"))
            XCTAssertEqual(old.map(\.value), [1, nil])
            XCTAssertEqual(old.map(\.isPurge), [false, true])
            XCTAssertEqual(removed.map(\.isPurge), [false, false])
            let seen = try await bucket.watch().take(3).toArray().value
            XCTAssertEqual(seen.map(\.value), [3, nil, nil])
            let again = try await bucket.create("old", 4)
            XCTAssertGreaterThan(again, first)
            await nats.close()
        }

        /// The keys of a mirror have the subjects of the bucket that it mirrors: none would be found.
        func testABucketThatIsAMirrorIsRefused() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            try await nats.keyValue("o", of: Int.self, configuration()).put("k", 1)
            _ = try await nats.request(
                Data(#"{"name":"KV_m","mirror":{"name":"KV_o"}}"#.utf8).map { $0 },
                to: "$JS.API.STREAM.CREATE.KV_m",
                coding: .bytes,
                replyCoding: NATS.Coding<String>.text
            ).value
            let mirror = nats.keyValue("m", of: Int.self)
            let refusals = [
                await kind { _ = try await mirror.get("k") },
                await kind { try await mirror.put("k", 2) },
                await kind { _ = try await mirror.keys() },
                await kind { _ = try await mirror.watch().first().value },
            ]
            XCTAssertEqual(refusals, Array(repeating: .invalid, count: 4))
            await nats.close()
        }

        func testABucketThatCannotBeIsNotWatched() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let refusals = [
                await kind {
                    _ = try await nats.keyValue("ä", of: Int.self, self.configuration()).watch().first().value
                },
                await kind {
                    _ = try await nats.keyValue("b", of: Int.self, self.configuration(history: 65)).watch().first()
                        .value
                },
            ]
            XCTAssertEqual(refusals, [.invalid, .invalid])
            await nats.close()
        }

        /// A bucket with `no_ack` can be read, and nothing can be written to it.
        func testABucketThatAcknowledgesNothing() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            _ = try await nats.request(
                Data(#"{"name":"KV_n","subjects":["$KV.n.>"],"no_ack":true,"max_msgs_per_subject":1}"#.utf8).map { $0 },
                to: "$JS.API.STREAM.CREATE.KV_n",
                coding: .bytes,
                replyCoding: NATS.Coding<String>.text
            ).value
            nats.subject("$KV.n.k", of: Int.self).onNext(7)
            try await nats.flush()
            let bucket = nats.keyValue("n", of: Int.self)
            let refusal = await kind { try await bucket.put("k", 8) }
            XCTAssertEqual(refusal, .invalid)
            let value = try await bucket.get("k")?.value
            XCTAssertEqual(value, 7)
            await nats.close()
        }
    }
#endif
