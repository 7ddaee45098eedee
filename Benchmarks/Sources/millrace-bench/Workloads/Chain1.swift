import Millrace
import MillraceSubscriber
import OpenCombine

/// A subject with one operator behind it.
func chain1() -> Workload {
    TimedWorkload(
        "chain1.pump",
        "subject → map → one subscriber",
        expected: { 2 * $0 },
        sides: [
            .closures: { sum in
                let list = ClosureList()
                _ = list.subscribe(makeMap({ $0 &+ 1 }, makeAdder(sum)))
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { list.emit(event) } })
            },
            .openCombine: { sum in
                let subject = PassthroughSubject<Int, Never>()
                let cancellable = subject.map { $0 &+ 1 }.sink { sum.pointee &+= $0 }
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { subject.send(event) } }, tearDown: { cancellable.cancel() })
            },
            .millrace: { sum in
                let subject = PublishSubject<Int>()
                let subscription = subject.map { $0 &+ 1 }.add(to: sum)
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { subject.onNext(event) } }, tearDown: { subscription.dispose() })
            },
        ]
    )
}
