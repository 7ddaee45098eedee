#if NATS
    import Foundation
    import Millrace
    import XCTest

    @testable import MillraceNATS

    /// Subjects and names may come from a program's input: a text that is wrong is refused with an error, which names
    /// the operator, the parameter and the text.
    final class NamesTests: XCTestCase {
        func testSubjectsToSendTo() {
            let parameter = NATS.Parameter("publish(to:subject:)", "subject")
            for (text, rule) in [
                ("a", nil), ("a.b.c", nil), ("a*b.c>", nil), ("$JS.API.INFO", nil), ("größe.日本", nil),
                ("", "must not be empty"), (".", "must have no empty part between dots"),
                ("a..b", "must have no empty part between dots"), (".a", "must have no empty part between dots"),
                ("a.", "must have no empty part between dots"), ("*", "must have no wildcard"),
                ("a.>", "must have no wildcard"), ("a.*.b", "must have no wildcard"),
                ("a b", "must have no space and no control character"),
                ("a\r\nPUB b 1", "must have no space and no control character"),
                ("a\0b", "must have no space and no control character"),
            ] as [(String, String?)] {
                let failure = parameter.failure(ofSubject: text)
                XCTAssertEqual(
                    failure.map { "\($0)" },
                    rule.map { "publish(to:subject:): subject \($0): \(String(reflecting: text))" }
                )
                XCTAssertEqual(failure.map(\.kind), rule.map { _ in .invalid })
            }
        }

        func testSubjectsWithWildcards() {
            let parameter = NATS.Parameter("NATS.subject", "name")
            for text in ["*", ">", "a.*", "a.*.b", "a.>"] {
                XCTAssertNil(parameter.failure(ofSubject: text, wildcards: true), text)
            }
            for text in ["a.>.b", ">.a", "a..>", "a.> ", ""] {
                XCTAssertNotNil(parameter.failure(ofSubject: text, wildcards: true), text)
            }
        }

        /// A server closes a connection for good when a line is too long.
        func testLongSubjectsAreRefused() async throws {
            let (subject, key) = (String(repeating: "s", count: 3_001), String(repeating: "k", count: 2_701))
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let seen = Seen<Int>()
            let subscription = nats.subject("a", of: Int.self).subscribe { seen.on($0) }
            func expectRefusal(_ operation: String, _ body: () async throws -> Void) async {
                do {
                    try await body()
                    XCTFail("\(operation) is not refused")
                } catch {
                    XCTAssertEqual((error as? NATS.Failure)?.kind, .invalid, "\(operation): \(error)")
                }
            }
            await expectRefusal("send") { try nats.subject(subject, of: Int.self).send(1) }
            await expectRefusal("subscribe") {
                _ = try await nats.subject(subject, of: Int.self).take(1).toArray().value
            }
            await expectRefusal("queue") {
                let queue = String(repeating: "q", count: 501)
                _ = try await nats.subject("a", of: Int.self, queue: queue).take(1).toArray().value
            }
            let bucket = nats.keyValue("b", of: Int.self, NATS.KeyValueConfiguration())
            await expectRefusal("put") { try await bucket.put(key, 1) }
            // Those that are not too long reach the server, and leave the connection as it is.
            try nats.subject(String(subject.dropLast()), of: Int.self).send(1)
            try await bucket.put(String(key.dropLast()), 1)
            try nats.subject("a", of: Int.self).send(2)
            try await nats.flush()
            await eventually { seen.count == 1 }
            XCTAssertEqual(seen.all, [2])
            XCTAssertNil(seen.ending)
            subscription.dispose()
            await nats.close()
        }

        func testNames() {
            let parameter = NATS.Parameter("NATS.stream", "name")
            for text in ["ORDERS", "a-b_c", String(repeating: "n", count: 255)] {
                XCTAssertNil(parameter.failure(ofName: text), text)
            }
            for text in ["", "a.b", "a b", "a*", ">", "a/b", "a\\b", "a\n", "a\0", String(repeating: "n", count: 256)] {
                XCTAssertNotNil(parameter.failure(ofName: text), text)
            }
        }

        /// The failure at the first use that can fail.
        private func failure(_ what: String, _ body: () async throws -> Void) async -> String {
            do {
                try await body()
                return "\(what): no error"
            } catch let failure as NATS.Failure {
                XCTAssertEqual(failure.kind, .invalid, what)
                return "\(failure)"
            } catch {
                return "\(what): \(error)"
            }
        }

        func testEveryParameterOfAStreamRefusesWithAnError() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let (good, bad) = (nats.stream("S", subjects: ["s.*"]), nats.stream("S*", subjects: ["t"]))
            try await good.prepare()
            let name =
                "must have no dot, space, wildcard, slash or control character, not be empty, and have at most 255 bytes"
            for (what, work) in [
                ("prepare", { try await bad.prepare() }), ("info", { _ = try await bad.info() }),
                ("delete", { try await bad.delete() }), ("deleteConsumer", { try await bad.deleteConsumer("d") }),
                ("replay", { _ = try await bad.replay(of: Int.self).first().value }),
                ("consume", { _ = try await bad.consume(durable: "d", of: Int.self).first().value }),
                ("publish", { _ = try await Observable.of(1).publish(to: bad, subject: "t").toArray().value }),
            ] as [(String, () async throws -> Void)] {
                let text = await failure(what, work)
                XCTAssertEqual(text, "NATS.stream: name \(name): \"S*\"", what)
            }
            for (what, work) in [
                (
                    "consume(durable:): durable \(name): \"a.>\"",
                    { _ = try await good.consume(durable: "a.>", of: Int.self).first().value }
                ),
                (
                    "consume(subject:): subject must have no empty part between dots: \"s..a\"",
                    { _ = try await good.consume(durable: "d", of: Int.self, subject: "s..a").first().value }
                ),
                (
                    "replay(subject:): subject must not be empty: \"\"",
                    { _ = try await good.replay(of: Int.self, subject: "").first().value }
                ),
                ("deleteConsumer: the name \(name): \">\"", { try await good.deleteConsumer(">") }),
                (
                    "publish(to:subject:): subject must have no wildcard: \"s.*\"",
                    { _ = try await Observable.of(1).publish(to: good, subject: "s.*").toArray().value }
                ),
                (
                    "publish(to:id:): id must have no control character, no space at its ends, and not be empty: \"a\\nb\"",
                    {
                        _ = try await Observable.of(1).publish(to: good, subject: "s.a", id: { _ in "a\nb" }).toArray()
                            .value
                    }
                ),
                (
                    "publish(to:id:): id must have no control character, no space at its ends, and not be empty: \"\"",
                    {
                        _ = try await Observable.of(1).publish(to: good, subject: "s.a", id: { _ in "" }).toArray()
                            .value
                    }
                ),
                (
                    "acknowledging(deadLetter:): deadLetter must have no empty part between dots: \"dead.\"",
                    {
                        _ = try await good.consume(durable: "d", of: Int.self)
                            .acknowledging(deadLetter: "dead.") { _ in }.first().value
                    }
                ),
                (
                    "stream T: a subject must have no empty part between dots: \"a..b\"",
                    { try await nats.stream("T", subjects: ["a..b"]).prepare() }
                ),
                (
                    "NATS.stream: configuration.subjects must not be empty",
                    { try await nats.stream("T", NATS.StreamConfiguration(subjects: [])).prepare() }
                ),
            ] as [(String, () async throws -> Void)] {
                let text = await failure(what, work)
                XCTAssertEqual(text, what)
            }
            await nats.close()
        }

        func testEveryParameterOfASubjectRefusesWithAnError() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            for (what, work) in [
                (
                    "NATS.Subject.send: the subject must have no wildcard: \"a.*\"",
                    { try nats.subject("a.*", of: Int.self).send(1) }
                ),
                (
                    "NATS.Subject.send: the subject must have no empty part between dots: \".\"",
                    { try nats.subject(".", of: Int.self).send(1, headers: ["a": "b"]) }
                ),
                (
                    "NATS.subject: name must have no empty part between dots: \"a..b\"",
                    { _ = try await nats.subject("a..b", of: Int.self).asObservable().first().value }
                ),
                (
                    "NATS.subject: queue must have no space and no control character, and not be empty: \"q\\0\"",
                    { _ = try await nats.subject("a", of: Int.self, queue: "q\0").asObservable().first().value }
                ),
                (
                    "NATS.request: the subject must have no wildcard: \">\"",
                    { _ = try await nats.request(1, to: ">", reply: Int.self).value }
                ),
                (
                    "NATS.subject: name must have the wildcard > at its end: \"a.>.b\"",
                    { _ = try await nats.responses(to: "a.>.b", of: Int.self) { $0 }.first().value }
                ),
                (
                    "message to a: the name of a header must have no colon: \"a:\"",
                    { try nats.subject("a", of: Int.self).send(1, headers: ["a:": "b"]) }
                ),
                (
                    "message to a: the value of the header b must be in one line, without a zero byte",
                    { try nats.subject("a", of: Int.self).send(1, headers: ["b": "secret\r\nd: e"]) }
                ),
                (
                    "message to a: the value of the header b must be in one line, without a zero byte",
                    { _ = try await nats.request(1, to: "a", reply: Int.self, headers: ["b": "\0"]).value }
                ),
            ] as [(String, () async throws -> Void)] {
                let text = await failure(what, work)
                XCTAssertEqual(text, what)
            }
            let problems = Seen<String>()
            let watching = nats.problems.subscribe(onNext: { problems.add("\($0)") })
            let subject = nats.subject("a.*", of: Int.self)
            subject.onNext(1)
            XCTAssertEqual(subject.unsent, 1)
            XCTAssertEqual(
                problems.all,
                ["element for a.*: NATS.Subject.send: the subject must have no wildcard: \"a.*\""]
            )
            watching.dispose()
            await nats.close()
        }

        /// libnats puts these between quotation marks as they are.
        func testWhatIsSentToLogIn() async {
            let url = "nats://127.0.0.1:1"
            let rule = "must have no quotation mark, backslash or control character"
            for (what, urls, options) in [
                ("NATS.connect: servers must not be empty", [" , "], NATS.Options()),
                ("NATS.connect: a URL of servers \(rule)", ["nats://a\":b@127.0.0.1"], NATS.Options()),
                (
                    "NATS.connect: options.name \(rule): \"a\\\",\\\"verbose\\\":true\"", [url],
                    with(NATS.Options()) { $0.name = "a\",\"verbose\":true" }
                ),
                (
                    "NATS.connect: a text of options.credentials \(rule)", [url],
                    with(NATS.Options()) { $0.credentials = .user("ada", password: "secret\"") }
                ),
                (
                    "NATS.connect: a text of options.credentials \(rule)", [url],
                    with(NATS.Options()) { $0.credentials = .token("secret\n") }
                ),
            ] {
                let text = await failure(what) { _ = try await NATS.connect(urls, options: options) }
                XCTAssertEqual(text, what)
            }
        }
    }
#endif
