import Millrace

/// Timers run, and are disposed.
let timers = Scenario(
    name: "timers",
    checks: "ticks in order, none after dispose() but one under way; timer, delay, debounce, throttle lose nothing due",
    proofs: [
        Proof(.drops, .sequence), Proof(.repeats, .sequence), Proof(.swaps, .sequence),
        Proof(.ignoresDisposal, .afterDisposal), Proof(.neverEnds, .ending), Proof(.endsTwice, .ending),
        Proof(.overlaps, .overlap),
    ]
) { round in
    let target = RandomScheduler(&round.random)
    if round.number % 2 == 0 { disposeTicks(round, target) } else { awaitTimed(round, target) }
    round.injector?.endRound()
    target.stop()
}

/// Each of several intervals is disposed by this thread after some ticks.
private func disposeTicks(_ round: Round, _ target: RandomScheduler) {
    final class Ticks: @unchecked Sendable {
        var next = 0
        let heard = Number()
        let late = Number()
        let isDisposed = Number()
        let enough = Occasion()
    }
    let all = (0..<8).map { _ in Ticks() }
    let wanted = 1 + round.random.below(12)
    let subscriptions = all.map { ticks in
        let period = RxTimeInterval.microseconds(20 + round.random.below(200))
        let witness = Witness<Int>(round, "interval on \(target.name)") { tick in
            if tick != ticks.next { round.fail(.sequence, "tick \(tick) came in place of \(ticks.next)") }
            ticks.next = tick + 1
            if ticks.isDisposed.ordered == 1 { ticks.late.addOrdered() }
            if ticks.heard.addOrdered() == wanted { ticks.enough.come() }
        }
        return round.observe(Observable<Int>.interval(period, scheduler: target.scheduler)) { witness.hear($0) }
    }
    for (ticks, subscription) in zip(all, subscriptions) {
        if !ticks.enough.wait(seconds: round.patience) {
            round.fail(.sequence, "only \(ticks.heard.ordered) of \(wanted) ticks came on \(target.name)")
        }
        subscription.dispose()
        ticks.isDisposed.setOrdered(1)
    }
    if round.has(.ignoresDisposal) {
        for _ in 0..<100 where !all.contains(where: { $0.late.ordered > 1 }) { _ = Occasion().wait(seconds: 0.01) }
    }
    target.drain()
    for ticks in all {
        round.operations.add(ticks.heard.ordered)
        if ticks.late.ordered > 1 {
            round.fail(.afterDisposal, "\(ticks.late.ordered) ticks came after dispose() on \(target.name)")
        }
    }
}

/// An operator on time is fed by this thread, and completes.
private func awaitTimed(_ round: Round, _ target: RandomScheduler) {
    let count = 100 + round.random.below(200)
    let scheduler = target.scheduler
    let subject = PublishSubject<Int>()
    let fed: Observable<Int> = subject
    // How many elements must come; nil: any, but rising, and the last one among them.
    let operators: [(name: String, output: Observable<Int>, count: Int?)] = [
        ("timer", Observable<Int>.timer(.microseconds(100), scheduler: scheduler).map { _ in 1 }, 1),
        (
            "interval.take", Observable<Int>.interval(.microseconds(50), scheduler: scheduler).map { $0 + 1 }.take(10),
            10
        ),
        ("delay", fed.delay(.microseconds(300), scheduler: scheduler), count),
        ("timeout", fed.timeout(.seconds(3_600), scheduler: scheduler), count),
        ("debounce", fed.debounce(.microseconds(100), scheduler: scheduler), nil),
        ("throttle", fed.throttle(.microseconds(100), scheduler: scheduler), nil),
        (
            "buffer",
            fed.buffer(timeSpan: .microseconds(200), count: 7, scheduler: scheduler).concatMap { Observable.from($0) },
            count
        ),
    ]
    let chosen = operators[round.number / 2 % operators.count]
    let name = "\(chosen.name) on \(target.name)"
    final class Log { var last = 0 }
    let log = Log()
    let witness = Witness<Int>(round, name) { number in
        if chosen.count == nil ? number <= log.last : number != log.last + 1 {
            round.fail(.sequence, "\(name): element \(number) came after \(log.last)")
        }
        log.last = number
    }
    let subscription = round.observe(chosen.output) { witness.hear($0) }
    for number in 1...count {
        subject.onNext(number)
        if number % 16 == 0 { pause(round.random.below(2_000)) }
    }
    subject.onCompleted()
    witness.awaitEnd()
    target.drain()
    if log.last != chosen.count ?? count {
        round.fail(.sequence, "\(name): the last element was \(log.last), not \(chosen.count ?? count)")
    }
    round.operations.add(count)
    subscription.dispose()
}
