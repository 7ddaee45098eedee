import Millrace

/// Sources on several threads are combined.
let combiningLatest = Scenario(
    name: "combineLatest",
    checks: "each element of each source makes one combination, in its order; one thread at a time, one end",
    proofs: [
        Proof(.drops, .sequence), Proof(.repeats, .sequence), Proof(.swaps, .sequence), Proof(.overlaps, .overlap),
        Proof(.endsTwice, .ending), Proof(.neverEnds, .ending),
    ]
) { round in
    let subjects = (0..<3).map { _ in PublishSubject<Int>() }
    let (name, output) =
        round.number % 2 == 0
        ? ("combineLatest of a collection", Observable.combineLatest(subjects) { $0 })
        : ("combineLatest", Observable.combineLatest(subjects[0], subjects[1], subjects[2]) { [$0, $1, $2] })
    let count = 300 + round.random.below(1_000)
    final class Log {
        var last = [0, 0, -1]
        var heard = 0
    }
    let log = Log()
    let witness = Witness<[Int]>(round, name) { values in
        let steps = zip(values, log.last).map { $0 - $1 }
        if steps.sorted() != [0, 0, 1] { round.fail(.sequence, "\(name): \(values) came after \(log.last)") }
        log.last = values
        log.heard += 1
    }
    let subscription = round.observe(output) { witness.hear($0) }
    // All have an element before the threads begin, so that each of theirs makes a combination.
    for subject in subjects { subject.onNext(0) }
    feed(subjects, count: count)
    witness.awaitEnd()
    if log.heard != 3 * count + 1 || log.last != [count, count, count] {
        round.fail(.sequence, "\(name): \(log.heard) combinations up to \(log.last) came of \(count) elements each")
    }
    round.operations.add(3 * count)
    subscription.dispose()
    round.injector?.endRound()
}
