import Millrace
import MillraceSubscriber
import OpenCombine

private let skipped = 10
/// More than there will be.
private let taken = 1 << 40

/// A subject with two operators behind it that count.
func skipTake() -> Workload {
    TimedWorkload(
        "skiptake",
        "subject → skip(\(skipped)) → take(2⁴⁰) → one subscriber",
        expected: { max($0 - skipped, 0) },
        sides: [
            .closures: { sum in
                let list = ClosureList()
                _ = list.subscribe(makeSkip(skipped, makeTake(taken, makeAdder(sum))))
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { list.emit(event) } })
            },
            .openCombine: { sum in
                let subject = PassthroughSubject<Int, Never>()
                let cancellable = subject.dropFirst(skipped).prefix(taken).sink { sum.pointee &+= $0 }
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { subject.send(event) } }, tearDown: { cancellable.cancel() })
            },
            .millrace: { sum in
                let subject = PublishSubject<Int>()
                let subscription = subject.skip(skipped).take(taken).add(to: sum)
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { subject.onNext(event) } }, tearDown: { subscription.dispose() })
            },
        ]
    )
}
