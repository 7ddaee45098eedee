import Foundation
import Millrace

/// Shapes of operators that the seed picks, three emitters, of which one fails now and then, subscribers that come and go,
/// disposals from two threads, and elements' and captures' deinits that emit, replace and dispose.
let soak = Scenario(
    name: "soak",
    checks:
        "any shape of operators: order, no loss, no repetition, one thread at a time, no leak; deinits that emit and dispose",
    proofs: [
        Proof(.drops, .sequence), Proof(.repeats, .sequence), Proof(.swaps, .sequence), Proof(.overlaps, .overlap),
        Proof(.endsTwice, .ending), Proof(.goesOn, .afterEnd), Proof(.keeps, .release),
    ]
) { round in
    // Each round takes the next shape, so that a long run comes to all of them equally often.
    for turn in 0..<4 {
        let shape = Shape.all[(round.number * 4 + turn) % Shape.all.count]
        let living = Number()
        exercise(shape, round, living)
        Soaking.awaitEmpty(living, round, shape.name)
    }
    round.injector?.endRound()
}

/// A function of its own, so that its caller holds no reference to what is left.
@inline(never)
private func exercise(_ shape: Shape, _ round: Round, _ living: Number) {
    Soaking(round, shape, living).run()
}

/// An element: whose it is and which, and a life that ends with an emission, a disposal, or a replacement.
final class Drop: @unchecked Sendable {
    let stamp: Int
    private let living: Number
    private let last: (() -> Void)?

    init(_ stamp: Int, _ living: Number, last: (() -> Void)? = nil) {
        (self.stamp, self.living, self.last) = (stamp, living, last)
        living.addOrdered()
    }

    deinit {
        last?()
        living.addOrdered(-1)
    }
}

/// What three sources go through, and what must come out.
struct Shape {
    enum Promise {
        /// Every element of every source.
        case all
        /// A part of them.
        case some
    }

    let name: String
    let promise: Promise
    /// One thread at a time calls what it makes, though each source has a thread of its own.
    let apply: ([Observable<Drop>]) -> Observable<Drop>

    private init(_ name: String, _ promise: Promise, _ apply: @escaping ([Observable<Drop>]) -> Observable<Drop>) {
        (self.name, self.promise, self.apply) = (name, promise, apply)
    }

    /// Behind a merge, each operator gets one element at a time.
    private static func merged(
        _ name: String,
        _ promise: Promise = .all,
        _ apply: @escaping (Observable<Drop>) -> Observable<Drop>
    ) -> Shape {
        Shape("merge.\(name)", promise) { apply(.merge($0)) }
    }

    /// In each source, above a merge.
    private static func each(
        _ name: String,
        _ promise: Promise = .all,
        _ apply: @escaping (Observable<Drop>) -> Observable<Drop>
    ) -> Shape {
        Shape("\(name) in each, merge", promise) { .merge($0.map(apply)) }
    }

    private static func pairs(
        _ name: String,
        _ apply: @escaping (Observable<Drop>, Observable<Drop>) -> Observable<Drop>
    ) -> Shape {
        Shape(name, .some) { apply(.merge($0[0], $0[1]), $0[2]) }
    }

