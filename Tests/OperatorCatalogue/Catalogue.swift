import Dispatch
import Millrace

/// The operators and subjects: adding one is an entry in a file beside this one.
///
/// From these entries come the operator's contract, what happens while an element dies that it keeps, what it makes of two
/// sequences, the races of its sources and the look for leaks. `Tools/check-catalogue` compares the names with
/// the public API, and says why some have no entry.
public struct Catalogue<Element: CatalogueElement> {
    public private(set) var entries: [Entry<Element>] = []

    public init() {
        addCreation()
        addTransforming()
        addCollecting()
        addFiltering()
        addErrors()
        addCombining()
        addMerging()
        addAggregating()
        addTiming()
        addSubjects()
        addSharing()
        addUtility()
        addScheduling()
        addDisposables()
        addTraits()
        addInfallibles()
        addSharedSequences()
    }

    /// Adds an operator.
    ///
    /// - Parameters:
    ///   - sends: what its contract sends.
    ///   - excuses: rules of the contract that do not apply to it, each with the reason.
    ///   - passing: for an operator on time, how much of it passes whenever something was sent.
    ///   - checks: what it is put through.
    ///   - gives: the events that come of 1, 1, 2, 3 and the end.
    ///   - fails: the events that come of 1, 1, 2 and an error.
    ///   - beside: what the second source sends to a subscriber meanwhile, before it completes.
    ///   - pair: how it is raced, if it has two sources.
    ///   - apply: applies it, with closures that capture the `Capture` alone.
    mutating func add<Output: ObservableConvertibleType>(
        _ name: String,
        sends elements: [Int] = [1, 2, 3, 4],
        excusing excuses: [Rule: String] = [:],
        passing time: Int? = nil,
        checks: Checks = .all,
        gives: String? = nil,
        fails: String? = nil,
        beside: [Int] = [],
        pair: Pair<Element>? = nil,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ apply: @escaping (World<Element>, Capture) -> Output
    ) {
        entries.append(
            Entry(
                name: name,
                file: file,
                line: line,
                checks: checks,
                elements: elements,
                excuses: excuses,
                time: time,
                gives: gives,
                fails: fails,
                beside: beside,
                pair: pair,
                apply: { world, capture in
                    apply(world, capture).asObservable().map { output in
                        if let element = output as? Element { return [element] }
                        return output as? [Element] ?? []
                    }
                },
                plain: { apply($0, $1).asObservable() as? Observable<Element> },
                use: { visitor in visitor.visit { apply($0, $1).asObservable() } }
            )
        )
    }

    /// Adds another way to apply an operator, in which it keeps elements; their deaths alone are looked at.
    mutating func addKeeping<Output: ObservableConvertibleType>(
        _ name: String,
        passing time: Int? = nil,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ apply: @escaping (World<Element>) -> Output
    ) {
        add(name, passing: time, checks: .deaths, file: file, line: line) { world, _ in apply(world) }
    }

    /// Adds an operator with two sources that are subjects, in the form that is raced.
    mutating func addRaced(
        _ name: String,
        _ pair: Pair<Element>,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        add(name, checks: [], pair: pair, file: file, line: line) { world, _ in
            pair.apply!(world.first, world.second)
        }
    }
}

/// What an operator is put through.
public struct Checks: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The contract.
    public static let contract = Checks(rawValue: 1)
    /// What happens when elements die that it keeps.
    public static let deaths = Checks(rawValue: 2)
    public static let all: Checks = [.contract, .deaths]
}

/// An operator, with all that the tests need to know of it.
public struct Entry<Element: CatalogueElement> {
    public let name: String
    /// Where it stands in the catalogue.
    public let file: StaticString
    public let line: UInt
    public let checks: Checks
    public let elements: [Int]
    public let excuses: [Rule: String]
    public let time: Int?
    public let gives: String?
    public let fails: String?
    public let beside: [Int]
    public let pair: Pair<Element>?
    /// Applies it, and makes a list of the elements in each event.
    public let apply: (World<Element>, Capture) -> Observable<[Element]>
    /// The operator itself, if its elements are those of its source.
    public let plain: (World<Element>, Capture) -> Observable<Element>?
    let use: (any EntryVisitor<Element>) -> Void

    /// Calls `visitor` with the operator itself.
    public func accept(_ visitor: any EntryVisitor<Element>) { use(visitor) }
}

/// Something that is done with an operator whatever the type of its elements.
public protocol EntryVisitor<Element> {
    associatedtype Element: CatalogueElement

    func visit<Output>(_ apply: @escaping (World<Element>, Capture) -> Observable<Output>)
}

/// How an operator with two sources is raced.
public struct Pair<Element> {
    public enum Kind {
        /// Calls downstream from one thread at a time, whatever its sources do.
        case gate
        /// Hears of one source at a time.
        case turns
        /// A subject, or what shares a source.
        case shared
    }

