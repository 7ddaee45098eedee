import BenchmarkLimits
import Millrace
import MillraceSubscriber
import OpenCombine

/// Something with a value and one subscriber: set, which the subscriber hears, and read.
func behavior(relay: Bool) -> Workload {
    TimedWorkload(
        relay ? "behavior.relay" : "behavior.subject",
        "a value with one subscriber: set and read",
        expected: { $0 * 2 },
        sides: [
            .closures: { sum in
                let list = ClosureList()
                _ = list.subscribe(makeAdder(sum))
                let event = opaque(1)
                var value = 0
                return Side(run: { count in
                    for _ in 0..<count {
                        value = event
                        list.emit(event)
                        sum.pointee &+= value
                    }
                })
            },
            .openCombine: { sum in
                let subject = CurrentValueSubject<Int, Never>(0)
                let cancellable = subject.sink { sum.pointee &+= $0 }
                let event = opaque(1)
                return Side(
                    run: { count in
                        for _ in 0..<count {
                            subject.send(event)
                            sum.pointee &+= subject.value
                        }
                    },
                    tearDown: { cancellable.cancel() }
                )
            },
            .millrace: { sum in
                let event = opaque(1)
                if relay {
                    let relay = BehaviorRelay(value: 0)
                    let subscription = relay.asObservable().add(to: sum)
                    return Side(
                        run: { count in
                            for _ in 0..<count {
                                relay.accept(event)
                                sum.pointee &+= relay.value
                            }
                        },
                        tearDown: { subscription.dispose() }
                    )
                }
                let subject = BehaviorSubject(value: 0)
                let subscription = subject.add(to: sum)
                return Side(
                    run: { count in
                        for _ in 0..<count {
                            subject.onNext(event)
                            sum.pointee &+= (try? subject.value()) ?? 0
                        }
                    },
                    tearDown: { subscription.dispose() }
                )
            },
        ]
    )
}
