import Millrace
import XCTest

// The code of StateAndIsolation.md.

@MainActor
final class PriceModel {
    private(set) var text = ""
    private let bag = DisposeBag()

    init(prices: Observable<Double>) {
        prices
            .map { "\($0) €" }
            .observe(on: MainScheduler.instance)
            .bind(onNext: show)
            .disposed(by: bag)
    }

    private func show(_ text: String) { self.text = text }
}

actor Statistics {
    private(set) var count = 0
    private(set) var highest = 0.0

    func follow(_ prices: Observable<Double>) async throws {
        for try await price in prices.values {
            count += 1
            highest = max(highest, price)
        }
    }
}

struct PriceHandler: Sendable {
    let prices = PublishSubject<Double>()

    func receive(_ price: Double) { prices.onNext(price) }

    func nextPrice() async throws -> Double? {
        try await prices.take(1).asSingle().value
    }
}

final class StateAndIsolationPage: XCTestCase {
    @MainActor func testAViewModel() {
        let prices = PublishSubject<Double>()
        let model = PriceModel(prices: prices)
        prices.onNext(2.5)
        XCTAssertEqual(model.text, "2.5 €")
    }

    func testAnActor() async throws {
        let statistics = Statistics()
        try await statistics.follow(.of(1, 3, 2))
        let count = await statistics.count
        let highest = await statistics.highest
        XCTAssertEqual(count, 3)
        XCTAssertEqual(highest, 3)
    }

    func testAServersHandler() async throws {
        let handler = PriceHandler()
        async let price = handler.nextPrice()
        while !handler.prices.hasObservers { await Task.yield() }
        handler.receive(4)
        let received = try await price
        XCTAssertEqual(received, 4)
    }
}
