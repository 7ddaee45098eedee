#if Server
    import Foundation
    import XCTest

    /// The service of the page OnAServer, over sockets.
    final class PricesTests: XCTestCase {
        func testAClientGetsTheLatestPriceAndThoseThatFollow() throws {
            let program = try Program()
            try program.post("1.5")
            let client = try Connection(port: program.port)
            client.ask(for: "/prices")
            try client.readUntil("data: 1.5\n\n")
            try program.post("2.5")
            try client.readUntil("data: 2.5\n\n")
            XCTAssertTrue(client.text.contains("Content-Type: text/event-stream"), client.text)
        }

        func testWhatIsNoPriceIsRefused() throws {
            let program = try Program()
            XCTAssertTrue(try program.answer(toPosting: "much").hasPrefix("HTTP/1.1 400"))
            XCTAssertTrue(try program.answer(toPosting: "2").hasPrefix("HTTP/1.1 202"))
        }

        func testAStopEndsTheStreamsAndStoresWhatWasAccepted() throws {
            let program = try Program()
            let clients = try (0..<3).map { _ in try Connection(port: program.port) }
            for client in clients { client.ask(for: "/prices") }
            for number in 1...50 { try program.post("\(number)") }
            for client in clients { try client.readUntil("data: 50.0\n\n") }
            program.terminate()
            for client in clients { try client.readToEnd() }
            let outcome = program.outcome()
            XCTAssertEqual(outcome.status, 0, outcome.text)
            for number in 1...50 { XCTAssertTrue(outcome.text.contains("stored \(number).0\n"), "\(number)") }
        }
    }

    /// The built program, run by a test.
    private final class Program: @unchecked Sendable {
        private let process = Process()
        private let output = Pipe()
        private let lock = NSLock()
        private var written = ""
        private(set) var port = 0

        private var text: String { lock.withLock { written } }

        /// Runs the program, and waits until it listens.
        init() throws {
            process.executableURL = Bundle.main.executableURL!.deletingLastPathComponent()
                .appendingPathComponent("prices")
            process.arguments = ["0"]
            process.standardOutput = output
            process.standardError = output
            output.fileHandleForReading.readabilityHandler = { [weak self] handle in
                let text = String(decoding: handle.availableData, as: UTF8.self)
                self?.lock.withLock { self?.written += text }
            }
            try process.run()
            let place = "listening on 127.0.0.1:"
            guard waitUntil({ self.text.range(of: place + "[0-9]+\n", options: .regularExpression) != nil }) else {
                process.terminate()
                throw TimedOut()
            }
            port = Int(text.components(separatedBy: place)[1].prefix { $0.isNumber })!
        }

        deinit {
            output.fileHandleForReading.readabilityHandler = nil
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }

        func answer(toPosting price: String) throws -> String {
            let connection = try Connection(port: port)
            connection.post(price, to: "/prices")
            try connection.readUntil("\n\n")
            return connection.text
        }

        func post(_ price: String) throws {
            let answer = try answer(toPosting: price)
            XCTAssertTrue(answer.hasPrefix("HTTP/1.1 202"), answer)
        }

        func terminate() { process.terminate() }

        /// Waits for the end.
        ///
        /// - Returns: the exit status, and what the program has printed.
        func outcome() -> (status: Int32, text: String) {
            guard waitUntil({ !self.process.isRunning }) else { return (-1, "it does not end") }
            _ = waitUntil { self.text.contains("stored 50.0\n") }
            return (process.terminationStatus, text)
        }
    }
#endif
