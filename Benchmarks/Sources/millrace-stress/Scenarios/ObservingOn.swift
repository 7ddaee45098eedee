import Millrace

/// Several threads send through `observe(on:)`; sometimes the subscription is disposed meanwhile.
let observingOn = Scenario(
    name: "observe-on",
    checks:
        "each sender's elements once and in order, one thread at a time; at most one call under way after dispose()",
    proofs: [
        Proof(.drops, .sequence), Proof(.repeats, .sequence), Proof(.swaps, .sequence), Proof(.overlaps, .overlap),
        Proof(.neverEnds, .ending), Proof(.endsTwice, .ending), Proof(.ignoresDisposal, .afterDisposal),
    ]
) { round in
    let target = RandomScheduler(&round.random)
    let name = "observe(on:) \(target.name)"
    let senders = max(2, round.threads)
    let count = 200 + round.random.below(800)
    let disposes = round.number % 2 == 1
    let subject = PublishSubject<Int>()
    final class Log { var last: [Int] = [] }
    let log = Log()
    log.last = Array(repeating: 0, count: senders)
    let isDisposed = Number()
    let late = Number()
    let witness = Witness<Int>(round, name) { event in
        if isDisposed.ordered == 1 { late.addOrdered() }
        let (sender, number) = (Stamp.sender(event), Stamp.number(event))
        if number != log.last[sender] + 1 {
            round.fail(.sequence, "\(name): element \(number) of sender \(sender) came after \(log.last[sender])")
        }
        log.last[sender] = number
    }
    let subscription = round.observe(subject.observe(on: target.scheduler)) { witness.hear($0) }
    let delay = round.random.below(20_000)
    var bodies: [() -> Void] = (0..<senders).map { sender in
        { for number in 1...count { subject.onNext(Stamp.make(sender, number)) } }
    }
    if disposes {
        bodies.append {
            pause(delay)
            subscription.dispose()
            isDisposed.setOrdered(1)
        }
    }
    concurrently(bodies)
    if disposes {
        target.drain()
        // One may have been entered already when dispose() was called.
        if late.ordered > 1 { round.fail(.afterDisposal, "\(name): \(late.ordered) elements came after dispose()") }
    } else {
        subject.onCompleted()
        witness.awaitEnd()
        target.drain()
        if log.last.contains(where: { $0 != count }) {
            round.fail(.sequence, "\(name): of \(count) elements from each sender \(log.last) came")
        }
    }
    round.operations.add(senders * count)
    subscription.dispose()
    round.injector?.endRound()
    target.stop()
}
