import Foundation
import Millrace

/// Sources that emit on threads of their own follow one another.
let concatenating = Scenario(
    name: "concat",
    checks: "concat, concatMap: all of each source, in turn; one subscribed at a time; one thread at a time, one end",
    proofs: [
        Proof(.drops, .sequence), Proof(.repeats, .sequence), Proof(.swaps, .sequence), Proof(.overlaps, .overlap),
        Proof(.endsTwice, .ending), Proof(.neverEnds, .ending), Proof(.subscribesToAll, .connections),
    ]
) { round in
    let sources = 8
    let count = 100 + round.random.below(200)
    let workers = Workers()
    let running = Number()
    let cold = (0..<sources).map { index in
        Observable<Int>.create { observer in
            if running.addOrdered() != 1 {
                round.fail(.connections, "a source was subscribed before the last one ended")
            }
            workers.start {
                for number in 1...count { observer.onNext(Stamp.make(index, number)) }
                running.addOrdered(-1)
                observer.onCompleted()
            }
            return Disposables.create()
        }
    }
    let operators: [(String, () -> Observable<Int>)] = [
        ("concat(_:)", { Observable.concat(cold) }),
        ("concat()", { Observable.from(cold).concat() }),
        ("concatMap", { Observable.range(start: 0, count: sources).concatMap { cold[$0] } }),
        ("merge(maxConcurrent: 1)", { Observable.from(cold).merge(maxConcurrent: 1) }),
    ]
    let (name, make) = operators[round.number % operators.count]
    final class Log { var heard = 0 }
    let log = Log()
    let witness = Witness<Int>(round, name) { event in
        let due = Stamp.make(log.heard / count, log.heard % count + 1)
        if event != due {
            round.fail(
                .sequence,
                "\(name): element \(Stamp.number(event)) of source \(Stamp.sender(event)) came too soon"
            )
        }
        log.heard += 1
    }
    let output = round.has(.subscribesToAll) ? Observable.merge(cold) : make()
    let subscription = round.observe(output) { witness.hear($0) }
    witness.awaitEnd()
    workers.join()
    if log.heard != sources * count { round.fail(.sequence, "\(name): \(log.heard) of \(sources * count) came") }
    round.operations.add(log.heard)
    subscription.dispose()
    round.injector?.endRound()
}
