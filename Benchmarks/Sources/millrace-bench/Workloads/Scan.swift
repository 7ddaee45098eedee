import Millrace
import MillraceSubscriber
import OpenCombine

/// A subject with an operator behind it that keeps a state.
func scan() -> Workload {
    TimedWorkload(
        "scan",
        "subject → scan → one subscriber",
        expected: { $0 * ($0 + 1) / 2 },
        sides: [
            .closures: { sum in
                let list = ClosureList()
                _ = list.subscribe(makeScan(0, { $0 &+ $1 }, makeAdder(sum)))
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { list.emit(event) } })
            },
            .openCombine: { sum in
                let subject = PassthroughSubject<Int, Never>()
                let cancellable = subject.scan(0) { $0 &+ $1 }.sink { sum.pointee &+= $0 }
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { subject.send(event) } }, tearDown: { cancellable.cancel() })
            },
            .millrace: { sum in
                let subject = PublishSubject<Int>()
                let subscription = subject.scan(0) { $0 &+ $1 }.add(to: sum)
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { subject.onNext(event) } }, tearDown: { subscription.dispose() })
            },
        ]
    )
}
