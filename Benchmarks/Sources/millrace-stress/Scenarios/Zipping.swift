import Millrace

/// Sources on several threads are zipped.
let zipping = Scenario(
    name: "zip",
    checks: "elements with the same number meet, all of them, in order; one thread at a time, one end",
    proofs: [
        Proof(.drops, .sequence), Proof(.repeats, .sequence), Proof(.swaps, .sequence), Proof(.overlaps, .overlap),
        Proof(.endsTwice, .ending), Proof(.neverEnds, .ending),
    ]
) { round in
    let subjects = (0..<3).map { _ in PublishSubject<Int>() }
    let (name, output) =
        round.number % 2 == 0
        ? ("zip of a collection", Observable.zip(subjects) { $0 })
        : ("zip", Observable.zip(subjects[0], subjects[1], subjects[2]) { [$0, $1, $2] })
    let count = 300 + round.random.below(1_000)
    final class Log { var last = 0 }
    let log = Log()
    let witness = Witness<[Int]>(round, name) { values in
        let due = log.last + 1
        if values != [due, due, due] { round.fail(.sequence, "\(name): \(values) came when \(due) was due") }
        log.last = due
    }
    let subscription = round.observe(output) { witness.hear($0) }
    feed(subjects, count: count)
    witness.awaitEnd()
    if log.last != count { round.fail(.sequence, "\(name): \(log.last) of \(count) came") }
    round.operations.add(3 * count)
    subscription.dispose()
    round.injector?.endRound()
}
