import Dispatch
import Millrace
import MillraceOperators
import MillraceSubscriber

/// A bucket for a million tokens a second, on the clock of a dispatch queue's scheduler.
///
/// - Parameters:
///   - burst: how many tokens the bucket holds: more than are ever spent, or one.
///   - passes: whether elements have to pass; if not, nearly all are dropped.
private func limitRow(_ name: String, _ what: String, burst: Int, passes: Bool) -> Workload {
    TimedWorkload(
        name,
        "subject → limit(Rate(1_000_000, per: .seconds(1))), \(what) → one subscriber",
        expected: { passes ? $0 : 0 },
        sides: [
            .closures: { sum in
                let list = ClosureList()
                _ = list.subscribe(makeBucket(1e6, Double(burst), makeAdder(passes ? sum : Counter().value)))
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { list.emit(event) } })
            },
            .millrace: { sum in
                let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "limit")
                let subject = PublishSubject<Int>()
                let subscription = subject.limit(
                    Rate(1_000_000, per: .seconds(1), burst: burst),
                    overflow: .dropNewest,
                    scheduler: scheduler
                )
                .add(to: passes ? sum : Counter().value)
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { subject.onNext(event) } }, tearDown: { subscription.dispose() })
            },
        ]
    )
}

/// Each element finds its token.
func limitPassing() -> Workload {
    limitRow("limit", "each element passes", burst: 1_000_000_000, passes: true)
}

/// Elements come faster than tokens.
func limitDropping() -> Workload {
    limitRow("limit.full", "most elements are dropped", burst: 1, passes: false)
}

/// A bucket of tokens by hand: as many as have come since the last element, up to `burst`.
private func makeBucket(_ perSecond: Double, _ burst: Double, _ next: @escaping (Int) -> Void) -> (Int) -> Void {
    var level = burst
    var time = DispatchTime.now().uptimeNanoseconds
    return { element in
        let now = DispatchTime.now().uptimeNanoseconds
        level = min(burst, level + Double(now - time) * perSecond / 1e9)
        time = now
        if level >= 1 {
            level -= 1
            next(element)
        }
    }
}
