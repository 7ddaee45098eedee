import Millrace

/// First subscribers come together, and the last ones leave together.
let sharing = Scenario(
    name: "share",
    checks: "subscribers that come at once make one connection, and all hear it; the last to leave ends it, once",
    proofs: [
        Proof(.doesNotShare, .connections), Proof(.leavesConnected, .connections), Proof(.drops, .sequence),
        Proof(.repeats, .sequence),
    ]
) { round in
    /// A source that counts its subscriptions.
    final class Tracked: @unchecked Sendable {
        let subject = PublishSubject<Int>()
        let subscriptions = Number()
        let disposals = Number()

        var observable: Observable<Int> {
            Observable.create { [self] observer in
                subscriptions.addOrdered()
                let inner = subject.subscribe(observer)
                return Disposables.create { [self] in
                    inner.dispose()
                    disposals.addOrdered()
                }
            }
        }
    }
    let operators: [(String, (Observable<Int>) -> Observable<Int>)] = [
        ("share()", { $0.share() }),
        ("share(replay: 1)", { $0.share(replay: 1) }),
        ("share(replay: 2)", { $0.share(replay: 2) }),
        ("share(scope: .forever)", { $0.share(scope: .forever) }),
        ("share(replay: 1, scope: .forever)", { $0.share(replay: 1, scope: .forever) }),
        ("publish().refCount()", { $0.publish().refCount() }),
    ]
    final class Place: @unchecked Sendable {
        var subscription: Disposable?
        let heard = Number()
    }
    let (name, share) = operators[round.number % operators.count]
    let tracked = Tracked()
    let shared = round.has(.doesNotShare) ? tracked.observable : share(tracked.observable)
    let count = round.threads
    let places = (0..<count).map { _ in Place() }
    let meeting = Meeting(count)
    let turns = 60
    let randoms = round.random.split(count)
    if round.has(.leavesConnected) { _ = shared.subscribe() }
    concurrently(
        (0..<count).map { member in
            {
                var random = randoms[member]
                let place = places[member]
                for turn in 1...turns {
                    meeting.meet()
                    pause(random.below(100))
                    place.subscription = round.observe(shared) { event in
                        // What is replayed to a later connection is from an earlier turn.
                        if event.element == turn { place.heard.addOrdered() }
                    }
                    meeting.meet()
                    if member == 0 {
                        let (made, ended) = (tracked.subscriptions.ordered, tracked.disposals.ordered)
                        if made != turn || ended != turn - 1 {
                            round.fail(
                                .connections,
                                "\(name): \(made) connections made and \(ended) ended when subscribers came for the \(turn). time"
                            )
                        }
                        tracked.subject.onNext(turn)
                        for place in places where place.heard.ordered != 1 {
                            round.fail(.sequence, "\(name): a subscriber heard one event \(place.heard.ordered) times")
                        }
                    }
                    meeting.meet()
                    place.heard.setOrdered(0)
                    pause(random.below(100))
                    place.subscription?.dispose()
                    meeting.meet()
                    if member == 0 {
                        let ended = tracked.disposals.ordered
                        if ended != turn || tracked.subject.hasObservers {
                            round.fail(
                                .connections,
                                "\(name): \(ended) connections ended after the subscribers left for the \(turn). time"
                            )
                        }
                        round.operations.add(2 * count)
                    }
                }
            }
        }
    )
    round.injector?.endRound()
}
