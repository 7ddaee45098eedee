import BenchmarkLimits
import Millrace
import MillraceSubscriber
import OpenCombine

/// A source that ten subscribers share, each of whom could have had the latest element replayed.
func share(subscribers: Int) -> Workload {
    TimedWorkload(
        "share\(subscribers)",
        "subject → share(replay: 1) → \(subscribers) subscribers, per delivery",
        unit: .nanosecondsPerDelivery,
        divisor: subscribers,
        expected: { $0 * subscribers },
        sides: [
            .c: { sum in
                let list = CList()
                for _ in 0..<subscribers { list.subscribe(bench_add, sum) }
                let event = opaque(1)
                return Side(run: { list.pump(event, $0) }, tearDown: { list.destroy() })
            },
            .closures: { sum in
                let list = ClosureList()
                for _ in 0..<subscribers { _ = list.subscribe(makeAdder(sum)) }
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { list.emit(event) } })
            },
            .openCombine: { sum in
                let subject = PassthroughSubject<Int, Never>()
                let shared = subject.share()
                let cancellables = (0..<subscribers).map { _ in shared.sink { sum.pointee &+= $0 } }
                let event = opaque(1)
                return Side(
                    run: { for _ in 0..<$0 { subject.send(event) } },
                    tearDown: { for cancellable in cancellables { cancellable.cancel() } }
                )
            },
            .millrace: { sum in
                let subject = PublishSubject<Int>()
                let shared = subject.share(replay: 1)
                let subscriptions = (0..<subscribers).map { _ in shared.add(to: sum) }
                let event = opaque(1)
                return Side(
                    run: { for _ in 0..<$0 { subject.onNext(event) } },
                    tearDown: { for subscription in subscriptions { subscription.dispose() } }
                )
            },
        ]
    )
}
