import Millrace
import MillraceSubscriber
import OpenCombine

// RxSwift's own shape: five levels, each of which makes a source of one element of every element.

@inline(never)
private func makeFlatMapFive(_ sum: Sum) -> (Int) -> Void {
    var chain = makeAdder(sum)
    for _ in 0..<5 { chain = makeFlatMap({ makeJust($0) }, chain) }
    return chain
}

extension Observable<Int> {
    fileprivate func flatMapFive(_ sum: Sum) -> Disposable {
        self
            .flatMap { Observable.just($0) }
            .flatMap { Observable.just($0) }
            .flatMap { Observable.just($0) }
            .flatMap { Observable.just($0) }
            .flatMap { Observable.just($0) }
            .add(to: sum)
    }

    fileprivate func flatMapLatestFive(_ sum: Sum) -> Disposable {
        self
            .flatMapLatest { Observable.just($0) }
            .flatMapLatest { Observable.just($0) }
            .flatMapLatest { Observable.just($0) }
            .flatMapLatest { Observable.just($0) }
            .flatMapLatest { Observable.just($0) }
            .add(to: sum)
    }
}

extension Publisher where Output == Int, Failure == Never {
    fileprivate func flatMapFive(_ sum: Sum) -> AnyCancellable {
        self
            .flatMap { Just($0) }
            .flatMap { Just($0) }
            .flatMap { Just($0) }
            .flatMap { Just($0) }
            .flatMap { Just($0) }
            .sink { sum.pointee &+= $0 }
    }
}

private func pump(
    _ name: String,
    _ summary: String,
    openCombine: TimedWorkload.MakeSide? = nil,
    _ chain: @escaping (Observable<Int>, Sum) -> Disposable
) -> Workload {
    let closures: TimedWorkload.MakeSide = { sum in
        let chain = makeFlatMapFive(sum)
        let event = opaque(1)
        return Side(run: { for _ in 0..<$0 { chain(event) } })
    }
    let millrace: TimedWorkload.MakeSide = { sum in
        var kept: AnyObserver<Int>?
        let source = Observable<Int>.create {
            kept = $0
            return Disposables.create()
        }
        let subscription = chain(source, sum)
        guard let observer = kept else { fatalError("create was not subscribed to") }
        let event = opaque(1)
        return Side(run: { for _ in 0..<$0 { observer.onNext(event) } }, tearDown: { subscription.dispose() })
    }
    if let openCombine {
        return TimedWorkload(
            name,
            summary,
            sides: [.closures: closures, .openCombine: openCombine, .millrace: millrace]
        )
    }
    return TimedWorkload(name, summary, sides: [.closures: closures, .millrace: millrace])
}

func flatMapPump() -> Workload {
    pump(
        "flatMap.pump",
        "create → 5 × flatMap to just → one subscriber",
        openCombine: { sum in
            let subject = PassthroughSubject<Int, Never>()
            let cancellable = subject.flatMapFive(sum)
            let event = opaque(1)
            return Side(run: { for _ in 0..<$0 { subject.send(event) } }, tearDown: { cancellable.cancel() })
        }
    ) { $0.flatMapFive($1) }
}

func flatMapLatestPump() -> Workload {
    pump("flatMapLatest.pump", "create → 5 × flatMapLatest to just → one subscriber") { $0.flatMapLatestFive($1) }
}

private func create(_ name: String, _ summary: String, _ chain: @escaping (Observable<Int>, Sum) -> Disposable)
    -> Workload
{
    TimedWorkload(
        name,
        summary,
        unit: .nanosecondsPerRound,
        countsMallocs: false,
        sides: [
            .closures: { sum in
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { makeFlatMapFive(sum)(event) } })
            },
            .millrace: { sum in
                let event = opaque(1)
                return Side(run: { count in
                    for _ in 0..<count {
                        let source = Observable<Int>.create { observer in
                            observer.onNext(event)
                            return Disposables.create()
                        }
                        chain(source, sum).dispose()
                    }
                })
            },
        ]
    )
}

func flatMapCreate() -> Workload {
    create("flatMap.create", "build create → 5 × flatMap to just, subscribe, one event, dispose") { $0.flatMapFive($1) }
}

func flatMapLatestCreate() -> Workload {
    create("flatMapLatest.create", "the same with flatMapLatest") { $0.flatMapLatestFive($1) }
}
