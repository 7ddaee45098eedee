#if Server
    import LivefeedServer
    import Millrace
    import MillraceTest
    import NIOConcurrencyHelpers
    import NIOCore
    import XCTest

    /// Both hubs do the same.
    final class HubTests: XCTestCase {
        private let clients = Clients()

        /// Everything that a client gets until the hub has finished.
        private func all(_ hub: some Hub, _ wish: Wish, capacity: Int = 100) async throws -> [String] {
            try await read(hub.frames(wish, capacity: capacity, for: clients.admit()!))
        }

        /// The texts of the lines in what comes.
        private func read<Frames: AsyncSequence & Sendable>(_ frames: Frames) async throws -> [String]
        where Frames.Element: Collection<Frame> {
            try await withPatience {
                var texts: [String] = []
                for try await batch in frames {
                    let text = batch.map(\.bytes.text).joined()
                    texts += text.components(separatedBy: "\n").filter { $0.contains("\"text\"") }.map {
                        String($0.components(separatedBy: "\"text\":\"").last!.dropLast(2))
                    }
                }
                return texts
            }
        }

        private func checkBoth(_ check: (any Hub) async throws -> Void) async throws {
            try await check(Feed())
            try await check(Continuations())
            XCTAssertEqual(clients.number, 0)
        }

        func testAClientGetsWhatWasAndWhatComes() async throws {
            try await checkBoth { hub in try await self.checkOrder(hub) }
        }

        private func checkOrder(_ hub: some Hub) async throws {
            for number in 1...3 { hub.publish(entry(number, "old \(number)")) }
            let frames = hub.frames(try wish("-2", after: "1"), capacity: 10, for: clients.admit()!)
            hub.publish(entry(4, "new 2"))
            hub.publish(entry(5, "new 5"))
            hub.finish()
            let texts = try await read(frames)
            XCTAssertEqual(texts, ["old 3", "new 5"], "\(hub)")
        }

        func testClientsWithOneFilterGetTheSame() async throws {
            try await checkBoth { hub in try await self.checkOneFilter(hub) }
        }

        private func checkOneFilter(_ hub: some Hub) async throws {
            hub.publish(entry(1, "a 1"))
            let first = hub.frames(try wish("a"), capacity: 10, for: clients.admit()!)
            hub.publish(entry(2, "b 2"))
            hub.publish(entry(3, "a 3"))
            hub.publish(entry(4, "b 4"))
            let second = hub.frames(try wish("a"), capacity: 10, for: clients.admit()!)
            let third = hub.frames(try wish("a", after: "1"), capacity: 10, for: clients.admit()!)
            hub.publish(entry(5, "a 5"))
            hub.finish()
            let texts = (try await read(first), try await read(second), try await read(third))
            XCTAssertEqual(texts.0, ["a 1", "a 3", "a 5"], "\(hub)")
            XCTAssertEqual(texts.1, ["a 1", "a 3", "a 5"], "\(hub)")
            XCTAssertEqual(texts.2, ["a 3", "a 5"], "\(hub)")
        }

        func testAClientGetsWhatCameWhileNobodyHadItsFilter() async throws {
            try await checkBoth { hub in try await self.checkReturn(hub) }
        }

        private func checkReturn(_ hub: some Hub) async throws {
            let first = hub.frames(try wish("a"), capacity: 10, for: clients.admit()!)
            hub.publish(entry(1, "a 1"))
            let task = Task { for try await _ in first {} }
            task.cancel()
            _ = try await withPatience { await task.result }
            hub.publish(entry(2, "a 2"))
            let second = hub.frames(try wish("a"), capacity: 10, for: clients.admit()!)
            hub.publish(entry(3, "a 3"))
            hub.finish()
            let texts = try await read(second)
            XCTAssertEqual(texts, ["a 1", "a 2", "a 3"], "\(hub)")
        }

        func testClientsThatComeAndGoMissNothing() async throws {
            try await checkBoth { hub in try await self.checkComingAndGoing(hub) }
        }

        /// Two clients with one filter, so that often one of them connects while the other, the last one, leaves.
        private func checkComingAndGoing(_ hub: some Hub) async throws {
            let published = NIOLockedValueBox(0)
            let publisher = Task {
                while !Task.isCancelled {
                    let number = published.withLockedValue { $0 } + 1
                    hub.publish(entry(number, "line \(number)"))
                    published.withLockedValue { $0 = number }
                    await Task.yield()
                }
            }
            let filter = try wish("line")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...2 {
                    group.addTask { [clients] in
                        for _ in 1...100 {
                            let client = try XCTUnwrap(clients.admit())
                            let before = published.withLockedValue { $0 }
                            let frames = hub.frames(filter, capacity: 10_000, for: client)
                            let numbers = try await Self.numbers(in: frames, until: before + 3)
                            let first = try XCTUnwrap(numbers.first)
                            XCTAssertLessThanOrEqual(first, before + 1, "\(hub)")
                            XCTAssertEqual(numbers, Array(first..<first + numbers.count), "\(hub)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            publisher.cancel()
            _ = try await withPatience { await publisher.result }
            hub.finish()
        }

        /// The numbers of the lines that come, up to the first that is at least `last`; then the client leaves.
        private static func numbers<Frames: AsyncSequence & Sendable>(in frames: Frames, until last: Int) async throws
            -> [Int]
        where Frames.Element: Collection<Frame> {
            try await withPatience {
                var numbers: [Int] = []
                for try await batch in frames {
                    let text = batch.map(\.bytes.text).joined()
                    numbers += text.components(separatedBy: "\"text\":\"line ").dropFirst().map {
                        Int($0.prefix { $0.isNumber })!
                    }
                    if let number = numbers.last, number >= last { break }
                }
                return numbers
            }
        }

        func testOnlySoMuchOfThePastIsKept() async throws {
            try await checkBoth { hub in
                for number in 1...600 { hub.publish(entry(number, "\(number)")) }
                try await self.checkPast(hub)
            }
        }

        private func checkPast(_ hub: some Hub) async throws {
            let frames = hub.frames(try wish(), capacity: 1, for: clients.admit()!)
            hub.finish()
            let texts = try await read(frames)
            XCTAssertEqual(texts, (101...600).map(String.init), "\(hub)")
        }

        func testAFilterLooksIntoAllThatIsKeptAndSaysSo() async throws {
            try await checkBoth { hub in try await self.checkLooking(hub) }
        }

        private func checkLooking(_ hub: some Hub) async throws {
            let parser = EntryParser()
            for number in 1...5_200 {
                hub.publish(entry(number, number % 1_000 == 201 ? "rare" : "INFO often", parser))
            }
            let wishes = [("rare", nil), ("often", nil), ("", "error"), ("", nil)] as [(String, String?)]
            let streams = try wishes.map { filter, severities in
                hub.frames(try wish(filter, severities: severities), capacity: 10, for: clients.admit()!)
            }
            let again = hub.frames(try wish("rare", after: "3201"), capacity: 10, for: clients.admit()!)
            hub.finish()
            var firsts: [String] = []
            for stream in streams + [again] { firsts.append(try await first(of: stream)) }
            let pasts = firsts.map {
                $0.components(separatedBy: "event: past\ndata: ").dropFirst().first?.prefix { $0 != "\n" }
            }
            XCTAssertEqual(
                pasts,
                [
                    "{\"looked\":5050,\"found\":5,\"sent\":5}", "{\"looked\":5050,\"found\":5045,\"sent\":500}",
                    "{\"looked\":5050,\"found\":0,\"sent\":0}", "{\"looked\":5050,\"found\":5050,\"sent\":500}", nil,
                ],
                "\(hub)"
            )
            XCTAssertEqual(firsts[0].components(separatedBy: "event: line").count, 6)
            XCTAssertEqual(firsts[4].components(separatedBy: "event: line").count, 2, "only 4201 was missed")
        }

        private func first<Frames: AsyncSequence & Sendable>(of frames: Frames) async throws -> String
        where Frames.Element: Collection<Frame> {
            try await withPatience {
                for try await batch in frames { return batch.map(\.bytes.text).joined() }
                return ""
            }
        }

        func testALineIsFoundWithItsRecord() async throws {
            try await checkBoth { hub in
                let parser = EntryParser()
                let lines = ["2026-11-24 10:00:07 ERROR failed", "\tat a", "\tat b", "2026-11-24 10:00:08 INFO on"]
                for (index, line) in lines.enumerated() { hub.publish(entry(index + 1, line, parser)) }
                for number in 1...3 { XCTAssertEqual(hub.record(of: number).map(\.number), [1, 2, 3], "\(hub)") }
                XCTAssertEqual(hub.record(of: 4).map(\.number), [4], "\(hub)")
                XCTAssertEqual(hub.record(of: 5).map(\.number), [], "\(hub)")
                hub.finish()
            }
        }

        func testThePastComesInPiecesThatAreNotLong() async throws {
            try await checkBoth { hub in
                let line = String(repeating: "x", count: 2_000)
                for number in 1...200 { hub.publish(entry(number, "\(number) \(line)")) }
                try await self.checkPieces(hub)
            }
        }

        private func checkPieces(_ hub: some Hub) async throws {
            let frames = hub.frames(try wish(after: "1"), capacity: 10, for: clients.admit()!)
            hub.finish()
            try await withPatience {
                for try await batch in frames {
                    let pieces = Array(Pieces(of: batch))
                    XCTAssertEqual(pieces.map(\.bytes.text).joined(), batch.map(\.bytes.text).joined(), "\(hub)")
                    XCTAssertEqual(pieces.reduce(0) { $0 + $1.ended }, batch.count, "\(hub)")
                    // 199 lines of some 2,090 bytes, of which 31 fit into 64 kB.
                    XCTAssertEqual(pieces.count, 7, "\(hub)")
                    for piece in pieces { XCTAssertLessThanOrEqual(piece.bytes.readableBytes, 1 << 16, "\(hub)") }
                    return
                }
                XCTFail("\(hub): nothing came")
            }
        }

        func testAPieceSaysHowManyFramesEndWithIt() {
            func frame(_ bytes: Int) -> Frame { Frame(.init(repeating: 0x78, count: bytes)) }
            func sizes(_ frames: [Frame]) -> [[Int]] { Pieces(of: frames).map { [$0.bytes.readableBytes, $0.ended] } }
            let most = ByteBuffer.longestPiece
            XCTAssertEqual(sizes([]), [])
            XCTAssertEqual(sizes([frame(3)]), [[3, 1]])
            XCTAssertEqual(sizes([frame(most + 1)]), [[most + 1, 1]])
            XCTAssertEqual(sizes([Frame(joining: [])]), [[0, 1]])
            XCTAssertEqual(sizes([frame(1), frame(2), Frame(joining: []), frame(4)]), [[7, 4]])
            XCTAssertEqual(sizes([frame(1), frame(most), frame(1)]), [[1, 1], [most, 1], [1, 1]])
            let past = Frame(joining: [frame(1), frame(most - 1), frame(2), frame(most), frame(5)])
            XCTAssertEqual(sizes([frame(0), past, frame(6)]), [[most, 1], [2, 0], [most, 0], [11, 2]])
        }

        func testALongRecordIsCutAroundTheLine() async throws {
            try await checkBoth { hub in
                let parser = EntryParser()
                hub.publish(entry(1, "2026-11-24 10:00:07 ERROR failed", parser))
                let line = "\tat " + String(repeating: "a", count: 2_000)
                for number in 2...300 { hub.publish(entry(number, line, parser)) }
                for number in [1, 150, 300] {
                    let record = hub.record(of: number)
                    let numbers = record.map(\.number)
                    XCTAssertTrue(numbers.contains(number), "\(hub), \(number)")
                    XCTAssertEqual(numbers, Array(numbers[0]..<numbers[0] + numbers.count), "\(hub), \(number)")
                    let bytes = record.reduce(0) { $0 + $1.frame.bytes.readableBytes }
                    // It does not end much earlier.
                    XCTAssertTrue((250 << 10...256 << 10).contains(bytes), "\(hub), \(number): \(bytes)")
                }
                hub.finish()
            }
        }

        func testTheMostFrequentMessagesComeWithTheTotals() async throws {
            let scheduler = TestScheduler(initialClock: 0)
            let hub = Feed(clock: scheduler)
            let parser = EntryParser()
            for number in 1...30 {
                hub.publish(entry(number, "2026-11-24 10:00:07 INFO request \(number) of \(number % 10)", parser))
            }
            for name in "abcdefghi" { hub.publish(entry(31, "INFO rare \(name)", parser)) }
            hub.publish(entry(32, "\tat a stack trace", parser))
            let frames = hub.frames(try wish("nothing"), capacity: 10, for: clients.admit()!)
            scheduler.advanceTo(1)
            hub.finish()
            let text = try await withPatience {
                var text = ""
                for try await batch in frames { text += batch.map(\.bytes.text).joined() }
                return text
            }
            let rare = "abcdefg".map { "{\"count\":1,\"message\":\"INFO rare \($0)\"}" }.joined(separator: ",")
            let most = "{\"count\":30,\"message\":\"INFO request # of #\"}"
            XCTAssertTrue(text.contains("event: messages\ndata: {\"messages\":[\(most),\(rare)]}\n"), text)
        }

        func testASlowClientLosesWhatItHasChosen() async throws {
            try await checkBoth { hub in try await self.checkDrops(hub) }
        }

        private func checkDrops(_ hub: some Hub) async throws {
            let (slow, other) = (clients.admit()!, clients.admit()!)
            let oldest = hub.frames(try wish("line"), capacity: 3, for: slow)
            let newest = hub.frames(try wish("line", overflow: "dropNewest"), capacity: 3, for: other)
            let fast = hub.frames(try wish("line"), capacity: 100, for: clients.admit()!)
            for number in 1...10 { hub.publish(entry(number, "line \(number)")) }
            hub.finish()
            // A total may have come in between.
            XCTAssertEqual(slow.counts.dropped, slow.counts.sent - 3, "\(hub)")
            XCTAssertEqual(other.counts.dropped, other.counts.sent - 3, "\(hub)")
            let (oldestTexts, newestTexts) = (try await read(oldest), try await read(newest))
            XCTAssertEqual(oldestTexts.last, "line 10", "\(hub)")
            XCTAssertEqual(newestTexts.first, "line 1", "\(hub)")
            XCTAssertLessThanOrEqual(oldestTexts.count + newestTexts.count, 6, "\(hub)")
            let fastTexts = try await read(fast)
            XCTAssertEqual(fastTexts, (1...10).map { "line \($0)" }, "\(hub)")
        }

        func testAClientThatMustNotLoseALineIsDisconnected() async throws {
            try await checkBoth { hub in try await self.checkError(hub) }
        }

        private func checkError(_ hub: some Hub) async throws {
            let frames = hub.frames(try wish("line", overflow: "error"), capacity: 3, for: clients.admit()!)
            for number in 1...10 { hub.publish(entry(number, "line \(number)")) }
            do {
                _ = try await read(frames)
                XCTFail("\(hub) has sent all")
            } catch is TimedOut {
                XCTFail("\(hub) has not ended the stream")
            } catch {}
            // What it has missed it gets when it connects again.
            let again = hub.frames(try wish("line", after: "3"), capacity: 10, for: clients.admit()!)
            hub.finish()
            let texts = try await read(again)
            XCTAssertEqual(texts, (4...10).map { "line \($0)" }, "\(hub)")
        }

        func testAClientThatComesTooLateGetsAnEnd() async throws {
            try await checkBoth { hub in
                hub.finish()
                let texts = try await self.all(hub, wish())
                XCTAssertEqual(texts, [], "\(hub)")
            }
        }

        func testAClientThatLeavesIsForgotten() async throws {
            try await checkBoth { hub in try await self.checkLeaving(hub) }
        }

        private func checkLeaving(_ hub: some Hub) async throws {
            let frames = hub.frames(try wish(), capacity: 3, for: clients.admit()!)
            let task = Task { for try await _ in frames {} }
            hub.publish(entry(1, "line"))
            task.cancel()
            _ = try await withPatience { await task.result }
        }

        func testTheTotalsComeOnceASecond() async throws {
            let scheduler = TestScheduler(initialClock: 0)
            let hub = Feed(clock: scheduler)
            let parser = EntryParser()
            hub.publish(entry(1, "ERROR before the start", isPast: true, parser))
            let client = clients.admit()!
            let frames = hub.frames(try wish("nothing"), capacity: 10, for: client)
            hub.publish(entry(2, "ERROR", parser))
            hub.publish(entry(3, "ERROR", parser))
            scheduler.advanceTo(1)
            hub.publish(entry(4, "WARN", parser))
            scheduler.advanceTo(2)
            hub.finish()
            let text = try await withPatience {
                var text = ""
                for try await batch in frames { text += batch.map(\.bytes.text).joined() }
                return text
            }
            XCTAssertEqual(
                text,
                """
                event: past
                data: {"looked":1,"found":0,"sent":0}

                event: totals
                data: {"number":0,"time":1000,"counts":{"error":2,"warning":0,"info":0,"debug":0,"unknown":0}}

                event: messages
                data: {"messages":[{"count":2,"message":"ERROR"},{"count":1,"message":"ERROR before the start"}]}

                event: totals
                data: {"number":1,"time":2000,"counts":{"error":2,"warning":1,"info":0,"debug":0,"unknown":0}}

                event: messages
                data: {"messages":[{"count":2,"message":"ERROR"},{"count":1,"message":"ERROR before the start"},{"count":1,"message":"WARN"}]}


                """
            )
        }
    }
#endif