    static let all: [Shape] = [
        Shape("merge(_:)", .all) { .merge($0) },
        Shape("merge()", .all) { Observable.from($0).merge() },
        Shape("merge(maxConcurrent:)", .all) { Observable.from($0).merge(maxConcurrent: 3) },
        Shape("flatMap", .all) { Observable.from($0).flatMap { $0 } },
        Shape("flatMapLatest", .some) { Observable.from($0).flatMapLatest { $0 } },
        Shape("flatMapFirst", .some) { Observable.from($0).flatMapFirst { $0 } },
        Shape("switchLatest", .some) { Observable.from($0).switchLatest() },
        Shape("concat", .some) { .concat($0) },
        Shape("amb", .some) { .amb($0) },
        Shape("nested merges", .all) { .merge(.merge($0[0], $0[1]), $0[2]) },
        merged("map") { $0.map { $0 } },
        merged("filter") { $0.filter { _ in true } },
        merged("filter, half", .some) { $0.filter { Stamp.number($0.stamp) % 2 == 0 } },
        merged("compactMap") { $0.compactMap { $0 } },
        merged("scan") { $0.scan(nil as Drop?) { $1 }.compactMap { $0 } },
        merged("scan(into:)") { $0.scan(into: [] as [Drop]) { $0 = [$1] }.compactMap(\.last) },
        merged("enumerated") { $0.enumerated().map(\.element) },
        merged("skip", .some) { $0.skip(10) },
        merged("skip(while:)", .some) { $0.skip(while: { Stamp.number($0.stamp) < 3 }) },
        merged("take(while:)") { $0.take(while: { _ in true }) },
        merged("distinctUntilChanged") { $0.distinctUntilChanged { $0 === $1 } },
        merged("do") { $0.do(onNext: { _ in }) },
        merged("materialize.dematerialize") { $0.materialize().dematerialize() },
        merged("startWith", .some) { $0.startWith() },
        merged("share()") { $0.share() },
        merged("share(replay: 1)") { $0.share(replay: 1) },
        merged("share(replay: 2, scope: .forever)") { $0.share(replay: 2, scope: .forever) },
        merged("publish().refCount()") { $0.publish().refCount() },
        merged("replay(1).refCount()") { $0.replay(1).refCount() },
        merged("multicast(selector:)") { $0.multicast({ PublishSubject<Drop>() }, selector: { $0 }) },
        merged("groupBy.merge") { $0.groupBy { Stamp.number($0.stamp) % 3 }.merge() },
        merged("concatMap") { $0.concatMap { Observable.just($0) } },
        merged("flatMap(just)") { $0.flatMap { Observable.just($0) } },
        merged("flatMapLatest(just)") { $0.flatMapLatest { Observable.just($0) } },
        merged("catch") { $0.catch { _ in .empty() } },
        merged("retry") { $0.retry(2) },
        merged("ifEmpty(switchTo:)") { $0.ifEmpty(switchTo: .empty()) },
        merged("concat(empty)") { $0.concat(Observable.empty()) },
        merged("take(until: never)") { $0.take(until: Observable<Int>.never()) },
        merged("skip(until: just)") { $0.skip(until: Observable.just(1)) },
        merged("amb(never)") { $0.amb(Observable.never()) },
        merged("buffer") {
            $0.buffer(timeSpan: .never, count: 1, scheduler: idleScheduler).flatMap {
                Observable.from($0)
            }
        },
        merged("window") { $0.window(timeSpan: .never, count: 2, scheduler: idleScheduler).merge() },
        merged("withUnretained") { source in
            let object = Drop(0, Number())
            return source.withUnretained(object) { $1 }.do(onNext: { _ in withExtendedLifetime(object) {} })
        },
        each("map") { $0.map { $0 } },
        each("scan") { $0.scan(nil as Drop?) { $1 }.compactMap { $0 } },
        each("share(replay: 1)") { $0.share(replay: 1) },
        each("distinctUntilChanged") { $0.distinctUntilChanged { $0 === $1 } },
        each("take", .some) { $0.take(20) },
        each("groupBy.merge") { $0.groupBy { Stamp.number($0.stamp) % 2 }.merge() },
        each("concatMap") { $0.concatMap { Observable.just($0) } },
        pairs("withLatestFrom") { $0.withLatestFrom($1) { first, _ in first } },
        pairs("combineLatest") {
            Observable.combineLatest($0, $1) { first, _ in first }.distinctUntilChanged { $0 === $1 }
        },
        pairs("zip") { Observable.zip($0, $1) { first, _ in first } },
        pairs("sample") { $0.sample($1) },
        pairs("take(until:)") { $0.take(until: $1.filter { Stamp.number($0.stamp) > 30 }) },
        pairs("skip(until:)") { $0.skip(until: $1) },
        pairs("retry(when:)") { first, second in first.retry(when: { (_: Observable<Error>) in second }) },
    ]
}

/// For times that never come.
private let idleScheduler = SerialDispatchQueueScheduler(qos: .default)

/// One shape for a moment.
private final class Soaking: @unchecked Sendable {
    private static let senders = 3

    private let round: Round
    private let shape: Shape
    private let living: Number
    private let subjects: [PublishSubject<Drop>]
    /// What deinits emit into and replace; not what is checked.
    private let aside = BehaviorSubject<Drop?>(value: nil)
    private let serial = SerialDisposable()
    private let count: Int
    private let shared: Observable<Drop>

    init(_ round: Round, _ shape: Shape, _ living: Number) {
        self.round = round
        self.living = living
        self.shape = shape
        count = 40 + round.random.below(100)
        subjects = (0..<Self.senders).map { _ in PublishSubject() }
        shared = shape.apply(subjects.map { $0.asObservable() })
    }

