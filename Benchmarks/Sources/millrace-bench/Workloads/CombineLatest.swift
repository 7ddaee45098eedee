import Millrace
import MillraceSubscriber

// RxSwift's own shape: seven levels of four sources, three of which have one element.

@inline(never)
private func makeCombineLatestSeven(_ sum: Sum) -> (Int) -> Void {
    var chain = makeAdder(sum)
    for _ in 0..<7 {
        let inputs = makeCombineLatestFour({ a, _, _, d in d &+ a &- a }, chain)
        for input in inputs.prefix(3) { input(1) }
        chain = inputs[3]
    }
    return chain
}

extension Observable<Int> {
    fileprivate func combineLatestSeven(_ sum: Sum) -> Disposable {
        var chain = self
        for _ in 0..<7 {
            chain = Observable.combineLatest(
                Observable.just(1),
                Observable.just(1),
                Observable.just(1),
                chain
            ) { a, _, _, d in d &+ a &- a }
        }
        return chain.add(to: sum)
    }
}

func combineLatestPump() -> Workload {
    TimedWorkload(
        "combineLatest.pump",
        "create → 7 × combineLatest with three others → one subscriber",
        sides: [
            .closures: { sum in
                let chain = makeCombineLatestSeven(sum)
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { chain(event) } })
            },
            .millrace: { sum in
                var kept: AnyObserver<Int>?
                let subscription = Observable<Int>.create {
                    kept = $0
                    return Disposables.create()
                }.combineLatestSeven(sum)
                guard let observer = kept else { fatalError("create was not subscribed to") }
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { observer.onNext(event) } }, tearDown: { subscription.dispose() })
            },
        ]
    )
}

func combineLatestCreate() -> Workload {
    TimedWorkload(
        "combineLatest.create",
        "build create → 7 × combineLatest with three others, subscribe, one event, dispose",
        unit: .nanosecondsPerRound,
        countsMallocs: false,
        sides: [
            .closures: { sum in
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { makeCombineLatestSeven(sum)(event) } })
            },
            .millrace: { sum in
                let event = opaque(1)
                return Side(run: { count in
                    for _ in 0..<count {
                        Observable<Int>.create { observer in
                            observer.onNext(event)
                            return Disposables.create()
                        }
                        .combineLatestSeven(sum)
                        .dispose()
                    }
                })
            },
        ]
    )
}
