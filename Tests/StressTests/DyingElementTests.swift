import Foundation
import Millrace
import OperatorCatalogue
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

    private func check(_ reaction: Reaction) {
        for entry in MortalOperators.ofLives() { check(entry, reaction) }
        for entry in MortalOperators.ofTwins() { check(entry, reaction) }
    }

    private func check<Element: MortalElement>(_ entry: Entry<Element>, _ reaction: Reaction) {
        guard entry.checks.contains(.deaths) else { return }
        check(entry, reaction, isVirtual: false)
        // Virtual time has a queue of its own.
        if entry.time != nil { check(entry, reaction, isVirtual: true) }
    }

    /// The first death that counts is another one in each round. A sanitizer looks at every round, so it needs fewer.
    private func check<Element: MortalElement>(_ entry: Entry<Element>, _ reaction: Reaction, isVirtual: Bool) {
        let (file, line) = (entry.file, entry.line)
        var delivered = 0
        var reacted = 0
        for round in 0..<(TestMode.sanitizer == nil ? 12 : 3) {
            let result = run(entry, reaction, from: round, isVirtual: isVirtual)
            delivered += result.delivered
            reacted += result.reacted
            if let fault = result.registry.faults.first {
                XCTFail("\(entry.name), \(reaction.rawValue), from death \(round): \(fault)", file: file, line: line)
            }
            let left = result.registry.fates.filter { $0 != .dead }.count
            XCTAssertEqual(left, 0, "\(entry.name), \(reaction.rawValue): elements left", file: file, line: line)
        }
        // An end may come before there is anything to deliver.
        if reaction.emits {
            XCTAssertGreaterThan(delivered, 0, "\(entry.name): nothing was delivered", file: file, line: line)
        }
        XCTAssertGreaterThan(reacted, 0, "\(entry.name): no element died meanwhile", file: file, line: line)
    }

    private func run<Element: MortalElement>(
        _ entry: Entry<Element>,
        _ reaction: Reaction,
        from start: Int,
        isVirtual: Bool
    ) -> (delivered: Int, reacted: Int, registry: LifeRegistry) {
        let world = MortalWorld<Element>(isVirtual: isVirtual)
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
            case .failsTheFirst: world.first.onError(MortalError(world.make().key))
            }
        }
        SharingScheduler.mock(scheduler: world.asked.scheduler) {
            world.subscription = entry.apply(world.asked, Capture(self)).subscribe(
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
        }
        registry.onDeath = nil
        world.subscription = nil
        withExtendedLifetime(world) {}
        return (delivered, reacted, registry)
    }
}

/// A user's error that is an object.
private final class MortalError: Error {
    let life: Life

    init(_ life: Life) {
        self.life = life
    }
}

/// The sources of one run.
private final class MortalWorld<Element: MortalElement>: @unchecked Sendable {
    let registry = LifeRegistry()
    let first = PublishSubject<Element>()
    let second = PublishSubject<Element>()
    let asked: World<Element>
    let advance: (Int) -> Void
    var subscription: Disposable?

    init(isVirtual: Bool) {
        let registry = registry
        let make = { Element(registry) }
        if isVirtual {
            let clock = HistoricalScheduler()
            asked = World(first, second, clock, make: make)
            advance = { clock.advanceTo(clock.now + Double($0) / 1_000) }
        } else {
            let scheduler = ManualScheduler()
            asked = World(first, second, scheduler, make: make)
            advance = { scheduler.advance(by: .milliseconds($0)) }
        }
    }

    func make() -> Element { asked.make() }
}
