import Millrace
import MillraceSubscriber
import OpenCombine

/// One thread emits, another comes and goes. Arrays of closures and the C list would crash.
func emitBesideChurn(_ who: InterferenceWorkload.Who) -> Workload {
    let subscribers = 10
    return InterferenceWorkload(
        who == .emitter ? "beside.emit" : "beside.churn",
        who == .emitter
            ? "emitting to \(subscribers) while another thread subscribes and disposes"
            : "subscribing and disposing while another thread emits to \(subscribers)",
        subscribers: subscribers,
        who: who,
        sides: [
            .openCombine: { sum, other in
                let subject = PassthroughSubject<Int, Never>()
                let cancellables = (0..<subscribers).map { _ in subject.sink { sum.pointee &+= $0 } }
                let event = opaque(1)
                return (
                    emit: { for _ in 0..<$0 { subject.send(event) } },
                    churn: { for _ in 0..<$0 { subject.sink { other.pointee &+= $0 }.cancel() } },
                    tearDown: { for cancellable in cancellables { cancellable.cancel() } }
                )
            },
            .millrace: { sum, other in
                let subject = PublishSubject<Int>()
                let subscriptions = (0..<subscribers).map { _ in subject.add(to: sum) }
                let event = opaque(1)
                return (
                    emit: { for _ in 0..<$0 { subject.onNext(event) } },
                    churn: { for _ in 0..<$0 { subject.subscribe(onNext: { other.pointee &+= $0 }).dispose() } },
                    tearDown: { for subscription in subscriptions { subscription.dispose() } }
                )
            },
        ]
    )
}
