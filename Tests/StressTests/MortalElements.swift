import Foundation
import Millrace
import TestSupport

/// What becomes of the lives of one run, and what their ends set off. Used by one thread.
final class LifeRegistry: @unchecked Sendable {
    enum Fate {
        case alive
        case dying
        case dead
    }

    private(set) var fates: [Fate] = []
    private(set) var faults: [String] = []

    /// Called inside the `deinit` of each life.
    var onDeath: (() -> Void)?

    func birth() -> Int {
        fates.append(.alive)
        return fates.count - 1
    }

    func death(of number: Int) {
        guard fates.indices.contains(number), fates[number] == .alive else {
            return faults.append("life \(number) ended twice")
        }
        fates[number] = .dying
        onDeath?()
        fates[number] = .dead
    }

    func isAlive(_ number: Int) -> Bool {
        fates.indices.contains(number) && fates[number] == .alive
    }

    func fault(_ text: String) {
        faults.append(text)
    }
}

/// An object that tells when it dies, and whether it is alive: it says so itself, and the registry has to agree.
final class Life: @unchecked Sendable, Hashable {
    private static let aliveMark: UInt64 = 0x416C_6976_6521_0001

    private let registry: LifeRegistry
    let number: Int
    private var mark = Life.aliveMark

    init(_ registry: LifeRegistry) {
        self.registry = registry
        number = registry.birth()
    }

    deinit {
        mark = 0
        registry.death(of: number)
    }

    var isAlive: Bool { mark == Life.aliveMark && registry.isAlive(number) }

    static func == (one: Life, other: Life) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// An element that is, or holds, such objects.
protocol MortalElement: Sendable {
    init(_ registry: LifeRegistry)

    /// One of its objects.
    var life: Life { get }

    /// Whether it is one element, all of it alive.
    var isSound: Bool { get }
}

extension Life: MortalElement {
    var life: Life { self }
    var isSound: Bool { isAlive }
}

/// Two objects, which belong together: a value that is replaced half by half may be seen in between.
struct Twins: MortalElement {
    let one: Life
    let other: Life

    init(_ registry: LifeRegistry) {
        one = Life(registry)
        other = Life(registry)
    }

    var life: Life { one }
    var isSound: Bool { one.isAlive && other.isAlive && one.number + 1 == other.number }
}

/// A user's error that is an object.
final class MortalError: Error, @unchecked Sendable {
    let life: Life

    init(_ life: Life) {
        self.life = life
    }
}

/// The sources of one run.
final class MortalWorld<Element: MortalElement>: @unchecked Sendable {
    let registry = LifeRegistry()
    let first = PublishSubject<Element>()
    let second = PublishSubject<Element>()
    let scheduler = ManualScheduler()
    let clock = HistoricalScheduler()
    var subscription: Disposable?

    func make() -> Element { Element(registry) }

    /// Both sources in one.
    var both: Observable<Element> { Observable.merge(first, second) }

    func advance(_ milliseconds: Int) {
        scheduler.advance(by: .milliseconds(milliseconds))
        clock.advanceTo(clock.now + Double(milliseconds) / 1_000)
    }
}
