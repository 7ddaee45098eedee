import Foundation
import Millrace

/// Senders send without pause into a subject with memory; subscribers join.
let replayJoin = Scenario(
    name: "replay-join",
    checks: "what is remembered comes before subscribe returns; no gap and no repetition between it and what is sent",
    proofs: [
        Proof(.drops, .sequence), Proof(.repeats, .sequence), Proof(.swaps, .sequence), Proof(.neverEnds, .ending),
        Proof(.ignoresDisposal, .afterDisposal),
    ]
) { round in
    let memory = makeMemory(round)
    let senders = memory.serial ? 1 : max(1, round.threads / 2)
    let joiners = max(1, round.threads - senders)
    let joins = 150
    let emissions = Emissions(senders: senders)
    let staying = Hearing(round, emissions)
    let remaining = round.observe(memory.observable) { event in if let event = event.element { staying.hear(event) } }
    staying.subscribed()
    let working = Number(joiners)
    let randoms = round.random.split(joiners)
    concurrently(
        (0..<senders).map { sender in
            {
                var sent = 0
                while working.ordered > 0 {
                    emissions.send(from: sender) { memory.observer.onNext($0) }
                    round.operations.add()
                    sent += 1
                    // Lets the others in, on a machine with few processors.
                    if sent % 64 == 0 { sched_yield() }
                }
            }
        }
            + (0..<joiners).map { joiner in
                {
                    var random = randoms[joiner]
                    for _ in 0..<joins {
                        let hearing = Hearing(round, emissions)
                        let source = random.chance(1, in: 2) ? memory.observable : memory.observable.map { $0 }
                        let subscription = round.observe(source) { event in
                            if let event = event.element { hearing.hear(event) }
                        }
                        let (replayed, last) = (hearing.count, hearing.last(of: 0))
                        hearing.subscribed()
                        let wasSent = hearing.endedBefore(0)
                        if senders == 1, wasSent > memory.size, last < wasSent || replayed < memory.size {
                            round.fail(
                                .sequence,
                                "\(memory.name): up to \(last) was replayed, \(replayed) events, when \(wasSent) had been sent"
                            )
                        }
                        pause(random.below(300))
                        hearing.willDispose()
                        // Beside several senders, what one of them sends may wait for another one, until nothing waits.
                        let waits = senders > 1 && random.chance(1, in: 2)
                        if senders > 1, !waits { hearing.waitForTheLast() }
                        subscription.dispose()
                        hearing.disposed()
                        hearing.check(replays: true, waits: waits)
                        round.operations.add()
                    }
                    working.addOrdered(-1)
                }
            }
    )
    staying.willDispose()
    let end = Number()
    let last = round.observe(memory.observable) { event in if event.isStopEvent { end.addOrdered() } }
    memory.observer.onCompleted()
    if end.ordered != 1 { round.fail(.ending, "\(memory.name): a subscriber got \(end.ordered) terminal events") }
    staying.disposed()
    staying.check(replays: true)
    remaining.dispose()
    last.dispose()
    round.injector?.endRound()
}

private struct Memory {
    let name: String
    let observable: Observable<Int>
    let observer: AnyObserver<Int>
    /// How many events are replayed, once that many have been sent.
    let size: Int
    /// Whether its events must come one after another, as an operator's must.
    let serial: Bool
}

private func makeMemory(_ round: Round) -> Memory {
    switch round.number % 5 {
    case 0:
        let subject = BehaviorSubject(value: 0)
        return Memory(
            name: "BehaviorSubject",
            observable: subject.filter { $0 > 0 },
            observer: subject.asObserver(),
            size: 1,
            serial: round.number % 2 == 0
        )
    case 1:
        let source = PublishSubject<Int>()
        return Memory(
            name: "share(replay: 1)",
            observable: source.share(replay: 1),
            observer: source.asObserver(),
            size: 1,
            serial: true
        )
    case 2:
        let source = PublishSubject<Int>()
        return Memory(
            name: "share(replay: 3, scope: .forever)",
            observable: source.share(replay: 3, scope: .forever),
            observer: source.asObserver(),
            size: 3,
            serial: true
        )
    default:
        let size = 1 + round.random.below(40)
        let subject = ReplaySubject<Int>.create(bufferSize: size)
        return Memory(
            name: "ReplaySubject of \(size)",
            observable: subject,
            observer: subject.asObserver(),
            size: size,
            serial: round.number % 2 == 0
        )
    }
}
