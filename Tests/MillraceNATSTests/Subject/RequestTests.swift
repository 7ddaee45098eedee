#if NATS
    import Foundation
    import Millrace
    import MillraceNATS
    import XCTest

    final class RequestTests: XCTestCase {
        func testAReply() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let answered = nats.responses(to: "double", of: Int.self) { $0 * 2 }.subscribe()
            try await nats.flush()
            for number in 0..<100 {
                let reply = try await nats.request(number, to: "double", reply: Int.self).value
                XCTAssertEqual(reply, number * 2)
            }
            answered.dispose()
            await nats.close()
        }

        func testNobodyListens() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let start = ContinuousClock.now
            do {
                _ = try await nats.request(1, to: "nobody", reply: Int.self, timeout: .seconds(30)).value
                XCTFail("answered")
            } catch let failure as NATS.Failure {
                XCTAssertEqual(failure.kind, .noResponders)
            }
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(5))
            await nats.close()
        }

        func testNoReplyInTime() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let silent = nats.subject("silent", coding: .bytes).subscribe()
            try await nats.flush()
            do {
                _ = try await nats.request(1, to: "silent", reply: Int.self, timeout: .milliseconds(50)).value
                XCTFail("answered")
            } catch let failure as NATS.Failure {
                XCTAssertEqual(failure.kind, .timeout)
                XCTAssertEqual("\(failure)", "request to silent: no reply within 0.05 seconds")
            }
            silent.dispose()
            await nats.close()
        }

        func testClosingFailsRequestsThatWait() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let silent = nats.subject("silent", coding: .bytes).subscribe()
            try await nats.flush()
            let seen = Seen<Int>()
            let request = nats.request(1, to: "silent", reply: Int.self, timeout: .seconds(60)).asObservable()
                .subscribe { seen.on($0) }
            await nats.close()
            await eventually { seen.ending != nil }
            XCTAssertEqual(seen.ending, "request: the connection has been closed")
            request.dispose()
            silent.dispose()
        }
    }
#endif