    /// Has one emitter for each subject, and two threads that subscribe and dispose meanwhile.
    func run() {
        let number = round.operations
        let isCut = round.random.chance(1, in: 3)
        // One source fails after some elements: where then, is the shape's own affair.
        let failsAfter = round.random.chance(1, in: 4) ? 1 + round.random.below(count) : nil
        let isWhole = failsAfter == nil
        let stays = Listener(round, shape, senders: Self.senders, due: isWhole ? count : nil)
        let subscription = observe(with: stays)
        let twice = SerialDisposable()
        twice.disposable = subscription
        let randoms = round.random.split(Self.senders + 2)
        let emitters = subjects.indices.map { sender in
            { [self] in emit(sender, random: randoms[sender], failsAfter: sender == 1 ? failsAfter : nil) }
        }
        let churners = (0..<2).map { churner in
            { [self] in
                churn(randoms[Self.senders + churner])
                // Two threads dispose one subscription.
                if isCut { twice.dispose() }
            }
        }
        concurrently(emitters + churners)
        if !isCut && isWhole { stays.checkEnd() }
        twice.dispose()
        number.add(count * Self.senders)
        aside.onNext(nil)
        serial.disposable = Disposables.create()
    }

    /// After the last reference to it is gone.
    static func awaitEmpty(_ living: Number, _ round: Round, _ name: String) {
        let limit = Date(timeIntervalSinceNow: round.patience)
        while living.ordered != 0, Date() < limit { sched_yield() }
        if living.ordered != 0 { round.fail(.release, "\(name): \(living.ordered) elements are left") }
    }

    private func observe(with listener: Listener) -> Disposable {
        let token = Drop(0, living)
        return round.observe(shared) { event in withExtendedLifetime(token) { listener.hear(event) } }
    }

    private func emit(_ sender: Int, random: Random, failsAfter: Int?) {
        var random = random
        for number in 1...(failsAfter ?? count) {
            subjects[sender].onNext(Drop(Stamp.make(sender, number), living, last: lastAct(&random)))
        }
        if failsAfter == nil { subjects[sender].onCompleted() } else { subjects[sender].onError(Failure()) }
    }

    private struct Failure: Error {}

    /// What an element's deinit does, of every eighth.
    private func lastAct(_ random: inout Random) -> (() -> Void)? {
        let (aside, serial, living) = (aside, serial, living)
        switch random.below(24) {
        case 0: return { aside.onNext(Drop(0, living)) }
        case 1: return { serial.disposable = aside.subscribe() }
        case 2: return { aside.subscribe().dispose() }
        default: return nil
        }
    }

    private func churn(_ random: Random) {
        var random = random
        for _ in 0..<10 {
            let comesAndGoes = Listener(round, shape, senders: Self.senders, due: nil)
            let subscription = observe(with: comesAndGoes)
            pause(random.below(2_000))
            subscription.dispose()
            round.operations.add()
        }
    }
}

/// Checks what one subscription hears; what it remembers is not atomic on purpose.
private final class Listener: @unchecked Sendable {
    private let shape: Shape
    private let round: Round
    private let due: Int?
    private let witness: Witness<Drop>
    private let last: Last

    private final class Last { var numbers: [Int] = [] }

    init(_ round: Round, _ shape: Shape, senders: Int, due: Int?) {
        (self.round, self.shape, self.due) = (round, shape, due)
        let last = Last()
        last.numbers = Array(repeating: 0, count: senders)
        self.last = last
        witness = Witness(round, shape.name) { drop in
            let (sender, number) = (Stamp.sender(drop.stamp), Stamp.number(drop.stamp))
            if number <= last.numbers[sender]
                || (due != nil && shape.promise == .all && number != last.numbers[sender] + 1)
            {
                round.fail(
                    .sequence,
                    "\(shape.name): element \(number) of source \(sender) came after \(last.numbers[sender])"
                )
            }
            last.numbers[sender] = number
        }
    }

    func hear(_ event: Event<Drop>) { witness.hear(event) }

    /// For one that was there from the first element to the last.
    func checkEnd() {
        guard let due, shape.promise == .all else { return }
        witness.awaitEnd()
        if last.numbers.contains(where: { $0 != due }) {
            round.fail(.sequence, "\(shape.name): of \(due) elements from each source \(last.numbers) came")
        }
    }
}
