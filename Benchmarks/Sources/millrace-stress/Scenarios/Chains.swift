import Millrace

/// Chains of operators that the seed puts together, on several threads.
let chains = Scenario(
    name: "chains",
    checks: "a random chain of operators emits what the same chain makes of an array; one thread at a time, one end",
    proofs: [
        Proof(.drops, .result), Proof(.repeats, .result), Proof(.swaps, .result), Proof(.overlaps, .overlap),
        Proof(.endsTwice, .ending), Proof(.neverEnds, .ending), Proof(.goesOn, .afterEnd),
    ]
) { round in
    let randoms = round.random.split(round.threads)
    concurrently(
        randoms.map { random in
            {
                var random = random
                let worker = WorkerScheduler()
                for _ in 0..<10 {
                    check(Chain(&random, worker), round, &random)
                    round.operations.add()
                }
                worker.stop()
            }
        }
    )
    round.injector?.endRound()
}

private func check(_ chain: Chain, _ round: Round, _ random: inout Random) {
    final class Log { var elements: [Int] = [] }
    let log = Log()
    let witness = Witness<Int>(round, chain.text) { log.elements.append($0) }
    let workers = Workers()
    let elements = chain.elements
    let subscription: Disposable
    switch random.below(3) {
    case 0:
        subscription = round.observe(chain.apply(.from(elements))) { witness.hear($0) }
    case 1:
        let subject = PublishSubject<Int>()
        subscription = round.observe(chain.apply(subject)) { witness.hear($0) }
        for element in elements { subject.onNext(element) }
        subject.onCompleted()
    default:
        let source = Observable<Int>.create { observer in
            workers.start {
                for element in elements { observer.onNext(element) }
                observer.onCompleted()
            }
            return Disposables.create()
        }
        subscription = round.observe(chain.apply(source)) { witness.hear($0) }
    }
    witness.awaitEnd()
    workers.join()
    if log.elements != chain.result {
        round.fail(.result, "\(chain.text): \(log.elements) came, not \(chain.result)")
    }
    subscription.dispose()
}

/// A chain of operators, and what it makes of an array.
private struct Chain: @unchecked Sendable {
    let elements: [Int]
    private let links: [Link]
    private let worker: WorkerScheduler

    init(_ random: inout Random, _ worker: WorkerScheduler) {
        elements = (0..<random.below(30)).map { _ in random.below(20) - 5 }
        links = (0..<1 + random.below(10)).map { _ in Link.make(&random, worker) }
        self.worker = worker
    }

    var text: String { "from(\(elements))" + links.map(\.text).joined() }

    func apply(_ source: Observable<Int>) -> Observable<Int> { links.reduce(source) { $1.apply($0) } }

    var result: [Int] { links.reduce(elements) { $1.evaluate($0) } }
}
