import Millrace

/// Several threads send through `observe(on:capacity:overflow:)` to an observer that is slow.
let observingOnCapacity = Scenario(
    name: "observe-on-capacity",
    checks:
        "delivered + dropped = sent; never more than the capacity waits; each sender's order; an OverflowError last",
    proofs: [
        Proof(.drops, .count), Proof(.repeats, .count), Proof(.swaps, .sequence), Proof(.overlaps, .overlap),
        Proof(.hasNoLimit, .capacity), Proof(.neverEnds, .ending), Proof(.endsTwice, .ending),
    ]
) { round in
    let strategies: [OverflowStrategy] = [.dropNewest, .dropOldest, .error]
    let strategy = strategies[round.number % strategies.count]
    let target = RandomScheduler(&round.random)
    let capacity = 1 + round.random.below(64)
    let name = "observe(on:capacity: \(capacity), overflow: .\(strategy)) \(target.name)"
    let senders = max(2, round.threads)
    let count = 200 + round.random.below(400)
    let slowness = round.random.below(200)
    let (sent, dropped, begun, failed) = (Number(), Number(), Number(), Number())
    let formerHandler = Hooks.droppedElementHandler
    Hooks.droppedElementHandler = { _ in dropped.addOrdered() }
    defer { Hooks.droppedElementHandler = formerHandler }
    let subject = PublishSubject<Int>()
    final class Log { var last: [Int] = [] }
    let log = Log()
    log.last = Array(repeating: 0, count: senders)
    // In some rounds the observer is stuck in its first element until all have been sent.
    let sticks = round.random.chance(1, in: 2)
    let (stuck, goesOn) = (Occasion(), Occasion())
    let witness = Witness<Int>(round, name) { event in
        if begun.addOrdered() == 1, sticks {
            stuck.come()
            while !goesOn.wait(seconds: 3_600) {}
        }
        let (sender, number) = (Stamp.sender(event), Stamp.number(event))
        let due = log.last[sender] + 1
        if number < due || strategy == .error && number != due {
            round.fail(.sequence, "\(name): element \(number) of sender \(sender) came after \(log.last[sender])")
        }
        log.last[sender] = number
        pause(slowness)
    }
    let output =
        round.has(.hasNoLimit)
        ? subject.observe(on: target.scheduler)
        : subject.observe(on: target.scheduler, capacity: capacity, overflow: strategy)
    let subscription = round.observe(output) { event in
        if let error = event.error {
            failed.addOrdered()
            if (error as? OverflowError)?.capacity != capacity { round.fail(.ending, "\(name): failed with \(error)") }
        }
        witness.hear(event)
    }
    if sticks {
        subject.onNext(Stamp.make(0, 1))
        sent.addOrdered()
        if !stuck.wait(seconds: round.patience) { round.fail(.count, "\(name): nothing came of one element") }
    }
    concurrently(
        (0..<senders).map { sender in
            {
                for number in (sticks && sender == 0 ? 2 : 1)...count {
                    subject.onNext(Stamp.make(sender, number))
                    // In this order: what is sent and neither dropped nor begun by then waits. But for one that is
                    // being handed over, and those that other senders have taken out and not yet reported.
                    let waiting = sent.addOrdered() - dropped.ordered - begun.ordered
                    if waiting > capacity + senders, strategy != .error {
                        round.fail(.capacity, "\(name): at least \(waiting - senders) elements wait")
                    }
                }
            }
        }
    )
    if sticks, strategy != .error {
        let waiting = sent.ordered - dropped.ordered - begun.ordered
        if waiting > capacity { round.fail(.capacity, "\(name): \(waiting) elements wait") }
    }
    goesOn.come()
    subject.onCompleted()
    witness.awaitEnd()
    target.drain()
    if strategy == .error {
        if failed.ordered == 0, begun.ordered != sent.ordered {
            round.fail(.count, "\(name): it did not fail, and \(begun.ordered) of \(sent.ordered) elements came")
        }
    } else if begun.ordered + dropped.ordered != sent.ordered {
        round.fail(
            .count,
            "\(name): \(begun.ordered) delivered, \(dropped.ordered) dropped, \(sent.ordered) sent"
        )
    }
    round.operations.add(sent.ordered)
    subscription.dispose()
    round.injector?.endRound()
    target.stop()
}
