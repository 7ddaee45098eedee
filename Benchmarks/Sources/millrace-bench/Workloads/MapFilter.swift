import Millrace
import MillraceSubscriber
import OpenCombine

// The chain of RxSwift's own benchmark: six times a map that changes nothing and a filter that lets all pass. Each stage
// has closures of its own, in all columns. Where they come out equal, the compiler may make one function of them; so
// there is the same chain with stages that differ, as a program's do.

@inline(never)
func makeMapFilterSix(_ sum: Sum) -> (Int) -> Void {
    var chain = makeAdder(sum)
    chain = makeMap({ $0 }, makeFilter({ _ in true }, chain))
    chain = makeMap({ $0 }, makeFilter({ _ in true }, chain))
    chain = makeMap({ $0 }, makeFilter({ _ in true }, chain))
    chain = makeMap({ $0 }, makeFilter({ _ in true }, chain))
    chain = makeMap({ $0 }, makeFilter({ _ in true }, chain))
    chain = makeMap({ $0 }, makeFilter({ _ in true }, chain))
    return chain
}

@inline(never)
func makeVariedSix(_ sum: Sum) -> (Int) -> Void {
    var chain = makeAdder(sum)
    chain = makeMap({ $0 & 1 }, makeFilter({ $0 >= 0 }, chain))
    chain = makeMap({ $0 &+ 2 }, makeFilter({ $0 < 900 }, chain))
    chain = makeMap({ $0 &* $0 }, makeFilter({ $0 & 4 == 0 }, chain))
    chain = makeMap({ $0 > 8 ? 9 : 7 }, makeFilter({ ~$0 != 0 }, chain))
    chain = makeMap({ $0 ^ 16 }, makeFilter({ $0 != 64 }, chain))
    chain = makeMap({ $0 | 1 }, makeFilter({ $0 &* $0 > 0 }, chain))
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
    /// As `makeVariedSix`; in statements, which the compiler checks the types of sooner.
    func variedSix(_ sum: Sum) -> Disposable {
        let one = map { $0 | 1 }.filter { $0 &* $0 > 0 }
        let two = one.map { $0 ^ 16 }.filter { $0 != 64 }
        let three = two.map { $0 > 8 ? 9 : 7 }.filter { ~$0 != 0 }
        let four = three.map { $0 &* $0 }.filter { $0 & 4 == 0 }
        let five = four.map { $0 &+ 2 }.filter { $0 < 900 }
        let six = five.map { $0 & 1 }.filter { $0 >= 0 }
        return six.add(to: sum)
    }

    func mapFilterSix(_ sum: Sum) -> Disposable {
        self
            .map { $0 }.filter { _ in true }
            .map { $0 }.filter { _ in true }
            .map { $0 }.filter { _ in true }
            .map { $0 }.filter { _ in true }
            .map { $0 }.filter { _ in true }
            .map { $0 }.filter { _ in true }
            .add(to: sum)
    }
}

/// That chain, set up once. OpenCombine has no `create`; its chain hangs on a subject.
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

/// Twelve operators, no two of them the same.
func mapFilterVaried() -> Workload {
    TimedWorkload(
        "mapfilter.varied",
        "create → 6 × (map, filter), all different → one subscriber",
        sides: [
            .closures: { sum in
                let chain = makeVariedSix(sum)
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { chain(event) } })
            },
            .millrace: { sum in
                var kept: AnyObserver<Int>?
                let subscription = Observable<Int>.create {
                    kept = $0
                    return Disposables.create()
                }.variedSix(sum)
                guard let observer = kept else { fatalError("create was not subscribed to") }
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { observer.onNext(event) } }, tearDown: { subscription.dispose() })
            },
        ]
    )
}

extension Driver<Int> {
    func mapFilterSix() -> Driver<Int> {
        self
            .map { $0 }.filter { _ in true }
            .map { $0 }.filter { _ in true }
            .map { $0 }.filter { _ in true }
            .map { $0 }.filter { _ in true }
            .map { $0 }.filter { _ in true }
            .map { $0 }.filter { _ in true }
    }
}

/// The chain of RxSwift's benchmark as a driver, whose operators share each the subscription of the one before it.
func mapFilterDriver() -> Workload {
    TimedWorkload(
        "mapfilter.driver",
        "create → asDriver → 6 × (map, filter) → drive, on the main thread",
        sides: [
            .closures: { sum in
                let chain = makeMapFilterSix(sum)
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { chain(event) } })
            },
            .millrace: { sum in
                var kept: AnyObserver<Int>?
                let driver = Observable<Int>.create {
                    kept = $0
                    return Disposables.create()
                }.asDriver(onErrorJustReturn: 0).mapFilterSix()
                let subscription = driver.drive(onNext: { sum.pointee &+= $0 })
                guard let observer = kept else { fatalError("create was not subscribed to") }
                let event = opaque(1)
                return Side(
                    run: { for _ in 0..<$0 { observer.onNext(event) } },
                    tearDown: {
                        subscription.dispose()
                        withExtendedLifetime(driver) {}
                    }
                )
            },
        ]
    )
}

/// The chain of RxSwift's benchmark, made for one event.
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