    public typealias Apply = (Observable<Element>, Observable<Element>) -> Observable<Element>

    public let kind: Kind
    /// Whether it passes on each element of both sources.
    public let passesAll: Bool
    /// Whether a subscription holds the sources, so that it has to be ended.
    public let holds: Bool
    /// Applies it, if not as elsewhere.
    public let apply: Apply?

    private init(_ kind: Kind, passesAll: Bool = false, holds: Bool = false, _ apply: Apply?) {
        self.kind = kind
        self.passesAll = passesAll
        self.holds = holds
        self.apply = apply
    }

    static func gate(passesAll: Bool = false, holds: Bool = false, _ apply: Apply? = nil) -> Pair {
        Pair(.gate, passesAll: passesAll, holds: holds, apply)
    }
    static func turns(holds: Bool = false, _ apply: Apply? = nil) -> Pair { Pair(.turns, holds: holds, apply) }
    static func shared(passesAll: Bool = false, holds: Bool = false, _ apply: Apply? = nil) -> Pair {
        Pair(.shared, passesAll: passesAll, holds: holds, apply)
    }
}

/// What an operator is applied to.
public struct World<Element: CatalogueElement>: @unchecked Sendable {
    public let first: Observable<Element>
    public let second: Observable<Element>
    public let scheduler: any SchedulerType
    /// Makes an element.
    public let make: () -> Element
    /// Some units of the scheduler's time.
    public let time: (Int) -> RxTimeInterval

    public init(
        _ first: Observable<Element>,
        _ second: Observable<Element>,
        _ scheduler: any SchedulerType,
        time: @escaping (Int) -> RxTimeInterval = { .milliseconds($0) },
        make: @escaping () -> Element
    ) {
        self.first = first
        self.second = second
        self.scheduler = scheduler
        self.make = make
        self.time = time
    }

    /// Both sources in one.
    var both: Observable<Element> { Observable.merge(first, second) }
}

/// What an operator's closures capture.
public struct Capture: @unchecked Sendable {
    private let object: AnyObject

    public init(_ object: AnyObject) {
        self.object = object
    }

    /// Does nothing; a closure that calls it captures the object.
    @inline(never)
    public func keep() {}

    /// Returns `value`; a closure that calls it captures the object.
    @inline(never)
    public func keep<Value>(_ value: Value) -> Value { value }
}

/// What operators are sent.
public protocol CatalogueElement: Sendable {
    associatedtype Key: Hashable & Sendable

    /// What tells it from others; an object, if it has any.
    var key: Key { get }
    /// How many came before it.
    var number: Int { get }
}

extension Int: CatalogueElement {
    public var key: Int { self }
    public var number: Int { self }
}

/// An error of the operators' own.
struct CatalogueError: Error {}

/// The rules of the contract that some operator is excused from, with the names that `ContractRule` has for them: a program
/// that wants no XCTest can use the catalogue.
public enum Rule: String, Sendable {
    case errorIsForwarded, completionIsForwarded
    case disposeReachesUpstream, nothingAfterDispose, secondDisposeIsHarmless, disposeInsideNext
    case disposeFromAnotherThread, endDuringSubscription
    case emitInsideNext, subscribeInsideNext, endInsideNext
    case capturesAfterDispose, sourceGoesAway
    case subscriptionsAreIndependent, orderOnDispose, orderAtTheEnd, sourceOnAnotherThread
}

/// Why a rule of the contract does not apply.
enum Excuse {
    static let first = "the source is disposed first, as in RxSwift"
    static let ends: [Rule: String] = [.errorIsForwarded: "the stream has ended before"]
    static let recovers: [Rule: String] = [.errorIsForwarded: "it is what the operator recovers from"]
    static let becomesAnElement: [Rule: String] = [.errorIsForwarded: "it becomes an element"]
    static let fails: [Rule: String] = [.completionIsForwarded: "a source that ends too early is an error"]
    static let runsAhead: [Rule: String] = [.endDuringSubscription: "the source runs ahead of the scheduler"]
    static let goesOn = "the other source goes on"
    static let waits = "nothing is emitted while the clock stands still"
    static let tooSoon = "elements that come too soon after one another are dropped"
    static let failsAgain = "a subject that has ended does so again, a create source goes on"
    static let before = "a source that has ended is disposed before anything else"
    static let windows = "the windows end first, and are disposed"
    static let replays = "a second subscriber gets what is replayed first"
    static let disconnects = "a connection is disposed before its terminal event is passed on, as in RxSwift"
    static let shared = "subscriptions have a subject in common"
    static let stays = "the subscription to the source stays"
    static let signal = becomesAnElement.merging(runsAhead) { $1 }
    static let driver = signal.merging([.subscribeInsideNext: replays, .subscriptionsAreIndependent: shared]) { $1 }
}
