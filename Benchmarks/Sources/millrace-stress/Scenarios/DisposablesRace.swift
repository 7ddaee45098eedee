import Millrace

/// Threads insert, set, retain and dispose at once.
let disposablesRace = Scenario(
    name: "disposables",
    checks: "Composite, Serial, SingleAssignment, RefCount, DisposeBag: each content disposed once, and released",
    proofs: [Proof(.disposesTwice, .disposals), Proof(.forgetsToDispose, .disposals), Proof(.keeps, .release)]
) { round in
    let kinds: [(name: String, make: () -> Container)] = [
        ("CompositeDisposable", { CompositeContainer() }),
        ("SerialDisposable", { SerialContainer() }),
        ("SingleAssignmentDisposable", { SingleContainer() }),
        ("RefCountDisposable", { RefCountContainer() }),
        ("DisposeBag", { BagContainer() }),
        ("Disposables.create", { PlainContainer() }),
    ]
    let (name, make) = kinds[round.number % kinds.count]
    final class State: @unchecked Sendable { var container: Container! }
    let state = State()
    let living = Number()
    let count = round.threads
    let meeting = Meeting(count)
    let randoms = round.random.split(count)
    final class Log: @unchecked Sendable { var disposals: [Number] = [] }
    let logs = (0..<count).map { _ in Log() }
    concurrently(
        (0..<count).map { member in
            {
                var random = randoms[member]
                for race in 0..<100 {
                    if member == 0 { state.container = make() }
                    meeting.meet()
                    var container: Container? = state.container
                    meeting.meet()
                    if member == 0 { state.container = nil }
                    meeting.meet()
                    pause(random.below(100))
                    container?.race(isFirst: member == race % count, random: &random) {
                        let disposals = Number()
                        logs[member].disposals.append(disposals)
                        return Content(round, Token(living), disposals)
                    }
                    // The last one to leave drops it.
                    container = nil
                    meeting.meet()
                    for disposals in logs[member].disposals where disposals.ordered != 1 {
                        round.fail(.disposals, "\(name): a content was disposed \(disposals.ordered) times")
                    }
                    round.operations.add(logs[member].disposals.count)
                    logs[member].disposals = []
                    if member == 0, living.ordered != 0 {
                        round.fail(.release, "\(name): \(living.ordered) contents were not released")
                    }
                    meeting.meet()
                }
            }
        }
    )
    round.injector?.endRound()
}

/// What is put into a container; or a wrong double of it.
private final class Content: Disposable, @unchecked Sendable {
    private let round: Round
    private let token: Token
    private let disposals: Number

    init(_ round: Round, _ token: Token, _ disposals: Number) {
        (self.round, self.token, self.disposals) = (round, token, disposals)
        if round.has(.keeps) { round.injector?.keep(token) }
    }

    func dispose() {
        let isDue = round.injector?.isDue() ?? false
        if isDue, round.has(.forgetsToDispose) { return }
        disposals.addOrdered(isDue && round.has(.disposesTwice) ? 2 : 1)
    }
}

/// A disposable that contains others. `race` is called once by each thread, and on one of them `isFirst` is true; when all
/// have returned and let go of the container, every content must have been disposed.
private class Container: @unchecked Sendable {
    func race(isFirst: Bool, random: inout Random, make: () -> Disposable) {}
}

private final class CompositeContainer: Container, @unchecked Sendable {
    let composite = CompositeDisposable()

    override func race(isFirst: Bool, random: inout Random, make: () -> Disposable) {
        let removed = random.below(4)
        for number in 0..<4 {
            if let key = composite.insert(make()), number == removed { composite.remove(for: key) }
        }
        composite.dispose()
    }
}

private final class SerialContainer: Container, @unchecked Sendable {
    let serial = SerialDisposable()

    override func race(isFirst: Bool, random: inout Random, make: () -> Disposable) {
        for _ in 0..<4 { serial.disposable = make() }
        if isFirst { serial.dispose() } else { _ = serial.isDisposed }
    }
}

private final class SingleContainer: Container, @unchecked Sendable {
    let single = SingleAssignmentDisposable()

    override func race(isFirst: Bool, random: inout Random, make: () -> Disposable) {
        if isFirst { single.setDisposable(make()) } else { single.dispose() }
    }
}

private final class RefCountContainer: Container, @unchecked Sendable {
    private let single = SingleAssignmentDisposable()
    private let counted: RefCountDisposable

    override init() {
        counted = RefCountDisposable(disposable: single)
    }

    override func race(isFirst: Bool, random: inout Random, make: () -> Disposable) {
        if isFirst { single.setDisposable(make()) }
        let mine = (0..<3).map { _ in counted.retain() }
        for disposable in mine {
            disposable.dispose()
            disposable.dispose()
        }
        counted.dispose()
    }
}

private final class BagContainer: Container, @unchecked Sendable {
    let bag = DisposeBag()

    override func race(isFirst: Bool, random: inout Random, make: () -> Disposable) {
        for _ in 0..<4 { make().disposed(by: bag) }
    }
}

/// All dispose one and the same.
private final class PlainContainer: Container, @unchecked Sendable {
    private let single = SingleAssignmentDisposable()
    private let pair: Cancelable

    override init() {
        pair = Disposables.create(single, Disposables.create {})
    }

    override func race(isFirst: Bool, random: inout Random, make: () -> Disposable) {
        if isFirst {
            let content = make()
            single.setDisposable(Disposables.create { content.dispose() })
        }
        pair.dispose()
    }
}
