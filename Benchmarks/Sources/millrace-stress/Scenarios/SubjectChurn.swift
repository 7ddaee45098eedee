import Millrace

/// Many emit on one subject, while subscribers come and go between others that stay.
let subjectChurn = Scenario(
    name: "subject-churn",
    checks:
        "each subscriber hears each event between subscribe and dispose once; subscription order; captures released",
    proofs: [
        Proof(.drops, .sequence), Proof(.repeats, .sequence), Proof(.swaps, .sequence), Proof(.disorder, .order),
        Proof(.ignoresDisposal, .afterDisposal), Proof(.keeps, .release),
    ]
) { round in
    let emitters = max(2, round.threads / 2)
    let churners = max(1, round.threads - emitters)
    let eventsEach = 400 + round.random.below(400)
    let subject = PublishSubject<Int>()
    // Those who come and go send, too: after its own dispose() a thread must not call the observer itself.
    let emissions = Emissions(senders: emitters + churners)
    let living = Number()

    // Those who stay are called one after another, by each thread that emits.
    final class Turn { var next = 0 }
    let turns = emissions.began.map { _ in Turn() }
    let stayers = 6
    var order = Array(0..<stayers)
    if round.has(.disorder) { order.swapAt(1, 4) }
    var staying: [Disposable] = []
    for index in order {
        for _ in 0..<round.random.below(4) { subject.subscribe(onNext: { _ in }).dispose() }
        staying.append(
            round.observe(subject) { event in
                guard let event = event.element else { return }
                let turn = turns[Stamp.sender(event)]
                if turn.next != index {
                    round.fail(.order, "subscriber \(index) was called when \(turn.next) was due")
                }
                turn.next = index + 1
            }
        )
    }
    @Sendable func send(_ sender: Int) {
        turns[sender].next = 0
        emissions.send(from: sender) { subject.onNext($0) }
        if turns[sender].next != stayers {
            round.fail(.sequence, "an event reached \(turns[sender].next) of \(stayers) subscribers that were there")
        }
        round.operations.add()
    }

    let working = Number(emitters)
    let logs = (0..<churners).map { _ in ChurnLog() }
    let randoms = round.random.split(churners)
    concurrently(
        (0..<emitters).map { sender in
            {
                for _ in 0..<eventsEach { send(sender) }
                working.addOrdered(-1)
            }
        }
            + (0..<churners).map { churner in
                {
                    var random = randoms[churner]
                    while working.ordered > 0 {
                        let hearing = Hearing(round, emissions)
                        let token = Token(living)
                        let source = random.chance(1, in: 2) ? subject : subject.map { $0 }.filter { _ in true }
                        let subscription = round.observe(source) { event in
                            token.touch()
                            if let event = event.element { hearing.hear(event) }
                        }
                        hearing.subscribed()
                        pause(random.below(300))
                        if random.chance(1, in: 8) { send(emitters + churner) }
                        hearing.willDispose()
                        subscription.dispose()
                        hearing.disposed()
                        if random.chance(1, in: 8) { send(emitters + churner) }
                        logs[churner].hearings.append(hearing)
                        round.operations.add(2)
                    }
                }
            }
    )
    for disposable in staying { disposable.dispose() }
    for log in logs {
        for hearing in log.hearings { hearing.check(replays: false) }
    }
    if living.ordered != 0 { round.fail(.release, "\(living.ordered) captures are alive though nobody emits any more") }
    round.injector?.endRound()
    if subject.hasObservers { round.fail(.release, "the subject has observers though all have left") }
}

private final class ChurnLog: @unchecked Sendable {
    var hearings: [Hearing] = []
}
