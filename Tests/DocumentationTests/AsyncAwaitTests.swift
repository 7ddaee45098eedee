import Foundation
import Millrace
import XCTest

// The code of AsyncAwait.md.

private actor Directory {
    nonisolated let changes = AsyncStream<Int> { continuation in
        for change in [1, 2] { continuation.yield(change) }
        continuation.finish()
    }

    func name(of id: Int) throws -> String { "name \(id)" }
}

private actor Report {
    var lines: [String] = []

    func add(_ line: String) { lines.append(line) }
}

private let directory = Directory()

func loadName(_ id: Int) -> Single<String> {
    Single.create { try await directory.name(of: id) }
}

final class AsyncAwaitTests: XCTestCase {
    func testIterating() async throws {
        let prices = Observable.of(1.5, -1, 2.5)
        let reported = Report()
        @Sendable func report(_ price: Double) async { await reported.add("\(price)") }

        for try await price in prices.filter({ $0 > 0 }).values {
            await report(price)
        }

        let lines = await reported.lines
        XCTAssertEqual(lines, ["1.5", "2.5"])
    }

    func testWaiting() async throws {
        let saved = Report()
        func loadNickname(_ id: Int) -> Maybe<String> { .empty() }
        func save(_ name: String) -> Completable {
            Single.create { await saved.add(name) }.asCompletable()
        }

        let name = try await loadName(7).value
        let nickname = try await loadNickname(7).value ?? name
        try await save(nickname).value

        let lines = await saved.lines
        XCTAssertEqual(lines, ["name 7"])
    }

    func testASourceOfATask() {
        final class Lines: @unchecked Sendable {
            var all: [String] = []
        }
        let lines = Lines()
        let isOver = DispatchSemaphore(value: 0)
        @Sendable func print(_ line: String) {
            lines.all.append(line)
            if lines.all.count == 2 { isOver.signal() }
        }

        let subscription = directory.changes.asObservable()
            .map { "changed: \($0)" }
            .subscribe(onNext: { print($0) })

        XCTAssertEqual(isOver.wait(timeout: .now() + 60), .success, "it did not end")
        subscription.dispose()
        XCTAssertEqual(lines.all, ["changed: 1", "changed: 2"])
    }
}
