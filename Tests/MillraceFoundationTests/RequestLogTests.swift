import Foundation
import Millrace
import MillraceFoundation
import TestSupport
import XCTest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `URLSession.rx.shouldLogRequest` and what it lets through.
final class RequestLogTests: XCTestCase {
    private final class Asked: @unchecked Sendable {
        private let lock = NSLock()
        private var all: [URLRequest] = []

        var requests: [URLRequest] { lock.withLock { all } }

        func ask(_ request: URLRequest) { lock.withLock { all.append(request) } }
    }

    private let original = URLSession.rx.shouldLogRequest

    override func tearDown() {
        URLSession.rx.shouldLogRequest = original
    }

    /// What is written to standard output meanwhile.
    private func output(of body: () -> Void) throws -> String {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        fflush(nil)
        let former = dup(STDOUT_FILENO)
        let file = open(path, O_WRONLY | O_CREAT, 0o600)
        dup2(file, STDOUT_FILENO)
        body()
        fflush(nil)
        dup2(former, STDOUT_FILENO)
        close(file)
        close(former)
        defer { unlink(path) }
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    /// What is written about a request that ends so; the time it took reads `(n ms)`.
    private func log(
        _ request: URLRequest,
        status: Int? = nil,
        plain: Bool = false,
        error: Error? = nil
    ) throws -> String {
        let session = ManualSession(configuration: .ephemeral)
        let url = URL(string: "http://server.test")!
        let response: URLResponse? =
            if plain {
                URLResponse(url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
            } else {
                status.flatMap { HTTPURLResponse(url: url, statusCode: $0, httpVersion: nil, headerFields: nil) }
            }
        let text = try output {
            let subscription = session.rx.response(request: request).subscribe(onError: { _ in })
            session.end(response == nil ? nil : Data(), response, error)
            subscription.dispose()
        }
        return text.replacingOccurrences(of: #"\([0-9]+ ms\)"#, with: "(n ms)", options: .regularExpression)
    }

    private func request(_ text: String = "http://server.test/a?b=c&d") -> URLRequest {
        URLRequest(url: URL(string: text)!)
    }

    func testNothingIsWrittenByDefault() throws {
        XCTAssertFalse(original(request()))
        XCTAssertEqual(try log(request(), status: 200), "")
    }

    func testItIsAskedAtTheStartAndAtTheEndOfEachRequest() throws {
        let asked = Asked()
        URLSession.rx.shouldLogRequest = { request in
            asked.ask(request)
            return false
        }
        let session = ManualSession(configuration: .ephemeral)
        let source = session.rx.response(request: request())
        XCTAssertEqual(asked.requests, [])
        let subscription = source.subscribe(onError: { _ in })
        XCTAssertEqual(asked.requests, [request()])
        session.end(nil, nil, nil)
        XCTAssertEqual(asked.requests, [request(), request()])
        subscription.dispose()
    }

    func testOnlyWhatItWantsIsWritten() throws {
        URLSession.rx.shouldLogRequest = { $0.url?.path == "/wanted" }
        XCTAssertEqual(try log(request("http://server.test/other"), status: 200), "")
        XCTAssertNotEqual(try log(request("http://server.test/wanted"), status: 200), "")
    }

    func testTheOutcomes() throws {
        URLSession.rx.shouldLogRequest = { _ in true }
        let command = "curl -iv -X 'GET' \\\n    'http://server.test/a?b=c&d'\n"
        XCTAssertEqual(try log(request(), status: 200), command + "Success: status 200 (n ms)\n")
        XCTAssertEqual(try log(request(), status: 299), command + "Success: status 299 (n ms)\n")
        XCTAssertEqual(try log(request(), status: 199), command + "Failure: status 199 (n ms)\n")
        XCTAssertEqual(try log(request(), status: 300), command + "Failure: status 300 (n ms)\n")
        XCTAssertEqual(try log(request(), error: TestError("cut")), command + "Failure: cut (n ms)\n")
        XCTAssertEqual(try log(request(), error: URLError(.cancelled)), command + "Cancelled (n ms)\n")
        XCTAssertEqual(try log(request(), plain: true), command + "Failure: no response over HTTP (n ms)\n")
        XCTAssertEqual(try log(request()), command + "Failure: no response over HTTP (n ms)\n")
    }

    func testTheTimeIsThatOfTheRequest() throws {
        URLSession.rx.shouldLogRequest = { _ in true }
        let session = ManualSession(configuration: .ephemeral)
        let text = try output {
            let subscription = session.rx.response(request: request()).subscribe(onError: { _ in })
            // As long as it takes for the clock to move on by this much.
            let start = DispatchTime.now()
            while DispatchTime.now() < start + .milliseconds(3) {}
            session.end(nil, nil, nil)
            subscription.dispose()
        }
        let time = text.components(separatedBy: "(").last?.components(separatedBy: " ms").first.flatMap { Int($0) }
        XCTAssertGreaterThanOrEqual(try XCTUnwrap(time), 3)
    }

    /// The command, run by a shell in which `curl` writes its arguments, each between `<` and `>`.
    private func arguments(_ request: URLRequest) throws -> String {
        let command = try log(request, status: 200).components(separatedBy: "\nSuccess: ")[0]
        let shell = Process()
        let pipe = Pipe()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "curl() { printf '<%s>' \"$@\"; }\n" + command]
        shell.standardOutput = pipe
        let hasEnded = Moment()
        shell.terminationHandler = { _ in hasEnded.set() }
        try shell.run()
        hasEnded.wait()
        return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    func testTheCommandRepeatsTheRequest() throws {
        URLSession.rx.shouldLogRequest = { _ in true }
        var request = request()
        request.httpMethod = "POST"
        request.setValue("it's \"quoted\" $HOME", forHTTPHeaderField: "X-B")
        request.setValue("1", forHTTPHeaderField: "X-A")
        request.httpBody = Data("@a 'b'\n`c` \\".utf8)
        XCTAssertEqual(
            try arguments(request),
            "<-iv><-X><POST><-H><X-A: 1><-H><X-B: it's \"quoted\" $HOME>"
                + "<--data-raw><@a 'b'\n`c` \\><http://server.test/a?b=c&d>"
        )
    }

    func testAHeadRequestAndABodyThatIsNoText() throws {
        URLSession.rx.shouldLogRequest = { _ in true }
        var request = request()
        request.httpMethod = "HEAD"
        XCTAssertEqual(try arguments(request), "<-iv><--head><http://server.test/a?b=c&d>")
        request.httpMethod = "PUT"
        request.httpBody = Data([0xff, 0xfe, 0xfd])
        XCTAssertEqual(try arguments(request), "<-iv><-X><PUT><http://server.test/a?b=c&d>")
        XCTAssertTrue(try log(request, status: 200).contains(" # and a body of 3 bytes that are not text\n"))
    }

    func testItCanBeExchangedByOneThreadWhileOthersAskIt() {
        let calls = Counter()
        let request = request()
        func exchange() {
            for _ in 0..<1_000 {
                URLSession.rx.shouldLogRequest = { _ in
                    calls.add()
                    return false
                }
            }
        }
        func ask() {
            for _ in 0..<1_000 { _ = URLSession.rx.shouldLogRequest(request) }
        }
        exchange()
        concurrently(exchange, ask, ask)
        XCTAssertEqual(calls.value, 2_000)
    }

    func testWhatTheFormerOneCapturedMayAskForTheNewOneWhenItIsReleased() {
        let isOver = Moment()
        let answer = Box(false)
        let request = request()
        // Beside the test, so that it does not hang if the two get in each other's way.
        Thread.detachNewThread {
            let tally = Token.Tally(onRelease: { answer.value = URLSession.rx.shouldLogRequest(request) })
            do {
                let token = Token(tally)
                URLSession.rx.shouldLogRequest = { _ in token.keep(false) }
            }
            URLSession.rx.shouldLogRequest = { _ in true }
            isOver.set()
        }
        // Whoever touches the closure would wait for ever then, `tearDown` too.
        precondition(isOver.wait(seconds: 60), "the former closure was released under a lock")
        XCTAssertTrue(answer.value)
    }
}
