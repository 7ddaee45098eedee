import Foundation
import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

// The code of WhenSomethingIsWrong.md.

private final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    private var written: [String] = []
    var all: [String] { lock.withLock { written } }

    func write(_ line: String) { lock.withLock { written.append(line) } }
}

final class Basket {
    private(set) var total = 0
    private let bag = DisposeBag()

    init(_ prices: Observable<Int>) {
        prices.subscribe(with: self, onNext: { basket, price in basket.total += price }).disposed(by: bag)
    }
}

/// As a basket that captures itself.
private final class LeakingBasket {
    private var total = 0
    private let bag = DisposeBag()

    init(_ prices: Observable<Int>) {
        prices.subscribe(onNext: { self.total += $0 }).disposed(by: bag)
    }
}

final class WhenSomethingIsWrongPage: XCTestCase {
    func testDebug() {
        let (orders, bag, shipped) = (PublishSubject<Int>(), DisposeBag(), Lines())
        func ship(_ order: Int) { shipped.write("\(order)") }

        orders
            .debug("before")
            .filter { $0 > 100 }
            .debug("after")
            .subscribe(onNext: { ship($0) })
            .disposed(by: bag)

        for order in [7, 700] { orders.onNext(order) }
        XCTAssertEqual(shipped.all, ["700"])
    }

    func testDump() throws {
        let orders = PublishSubject<Int>()
        let printed = Lines()
        func print(_ text: String) { printed.write(text) }
        defer { Hooks.recordSubscriptions = false }

        Hooks.recordSubscriptions = true
        let subscription =
            orders
            .filter { $0 > 100 }
            .map { "\($0)" }
            .subscribe(onNext: { print($0) })
        for order in [7, 700] { orders.onNext(order) }
        Millrace.dump()

        // What the page shows but for places, times and rates.
        func plain(_ text: String) -> String {
            text.replacingOccurrences(of: ", [0-9.]+(/s| s old)", with: "", options: .regularExpression)
        }
        let page = try CodeBlocks.texts(in: page()).first { $0.hasPrefix("1 subscription") }
        let expected = try plain(XCTUnwrap(page)).components(separatedBy: "\n").dropFirst(3).joined(separator: "\n")
        XCTAssertTrue(expected.contains("filter(_:)"), expected)
        let text = plain(StreamDump.take().description)
        XCTAssertTrue(text.contains(expected), "\(text)\n\(expected)")
        subscription.dispose()
    }

    func testDrops() {
        let logged = Lines()
        @Sendable func log(_ line: String) { logged.write(line) }
        defer { Hooks.droppedElementHandler = nil }

        Hooks.droppedElementHandler = { dropped in
            log("\(dropped.operation) at \(dropped.place): \(dropped.count) dropped")
        }

        let scheduler = TestScheduler(initialClock: 0)
        let (orders, bag, shipped) = (PublishSubject<Int>(), DisposeBag(), Lines())
        func ship(_ order: Int) { shipped.write("\(order)") }
        let queue = scheduler

        orders
            .observe(on: queue, capacity: 1_024, overflow: .dropOldest)
            .subscribe(onNext: { ship($0) })
            .disposed(by: bag)

        for order in 0..<1_026 { orders.onNext(order) }
        scheduler.start()
        XCTAssertEqual(shipped.all, (2..<1_026).map { "\($0)" })
        XCTAssertEqual(logged.all.count, 2)
        XCTAssertTrue(logged.all[1].hasPrefix("observe(on:capacity:overflow:) at "), logged.all[1])
        XCTAssertTrue(logged.all[1].hasSuffix(": 2 dropped"), logged.all[1])
    }

    func testAnErrorInside() {
        struct Down: Error {}
        let (requests, bag, shown) = (PublishSubject<Int>(), DisposeBag(), Lines())
        func load(_ request: Int) -> Observable<String> { request == 2 ? .error(Down()) : .just("page \(request)") }
        func show(_ text: String) { shown.write(text) }

        requests
            .flatMap { request in
                load(request).catchAndReturn("not available")
            }
            .subscribe(onNext: { show($0) })
            .disposed(by: bag)

        for request in 1...3 { requests.onNext(request) }
        XCTAssertEqual(shown.all, ["page 1", "not available", "page 3"])
    }

