import Millrace

/// One thread goes from source to source, while others feed them.
let switching = Scenario(
    name: "switchLatest",
    checks: "no source is heard after a later one; in its order; all of the last one; one thread at a time, one end",
    proofs: [
        Proof(.drops, .sequence), Proof(.repeats, .sequence), Proof(.swaps, .sequence), Proof(.overlaps, .overlap),
        Proof(.endsTwice, .ending), Proof(.neverEnds, .ending), Proof(.goesOn, .afterEnd),
    ]
) { round in
    let sources = 40
    let count = 200
    let inner = (0..<sources).map { _ in PublishSubject<Int>() }
    let outer = PublishSubject<Int>()
    let (name, output) =
        round.number % 2 == 0
        ? ("flatMapLatest", outer.flatMapLatest { index in inner[index].map { Stamp.make(index, $0) } })
        : ("switchLatest", outer.map { index in inner[index].map { Stamp.make(index, $0) } }.switchLatest())
    final class Log { var (source, number) = (-1, 0) }
    let log = Log()
    let witness = Witness<Int>(round, name) { event in
        let (source, number) = (Stamp.sender(event), Stamp.number(event))
        if source < log.source {
            round.fail(.sequence, "\(name): source \(source) was heard after \(log.source)")
        } else if source == log.source, number != log.number + 1 {
            round.fail(.sequence, "\(name): element \(number) of source \(source) came after \(log.number)")
        }
        (log.source, log.number) = (source, number)
    }
    let subscription = round.observe(output) { witness.hear($0) }
    let present = Number()
    let isOver = Number()
    let senders = max(1, round.threads - 1)
    var outerRandom = round.random
    concurrently(
        (0..<senders).map { sender in
            {
                // Each sends on sources of its own, so that a source's elements come from one thread.
                var sent = [Int](repeating: 0, count: sources)
                while isOver.ordered == 0 {
                    let latest = present.ordered
                    for source in max(0, latest - senders)...latest
                    where source % senders == sender && source < sources - 1 {
                        sent[source] += 1
                        inner[source].onNext(sent[source])
                        round.operations.add()
                    }
                }
            }
        } + [
            {
                for source in 0..<sources {
                    outer.onNext(source)
                    present.setOrdered(source)
                    pause(outerRandom.below(3_000))
                }
                outer.onCompleted()
                // The last source is there now, whatever the others do.
                for number in 1...count { inner[sources - 1].onNext(number) }
                inner[sources - 1].onCompleted()
                isOver.setOrdered(1)
            }
        ]
    )
    witness.awaitEnd()
    if log.source != sources - 1 || log.number != count {
        round.fail(.sequence, "\(name): the last element was \(log.number) of source \(log.source), not \(count)")
    }
    subscription.dispose()
    round.injector?.endRound()
}
