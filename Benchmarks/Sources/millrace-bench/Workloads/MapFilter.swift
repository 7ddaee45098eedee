import Millrace
import OpenCombine

// The chain of RxSwift's own benchmark: six times a map that changes nothing and a filter that lets all pass.

@inline(never)
func makeMapFilterSix(_ sum: Sum) -> (Int) -> Void {
    var chain = makeAdder(sum)
    for _ in 0..<6 { chain = makeMap({ $0 }, makeFilter({ _ in true }, chain)) }
    return chain
}

extension Publisher where Output == Int, Failure == Never {
    func mapFilterSix(_ sum: Sum) -> AnyCancellable {
        self
            .map { $0 }.filter { _ in true }
            .map { $0 }.filter { _ in true }
            .map { $0 }.filter { _ in true }
            .map { $0 }.filter { _ in true }
            .map { $0 }.filter { _ in true }
            .map { $0 }.filter { _ in true }
            .sink { sum.pointee &+= $0 }
    }
}

extension Observable<Int> {
    func mapFilterSix(_ sum: Sum) -> Disposable {
        self
            .map { $0 }.filter { _ in true }
            .map { $0 }.filter { _ in true }
            .map { $0 }.filter { _ in true }
            .map { $0 }.filter { _ in true }
            .map { $0 }.filter { _ in true }
            .map { $0 }.filter { _ in true }
            .subscribe(onNext: { sum.pointee &+= $0 })
    }
}

/// Twelve operators, set up once. OpenCombine has no `create`; its chain hangs on a subject.
func mapFilterPump() -> Workload {
    TimedWorkload(
        "mapfilter.pump",
        "create → 6 × (map, filter) → one subscriber",
        sides: [
            .closures: { sum in
                let chain = makeMapFilterSix(sum)
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { chain(event) } })
            },
            .openCombine: { sum in
                let subject = PassthroughSubject<Int, Never>()
                let cancellable = subject.mapFilterSix(sum)
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { subject.send(event) } }, tearDown: { cancellable.cancel() })
            },
            .millrace: { sum in
                var kept: AnyObserver<Int>?
                let subscription = Observable<Int>.create {
                    kept = $0
                    return Disposables.create()
                }.mapFilterSix(sum)
                guard let observer = kept else { fatalError("create was not subscribed to") }
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { observer.onNext(event) } }, tearDown: { subscription.dispose() })
            },
        ]
    )
}

/// The same chain, made for one event.
func mapFilterCreate() -> Workload {
    TimedWorkload(
        "mapfilter.create",
        "build create → 6 × (map, filter), subscribe, one event, dispose",
        unit: .nanosecondsPerRound,
        countsMallocs: false,
        sides: [
            .closures: { sum in
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { makeMapFilterSix(sum)(event) } })
            },
            .openCombine: { sum in
                let event = opaque(1)
                return Side(run: { count in
                    for _ in 0..<count {
                        let subject = PassthroughSubject<Int, Never>()
                        let cancellable = subject.mapFilterSix(sum)
                        subject.send(event)
                        cancellable.cancel()
                    }
                })
            },
            .millrace: { sum in
                let event = opaque(1)
                return Side(run: { count in
                    for _ in 0..<count {
                        Observable<Int>.create { observer in
                            observer.onNext(event)
                            return Disposables.create()
                        }
                        .mapFilterSix(sum)
                        .dispose()
                    }
                })
            },
        ]
    )
}
