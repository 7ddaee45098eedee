import BenchmarkLimits
import Millrace
import OpenCombine

/// All of a subject's short life.
func create() -> Workload {
    TimedWorkload(
        "create",
        "make a subject, subscribe, one event, dispose",
        unit: .nanosecondsPerRound,
        countsMallocs: false,
        sides: [
            .c: { sum in
                let event = opaque(1)
                return Side(run: { bench_create(bench_add, sum, event, $0) })
            },
            .closures: { sum in
                let event = opaque(1)
                return Side(run: { count in
                    for _ in 0..<count {
                        let list = ClosureList()
                        let id = list.subscribe(makeAdder(sum))
                        list.emit(event)
                        list.unsubscribe(id)
                    }
                })
            },
            .structs: { sum in
                let event = opaque(1)
                return Side(run: { count in
                    for _ in 0..<count {
                        let list = StructList()
                        let id = list.subscribe(makeAdder(sum))
                        list.emit(event)
                        list.unsubscribe(id)
                    }
                })
            },
            .openCombine: { sum in
                let event = opaque(1)
                return Side(run: { count in
                    for _ in 0..<count {
                        let subject = PassthroughSubject<Int, Never>()
                        let cancellable = subject.sink { sum.pointee &+= $0 }
                        subject.send(event)
                        cancellable.cancel()
                    }
                })
            },
            .millrace: { sum in
                let event = opaque(1)
                return Side(run: { count in
                    for _ in 0..<count {
                        let subject = PublishSubject<Int>()
                        let subscription = subject.subscribe(onNext: { sum.pointee &+= $0 })
                        subject.onNext(event)
                        subscription.dispose()
                    }
                })
            },
        ]
    )
}
