import Foundation
import Millrace

/// What becomes of the lives of one run, and what their ends set off. Used by one thread.
public final class LifeRegistry: @unchecked Sendable {
    public enum Fate {
        case alive
        case dying
        case dead
    }

    public private(set) var fates: [Fate] = []
    public private(set) var faults: [String] = []

    /// Called inside the `deinit` of each life.
    public var onDeath: (() -> Void)?

    public init() {}

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

    public func fault(_ text: String) {
        faults.append(text)
    }
}

/// An object that tells when it dies, and whether it is alive: it says so itself, and the registry has to agree.
public final class Life: @unchecked Sendable, Hashable {
    private static let aliveMark: UInt64 = 0x416C_6976_6521_0001

    private let registry: LifeRegistry
    public let number: Int
    private var mark = Life.aliveMark

    public init(_ registry: LifeRegistry) {
        self.registry = registry
        number = registry.birth()
    }

    deinit {
        mark = 0
        registry.death(of: number)
    }

    var isAlive: Bool { mark == Life.aliveMark && registry.isAlive(number) }

    public static func == (one: Life, other: Life) -> Bool { one === other }

    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// An element that is, or holds, such objects.
public protocol MortalElement: CatalogueElement where Key == Life {
    init(_ registry: LifeRegistry)

    /// Whether it is one element, all of it alive.
    var isSound: Bool { get }
}

extension Life: MortalElement {
    public var key: Life { self }
    public var isSound: Bool { isAlive }
}

/// Two objects, which belong together: a value that is replaced half by half may be seen in between.
public struct Twins: MortalElement {
    let one: Life
    let other: Life

    public init(_ registry: LifeRegistry) {
        one = Life(registry)
        other = Life(registry)
    }

    public var key: Life { one }
    public var number: Int { one.number }
    public var isSound: Bool { one.isAlive && other.isAlive && one.number + 1 == other.number }
}

/// The operators with elements that are objects. Made here, the code for them is of this module, as specialized as that of
/// a program that uses them.
public enum MortalOperators {
    public static func ofLives() -> [Entry<Life>] { Catalogue<Life>().entries }
    public static func ofTwins() -> [Entry<Twins>] { Catalogue<Twins>().entries }
}

/// The same with numbers.
public let operatorsOnNumbers = Catalogue<Int>().entries
