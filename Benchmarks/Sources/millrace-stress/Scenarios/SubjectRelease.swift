import Foundation
import Millrace

/// One emits without pause, another subscribes and disposes.
let subjectRelease = Scenario(
    name: "subject-release",
    checks: "captures are released by dispose() or by the end of the emission under way, on one of those two threads",
    proofs: [Proof(.keeps, .release), Proof(.releasesElsewhere, .thread)]
) { round in
    let subject = PublishSubject<Int>()
    let staying = subject.subscribe(onNext: { _ in })
    let (began, ended, isOver) = (Number(), Number(), Number())
    let emitterThread = Number()
    let disposerThread = StressThread.current
    var random = round.random
    let emitter = StressThread {
        emitterThread.setOrdered(Int(bitPattern: StressThread.current))
        var number = 0
        while isOver.ordered == 0 {
            number += 1
            began.setOrdered(number)
            subject.onNext(number)
            ended.setOrdered(number)
        }
    }
    while ended.ordered == 0 { sched_yield() }
    for _ in 0..<1_000 {
        let living = Number()
        let subscription = subscribe(round, to: random.chance(1, in: 2) ? subject : subject.map { $0 }, living) {
            let thread = StressThread.current
            if thread != disposerThread, thread != UInt(bitPattern: emitterThread.ordered) {
                round.fail(.thread, "neither the thread that disposed nor the one that emitted released a capture")
            }
        }
        pause(random.below(100))
        subscription.dispose()
        if living.ordered != 0 {
            let underWay = began.ordered
            while ended.ordered < underWay { sched_yield() }
            if living.ordered != 0 {
                round.fail(.release, "a capture outlived dispose() and the emission that was under way")
            }
        }
        round.operations.add()
    }
    isOver.setOrdered(1)
    emitter.join()
    staying.dispose()
    round.injector?.endRound()
}

/// A function of its own, so that its caller holds no reference to the token.
@inline(never)
private func subscribe(
    _ round: Round,
    to source: Observable<Int>,
    _ living: Number,
    released: @escaping () -> Void
) -> Disposable {
    let token = Token(living, released: released)
    return round.observe(source) { _ in token.touch() }
}
