import Millrace

/// Sources on several threads are merged.
let merging = Scenario(
    name: "merge",
    checks: "merge, flatMap: each source's elements once and in order, one thread at a time, one end",
    proofs: [
        Proof(.drops, .sequence), Proof(.repeats, .sequence), Proof(.swaps, .sequence), Proof(.overlaps, .overlap),
        Proof(.endsTwice, .ending), Proof(.neverEnds, .ending), Proof(.goesOn, .afterEnd),
    ]
) { round in
    let operators: [(String, ([Observable<Int>]) -> Observable<Int>)] = [
        ("merge(_:)", { Observable.merge($0) }),
        ("merge()", { Observable.from($0).merge() }),
        ("merge(maxConcurrent:)", { Observable.from($0).merge(maxConcurrent: $0.count) }),
        ("flatMap", { Observable.from($0).flatMap { $0 } }),
    ]
    let (name, merge) = operators[round.number % operators.count]
    let count = 500 + round.random.below(1_500)
    let subjects = (0..<max(2, round.threads)).map { _ in PublishSubject<Int>() }
    final class Log { var last: [Int] = [] }
    let log = Log()
    log.last = subjects.map { _ in 0 }
    let witness = Witness<Int>(round, name) { event in
        let (source, number) = (Stamp.sender(event), Stamp.number(event))
        if number != log.last[source] + 1 {
            round.fail(.sequence, "\(name): element \(number) of source \(source) came after \(log.last[source])")
        }
        log.last[source] = number
    }
    let sources = subjects.enumerated().map { index, subject in subject.map { Stamp.make(index, $0) } }
    let subscription = round.observe(merge(sources)) { witness.hear($0) }
    feed(subjects, count: count)
    witness.awaitEnd()
    if log.last.contains(where: { $0 != count }) {
        round.fail(.sequence, "\(name): of \(count) elements from each source \(log.last) came")
    }
    round.operations.add(count * subjects.count)
    subscription.dispose()
    round.injector?.endRound()
}
