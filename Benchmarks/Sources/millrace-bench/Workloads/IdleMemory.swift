import BenchmarkLimits
import Millrace
import OpenCombine

/// Added to by nobody: the subjects here never emit.
nonisolated(unsafe) private let sum = Counter().value

/// What a subscription takes while nothing happens.
func idleSubscription() -> Workload {
    MemoryWorkload(
        "idle.subscription",
        "one of a thousand subscriptions to a subject",
        sides: [
            .c: {
                let list = CList()
                return { keeper in
                    for _ in 0..<keeper.count { list.subscribe(bench_add, sum) }
                }
            },
            .closures: {
                let list = ClosureList()
                return { keeper in
                    for _ in 0..<keeper.count { _ = list.subscribe(makeAdder(sum)) }
                }
            },
            .structs: {
                let list = StructList()
                return { keeper in
                    for _ in 0..<keeper.count { _ = list.subscribe(makeAdder(sum)) }
                }
            },
            .openCombine: {
                let subject = PassthroughSubject<Int, Never>()
                return { keeper in
                    for _ in 0..<keeper.count { keeper.keep(subject.sink { [sum] in sum.pointee &+= $0 }) }
                }
            },
            .millrace: {
                let subject = PublishSubject<Int>()
                return { keeper in
                    for _ in 0..<keeper.count {
                        keeper.keep(subject.subscribe(onNext: { [sum] in sum.pointee &+= $0 }))
                    }
                }
            },
        ]
    )
}

/// The same with twelve operators between.
func idleChain() -> Workload {
    MemoryWorkload(
        "idle.mapfilter",
        "one of a thousand subscriptions to a subject → 6 × (map, filter)",
        sides: [
            .closures: {
                let list = ClosureList()
                return { keeper in
                    for _ in 0..<keeper.count { _ = list.subscribe(makeMapFilterSix(sum)) }
                }
            },
            .openCombine: {
                let subject = PassthroughSubject<Int, Never>()
                return { keeper in
                    for _ in 0..<keeper.count { keeper.keep(subject.mapFilterSix(sum)) }
                }
            },
            .millrace: {
                let subject = PublishSubject<Int>()
                return { keeper in
                    for _ in 0..<keeper.count { keeper.keep(subject.mapFilterSix(sum)) }
                }
            },
        ]
    )
}

/// What a subject takes that nobody has subscribed to.
func idleSubject() -> Workload {
    MemoryWorkload(
        "idle.subject",
        "a subject without subscribers",
        sides: [
            .c: {
                { keeper in
                    for _ in 0..<keeper.count { _ = CList() }
                }
            },
            .closures: {
                { keeper in
                    for _ in 0..<keeper.count { keeper.keep(ClosureList()) }
                }
            },
            .structs: {
                { keeper in
                    for _ in 0..<keeper.count { keeper.keep(StructList()) }
                }
            },
            .openCombine: {
                { keeper in
                    for _ in 0..<keeper.count { keeper.keep(PassthroughSubject<Int, Never>()) }
                }
            },
            .millrace: {
                { keeper in
                    for _ in 0..<keeper.count { keeper.keep(PublishSubject<Int>()) }
                }
            },
        ]
    )
}

/// What a value takes that nobody has subscribed to.
func idleRelay() -> Workload {
    MemoryWorkload(
        "idle.relay",
        "a behavior relay without subscribers",
        sides: [
            .openCombine: {
                { keeper in
                    for i in 0..<keeper.count { keeper.keep(CurrentValueSubject<Int, Never>(i)) }
                }
            },
            .millrace: {
                { keeper in
                    for i in 0..<keeper.count { keeper.keep(BehaviorRelay(value: i)) }
                }
            },
        ]
    )
}