    func testTwoThreads() {
        let measurements = PublishSubject<Int>()
        var sum = 0
        let subscription = measurements.asSerialized().subscribe(onNext: { sum += $0 })

        let threads = (0..<2).map { _ in TestThread { for _ in 0..<10_000 { measurements.onNext(1) } } }
        for thread in threads { thread.join() }
        XCTAssertEqual(sum, 20_000)
        subscription.dispose()
    }

    func testAnObserverThatSendsToItsOwnSubject() {
        let states = PublishSubject<Int>()
        let ordered = states.asSerialized().share()

        func received(from source: Observable<Int>) -> [Int] {
            var received: [Int] = []
            let subscriptions = [
                source.subscribe(onNext: { if $0 == 1 { states.onNext(2) } }),
                source.subscribe(onNext: { received.append($0) }),
            ]
            for state in [0, 1] { states.onNext(state) }
            for subscription in subscriptions { subscription.dispose() }
            return received
        }
        XCTAssertEqual(received(from: states.asObservable()), [0, 2, 1])
        XCTAssertEqual(received(from: ordered), [0, 1, 2])
    }

    func testWhatIsLeft() {
        let prices = PublishSubject<Int>()
        let source = prices.asObservable()
        // Another thread may release something of an earlier test meanwhile.
        func isLeft(_ text: String, after body: (Observable<Int>) -> String) -> Bool {
            (0..<1_000).contains { _ in body(source) == text }
        }
        XCTAssertTrue(isLeft("left: 0") { Self.left(of: $0) })
        XCTAssertFalse(isLeft("left: 0") { Self.leftOfALeak($0) })
        // Ends what has leaked.
        prices.onCompleted()
    }

    private static func left(of prices: Observable<Int>) -> String {
        var printed = ""
        func print(_ text: String) { printed = text }

        let before = Resources.total
        var basket: Basket? = Basket(prices)
        basket = nil
        print("left: \(Resources.total - before)")  // left: 0

        _ = basket
        return printed
    }

    private static func leftOfALeak(_ prices: Observable<Int>) -> String {
        let before = Resources.total
        _ = LeakingBasket(prices)
        return "left: \(Resources.total - before)"
    }

    /// A message on the page is one that the sources have, but for the names and places that stand where it has `…`.
    func testTheMessagesOnThePageAreMillraces() throws {
        let text = try sources()
        let messages = try CodeBlocks.texts(in: page()).filter { !$0.hasPrefix("1 subscription") }
        XCTAssertGreaterThan(messages.count, 8)
        for message in messages { XCTAssertEqual(strangers(in: message, text), [], message) }
        XCTAssertEqual(strangers(in: "Millrace: unhandled error: …; subscribed near …", text), ["; subscribed near"])
    }

    private func strangers(in message: String, _ sources: String) -> [String] {
        oneLine(message).replacingOccurrences(of: "What to do: ", with: "…").components(separatedBy: "…")
            .map { part in
                var part = part.trimmingCharacters(in: .whitespaces)
                // What the functions that report put in front of the message, behind it, and behind the advice.
                if part.hasPrefix("Millrace: ") { part.removeFirst(10) }
                for added in [" Called at", "; called at", "; at", "."] where part.hasSuffix(added) {
                    part.removeLast(added.count)
                }
                return part
            }
            .filter { !sources.contains($0) && !$0.isEmpty }
    }

    private func oneLine(_ text: String) -> String {
        text.replacingOccurrences(of: "\\s+", with: " ", options: .regularExpression)
    }

    private func page() throws -> String {
        let path = "Sources/Millrace/Millrace.docc/WhenSomethingIsWrong.md"
        return try String(contentsOf: CodeBlocks.root.appendingPathComponent(path), encoding: .utf8)
    }

    /// All of Millrace's code, in which a string that is written on several lines is one line.
    private func sources() throws -> String {
        let folder = CodeBlocks.root.appendingPathComponent("Sources")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var text = ""
        while let file = files?.nextObject() as? URL {
            if file.pathExtension == "swift" { text += try String(contentsOf: file, encoding: .utf8) }
        }
        return oneLine(text.replacingOccurrences(of: "\\\\\n\\s*", with: "", options: .regularExpression))
    }
}
