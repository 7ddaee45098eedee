import Millrace

private struct Failure: Error {}

/// Sources that fail on threads of their own are subscribed again.
let recovering = Scenario(
    name: "recovery",
    checks: "retry, catch, repetition: all of each attempt, as many attempts as due, each disposed once; one end",
    proofs: [
        Proof(.drops, .sequence), Proof(.repeats, .sequence), Proof(.swaps, .sequence), Proof(.overlaps, .overlap),
        Proof(.endsTwice, .ending), Proof(.neverEnds, .ending), Proof(.ignoresDisposal, .afterDisposal),
        Proof(.forgetsToDispose, .disposals),
    ]
) { round in
    let attempts = 2 + round.random.below(10)
    let count = 20 + round.random.below(100)
    let disposes = round.number % 2 == 1
    let kind = round.number / 2 % 7
    let workers = Workers()
    let (subscribed, disposed) = (Number(), Number())
    // In a repetition no attempt fails; where the error is to come through, all do.
    let (repeats, fails) = (kind == 5, kind == 6)
    let source = Observable<Int>.create { observer in
        let attempt = subscribed.addOrdered()
        workers.start {
            for number in 1...count { observer.onNext(Stamp.make(attempt, number)) }
            if fails || attempt < attempts, !repeats { observer.onError(Failure()) } else { observer.onCompleted() }
        }
        return Disposables.create { if !round.has(.forgetsToDispose) { disposed.addOrdered() } }
    }
    let kinds: [(String, () -> Observable<Int>)] = [
        ("retry()", { source.retry() }),
        ("retry(_:)", { source.retry(attempts) }),
        ("retry(when:)", { source.retry(when: { (errors: Observable<Error>) in errors.map { _ in 0 } }) }),
        ("catch(sequence:)", { Observable.catch(sequence: Array(repeating: source, count: attempts)) }),
        ("catch", { (1..<attempts).reduce(source) { former, _ in former.catch { _ in source } } }),
        ("concat of one source", { Observable.concat(Array(repeating: source, count: attempts)) }),
        ("retry(_:) that gives up", { source.retry(attempts) }),
    ]
    let (name, make) = kinds[kind]
    final class Log { var heard = 0 }
    let log = Log()
    let isDisposed = Number()
    let late = Number()
    let failed = Number()
    let witness = Witness<Int>(round, name) { event in
        if isDisposed.ordered == 1 { late.addOrdered() }
        let due = Stamp.make(log.heard / count + 1, log.heard % count + 1)
        if event != due {
            round.fail(
                .sequence,
                "\(name): element \(Stamp.number(event)) of attempt \(Stamp.sender(event)) came; \(log.heard) came before"
            )
        }
        log.heard += 1
    }
    let subscription = round.observe(make()) { event in
        if event.error != nil { failed.addOrdered() }
        witness.hear(event)
    }
    if disposes {
        pause(round.random.below(50_000))
        subscription.dispose()
        isDisposed.setOrdered(1)
    } else {
        witness.awaitEnd()
    }
    workers.join()
    if disposes {
        // One may have been entered already when dispose() was called.
        if late.ordered > 1 { round.fail(.afterDisposal, "\(name): \(late.ordered) elements came after dispose()") }
    } else {
        if failed.ordered != (fails ? 1 : 0) { round.fail(.ending, "\(name): it failed \(failed.ordered) times") }
        if log.heard != attempts * count || subscribed.ordered != attempts {
            round.fail(
                .sequence,
                "\(name): \(log.heard) elements of \(subscribed.ordered) attempts; \(attempts) were due"
            )
        }
    }
    if subscribed.ordered != disposed.ordered {
        round.fail(.disposals, "\(name): \(subscribed.ordered) subscriptions, \(disposed.ordered) of them disposed")
    }
    round.operations.add(log.heard)
    round.injector?.endRound()
}
