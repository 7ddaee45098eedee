#if NATS
    import Foundation
    import Millrace
    import XCTest

    @testable import MillraceNATS

    final class PublishTests: XCTestCase {
        func testTheExample() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let orders = nats.stream("ORDERS", subjects: ["orders.>"])
            let published = try await Observable.of("tea", "milk")
                .publish(to: orders, subject: "orders.new", id: { $0 })
                .toArray().value
            XCTAssertEqual(published.map(\.id), ["tea", "milk"])
            XCTAssertEqual(published.map(\.sequence), [1, 2])
            let again = try await Observable.of("milk", "sugar")
                .publish(to: orders, subject: "orders.new", id: { $0 })
                .toArray().value
            XCTAssertEqual(again.map(\.isDuplicate), [true, false])
            var printed: [String] = []
            for try await order in orders.replay(of: String.self).take(3).values {
                printed.append("\(order.element) \(order.sequence)")
            }
            XCTAssertEqual(printed, ["tea 1", "milk 2", "sugar 3"])
            await nats.close()
        }

        func testRefusalsNameTheSubjectTheIdAndTheServersWords() async throws {
            let server = try Server(configuration: "max_payload: 100000")
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream(
                "S",
                with(NATS.StreamConfiguration(subjects: ["s"])) {
                    $0.maxMessages = 3; $0.discard = .new
                }
            )
            for (numbers, subject, kind, text) in [
                (
                    1...5, "s", NATS.Failure.Kind.refused(code: 10_077),
                    "message to s with id 4: maximum messages exceeded"
                ),
                (
                    1...1, "other", .notFound,
                    "message to other with id 1: no stream keeps this subject"
                ),
            ] {
                let seen = Seen<NATS.Published>()
                let subscription = Observable.from(numbers)
                    .publish(to: stream, coding: .json, subject: { _ in subject }, id: { "\($0)" })
                    .subscribe { seen.on($0) }
                await eventually { seen.ending != nil }
                XCTAssertEqual(seen.ending, text, "\(kind)")
                XCTAssertEqual(seen.count, subject == "s" ? 3 : 0)
                subscription.dispose()
            }
            do {
                _ = try await Observable.of([UInt8](repeating: 0, count: 200_000))
                    .publish(to: stream, coding: .bytes, subject: { _ in "s" }, id: { _ in "large" }).toArray().value
                XCTFail("no error")
            } catch let failure as NATS.Failure {
                XCTAssertEqual(failure.kind, .tooLarge)
                XCTAssertTrue(failure.description.hasPrefix("message to s with id large: "), "\(failure)")
            }
            await nats.close()
        }

        func testAFullDisk() async throws {
            guard let disk = Disk(megabytes: 8) else { throw XCTSkip("no file system can be mounted here") }
            defer { disk.unmount() }
            try await fill(Server(configuration: "jetstream { store_dir: \"\(disk.folder)\", max_file: 1G }"), "disk")
        }

        func testAFullStore() async throws {
            try await fill(Server(configuration: "jetstream { store_dir: \"FOLDER/store\", max_file: 8M }"), "store")
        }

        private func fill(_ server: Server, _ what: String) async throws {
            let nats = try await NATS.connect(server.url, options: .quick)
            let stream = nats.stream("S", subjects: ["s"])
            let seen = Seen<NATS.Published>()
            let payload = [UInt8](repeating: 7, count: 50_000)
            let subscription = Observable.from(1...1_000)
                .publish(
                    to: stream,
                    coding: NATS.Coding<Int>(encode: { _ in payload }, decode: { _ in 0 }),
                    subject: { _ in "s" },
                    maxInFlight: 16,
                    id: { "\($0)" }
                )
                .subscribe { seen.on($0) }
            let ended = await eventually(within: 60) { seen.ending != nil }
            tell(
                "JetStream, full \(what)",
                sent: seen.count + 1,
                acknowledged: seen.count,
                doubled: seen.all.filter(\.isDuplicate).count,
                "error: \(seen.ending ?? "none")"
            )
            XCTAssertTrue(ended)
            XCTAssertTrue(seen.ending?.hasPrefix("message to s with id \(seen.count + 1): ") == true, seen.ending ?? "")
            XCTAssertGreaterThan(seen.count, 0)
            XCTAssertEqual(seen.all.map(\.sequence), (0..<seen.count).map { UInt64($0 + 1) })
            subscription.dispose()
            await nats.close()
        }

        func testASourceThatCannotPauseIsRefusedOrDrops() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s"])
            let source = PublishSubject<Int>()
            let seen = Seen<NATS.Published>()
            let subscription = source.publish(to: stream, subject: "s", maxInFlight: 4, overflow: .error)
                .subscribe { seen.on($0) }
            for number in 0..<100 { source.onNext(number) }
            await eventually { seen.ending != nil }
            XCTAssertTrue(seen.ending?.contains("as many as there is room for") == true, seen.ending ?? "none")
            subscription.dispose()
            await nats.close()
        }

        func testASilentServerIsAskedAgain() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url, options: .quick)
            let stream = nats.stream("S", subjects: ["s"])
            let seen = Seen<NATS.Published>()
            let source = PublishSubject<Int>()
            let subscription = source.publish(to: stream, subject: "s", overflow: .error).subscribe { seen.on($0) }
            source.onNext(0)
            await eventually { seen.count == 1 }
            server.freeze()
            for number in 1..<100 { source.onNext(number) }
            // Longer than the wait for an acknowledgement.
            try await Task.sleep(for: .seconds(7))
            XCTAssertEqual(seen.count, 1)
            server.thaw()
            source.onCompleted()
            let done = await eventually { seen.ending != nil }
            XCTAssertTrue(done)
            XCTAssertEqual(seen.ending, "completed")
            XCTAssertEqual(seen.all.map(\.sequence), Array(1...100))
            let info = try await stream.info()
            tell(
                "JetStream, silent for 7 s",
                sent: 100,
                acknowledged: seen.count,
                doubled: info.messages - 100,
                "stored before \(seen.all.filter(\.isDuplicate).count)"
            )
            XCTAssertEqual(info.messages, 100)
            subscription.dispose()
            await nats.close()
        }

        /// The last of what was sent is acknowledged late, while the publisher waits before it sends again.
        func testItGoesOnAfterALateAcknowledgement() async throws {
            let server = try Server(jetStream: false)
            let nats = try await NATS.connect(server.url)
            // In place of a stream whose leader comes and goes.
            let replies = Seen<String>()
            let isLed = Locked(false)
            let answer = { (reply: String, text: String) in nats.subject(reply, coding: .text).onNext(text) }
            let refusal = #"{"error":{"code":503,"err_code":10008,"description":"no leader"}}"#
            let stored = { (sequence: Int) in #"{"stream":"S","seq":\#(sequence)}"# }
            let coding = NATS.Coding<String>(encode: { Array($0.utf8) }, decode: { $0.reply ?? "" })
            let keeper = nats.subject("kept", coding: coding).subscribe(onNext: { reply in
                replies.add(reply)
                answer(reply, isLed.access { $0 } ? stored(2) : refusal)
            })
            let reports = Seen<String>()
            let problems = nats.problems.subscribe(onNext: { reports.add($0.reason) })
            let info =
                #"{"config":{"subjects":["kept"]},"created":"2026","state":"#
                + #"{"messages":0,"bytes":0,"first_seq":1,"last_seq":0}}"#
            // After the fifth refusal, the publisher asks for the stream.
            let informer = nats.subject("$JS.API.STREAM.INFO.S", coding: coding).subscribe(onNext: { reply in
                if reports.all.contains(where: { $0.contains("no leader, 5 times") }), let late = replies.all.last {
                    isLed.access { $0 = true }
                    answer(late, stored(1))
                }
                answer(reply, info)
            })
            try await nats.flush()
            let seen = Seen<NATS.Published>()
            let publishing = Observable.of("a", "b")
                .publish(
                    to: nats.stream("S"),
                    coding: .text,
                    subject: { _ in "kept" },
                    maxInFlight: 1,
                    id: { $0 }
                )
                .subscribe { seen.on($0) }
            await eventually { seen.ending != nil }
            XCTAssertEqual(seen.ending, "completed")
            XCTAssertEqual(seen.all.map(\.sequence), [1, 2], "\(reports.all)")
            XCTAssertEqual(replies.count, 6)
            for subscription in [publishing, problems, keeper, informer] { subscription.dispose() }
            await nats.close()
        }
    }

    /// A small file system in memory, where the test may make one.
    private struct Disk {
        let folder: String

        init?(megabytes: Int) {
            folder = NSTemporaryDirectory() + "/millrace-disk-\(UUID().uuidString)"
            guard getuid() == 0 else { return nil }
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            if !Disk.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", folder) { return nil }
        }

        func unmount() {
            _ = Disk.run("umount", "-l", folder)
            try? FileManager.default.removeItem(atPath: folder)
        }

        private static func run(_ arguments: String...) -> Bool {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = arguments
            process.standardError = FileHandle.nullDevice
            let ended = DispatchSemaphore(value: 0)
            process.terminationHandler = { _ in ended.signal() }
            guard (try? process.run()) != nil else { return false }
            return ended.wait(timeout: .now() + 10) == .success && process.terminationStatus == 0
        }
    }
#endif
