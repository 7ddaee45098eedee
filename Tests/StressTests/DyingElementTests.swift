import Foundation
import Millrace
import TestSupport
import XCTest

/// Whatever keeps an element lets go of it some day, and what its `deinit` does then comes back in: it must find the
/// element gone already. One thread; optimized code moves releases, so that is where this counts.
final class DyingElementTests: XCTestCase {
    private enum Reaction: String, CaseIterable {
        case emitsIntoTheFirst
        case emitsIntoTheSecond
        case emitsIntoBoth
        case disposes
        case completesTheFirst
        case completesTheSecond
        case failsTheFirst

        var emits: Bool { [.emitsIntoTheFirst, .emitsIntoTheSecond, .emitsIntoBoth].contains(self) }
    }

    func testElementsThatEmitIntoTheFirstSourceWhenTheyDie() { check(.emitsIntoTheFirst) }
    func testElementsThatEmitIntoTheSecondSourceWhenTheyDie() { check(.emitsIntoTheSecond) }
    func testElementsThatEmitIntoBothSourcesWhenTheyDie() { check(.emitsIntoBoth) }
    func testElementsThatDisposeTheSubscriptionWhenTheyDie() { check(.disposes) }
    func testElementsThatCompleteTheFirstSourceWhenTheyDie() { check(.completesTheFirst) }
    func testElementsThatCompleteTheSecondSourceWhenTheyDie() { check(.completesTheSecond) }
    func testElementsThatMakeTheFirstSourceFailWhenTheyDie() { check(.failsTheFirst) }

    private func check(_ reaction: Reaction, file: StaticString = #filePath, line: UInt = #line) {
        for keeper in Keeper<Life>.all { check(keeper, reaction, file, line) }
        for keeper in Keeper<Twins>.all { check(keeper, reaction, file, line) }
    }

    /// The first death that counts is another one in each round.
    private func check<Element>(_ keeper: Keeper<Element>, _ reaction: Reaction, _ file: StaticString, _ line: UInt) {
        var delivered = 0
        var reacted = 0
        for round in 0..<12 {
            let result = run(keeper, reaction, from: round)
            delivered += result.delivered
            reacted += result.reacted
            if let fault = result.registry.faults.first {
                XCTFail("\(keeper.name), \(reaction.rawValue), from death \(round): \(fault)", file: file, line: line)
            }
            let left = result.registry.fates.filter { $0 != .dead }.count
            XCTAssertEqual(left, 0, "\(keeper.name), \(reaction.rawValue): elements left", file: file, line: line)
        }
        // An end may come before there is anything to deliver.
        if reaction.emits {
            XCTAssertGreaterThan(delivered, 0, "\(keeper.name): nothing was delivered", file: file, line: line)
        }
        XCTAssertGreaterThan(reacted, 0, "\(keeper.name): no element died meanwhile", file: file, line: line)
    }

    private func run<Element>(
        _ keeper: Keeper<Element>,
        _ reaction: Reaction,
        from start: Int
    ) -> (delivered: Int, reacted: Int, registry: LifeRegistry) {
        let world = MortalWorld<Element>()
        let registry = world.registry
        var (deaths, delivered, reacted) = (0, 0, 0)
        registry.onDeath = { [unowned world] in
            deaths += 1
            guard deaths > start, reacted < 5, let subscription = world.subscription else { return }
            reacted += 1
            switch reaction {
            case .emitsIntoTheFirst: world.first.onNext(world.make())
            case .emitsIntoTheSecond: world.second.onNext(world.make())
            case .emitsIntoBoth:
                world.second.onNext(world.make())
                world.first.onNext(world.make())
            case .disposes: subscription.dispose()
            case .completesTheFirst: world.first.onCompleted()
            case .completesTheSecond: world.second.onCompleted()
            case .failsTheFirst: world.first.onError(MortalError(world.make().life))
            }
        }
        world.subscription = keeper.apply(world).subscribe(
            onNext: { elements in
                delivered += 1
                for element in elements where !element.isSound { registry.fault("a dying element was delivered") }
            },
            onError: { _ in }
        )
        for step in "121t12112T21t1221t112tT2112tT11T" {
            switch step {
            case "1": world.first.onNext(world.make())
            case "2": world.second.onNext(world.make())
            case "t": world.advance(2)
            default: world.advance(20)
            }
        }
        world.first.onCompleted()
        world.second.onCompleted()
        world.advance(100)
        world.subscription?.dispose()
        world.advance(100)
        registry.onDeath = nil
        world.subscription = nil
        withExtendedLifetime(world) {}
        return (delivered, reacted, registry)
    }
}
