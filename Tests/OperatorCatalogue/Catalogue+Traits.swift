import Millrace
import MillraceOperators

extension Catalogue {
    /// Adds an operator of a trait, on a source of one element.
    private mutating func addOne<Output: ObservableConvertibleType>(
        _ name: String,
        excusing excuses: [Rule: String] = [:],
        file: StaticString = #filePath,
        line: UInt = #line,
        _ apply: @escaping (Maybe<Element>, World<Element>, Capture) -> Output
    ) {
        let common: [Rule: String] = [.endDuringSubscription: "more than one element is an error"]
        // More than one element is an error: none would be kept long enough to die meanwhile.
        let excuses = common.merging(excuses) { $1 }
        add(name, sends: [1], excusing: excuses, checks: .contract, file: file, line: line) { world, capture in
            apply(world.first.asMaybe(), world, capture)
        }
    }

    mutating func addTraits() {
        let first: [Rule: String] = [.orderAtTheEnd: Excuse.first]
        add("first", sends: [1], excusing: Excuse.ends) { world, capture in
            world.first.map { capture.keep($0) }.first().map { $0.map { [$0] } ?? [] }
        }
        addKeeping("asSingle") { $0.first.take(1).asSingle() }
        addKeeping("asMaybe") { $0.first.take(1).asMaybe() }
        addOne("Maybe.map") { source, _, capture in source.map { capture.keep($0) } }
        addOne("Maybe.filter") { source, _, capture in source.filter { capture.keep($0.number >= 0) } }
        addOne("Maybe.compactMap") { source, _, capture in source.compactMap { capture.keep($0) } }
        addOne("Maybe.flatMap", excusing: first) { source, _, capture in
            source.flatMap { capture.keep(Maybe.just($0)) }
        }
        addOne("Maybe.do") { source, _, capture in
            source.do(onNext: { _ in capture.keep() }, onCompleted: { capture.keep() }, onDispose: { capture.keep() })
        }
        addOne("Maybe.ifEmpty(default:)") { source, world, capture in
            source.map { capture.keep($0) }.ifEmpty(default: world.make())
        }
        addOne("Maybe.ifEmpty(switchTo:)") { source, world, capture in
            source.ifEmpty(switchTo: Single.just(world.make()).map { capture.keep($0) })
        }
        addOne("Maybe.catchAndReturn", excusing: Excuse.recovers) { source, world, capture in
            source.map { capture.keep($0) }.catchAndReturn(world.make())
        }
        addOne("Maybe.catch", excusing: Excuse.recovers) { source, world, capture in
            let make = world.make
            return source.catch { _ in capture.keep(.just(make())) }
        }
        addOne("Maybe.zip", excusing: first) { source, world, capture in
            Maybe.zip(source, Maybe.just(world.make())) { capture.keep([$0, $1]) }
        }
        addOne("Single.zip of a collection") { source, world, capture in
            Single.zip([source.ifEmpty(default: world.make()), .just(world.make())]) { capture.keep($0) }
        }
        addOne("Single.flatMapMaybe", excusing: first) { source, world, capture in
            source.ifEmpty(default: world.make()).flatMapMaybe { capture.keep(.just($0)) }
        }
        addOne("Single.flatMapCompletable", excusing: first) { source, world, capture in
            source.ifEmpty(default: world.make()).flatMapCompletable { _ in capture.keep(Completable.empty()) }
                .andThen(Observable.just(world.make()))
        }
        addOne("Single.hedged(after:)", excusing: first) { source, world, capture in
            source.ifEmpty(default: world.make()).map { capture.keep($0) }
                .hedged(after: world.time(5), scheduler: world.scheduler)
        }
        // What follows gives the elements; the source is one that a `Completable` is made of.
        addOne("Completable.andThen") { source, world, capture in
            Self.completable(source).andThen(Observable.just(world.make()).map { capture.keep($0) })
        }
        addOne("Completable.concat", excusing: first) { source, world, capture in
            Self.completable(source).concat(.empty()).andThen(
                Observable.just(world.make()).map { capture.keep($0) }
            )
        }
        addOne("Completable.zip", excusing: first) { source, world, capture in
            Completable.zip(Self.completable(source), .empty()).andThen(
                Observable.just(world.make()).map { capture.keep($0) }
            )
        }
    }

    private static func completable(_ source: Maybe<Element>) -> Completable {
        source.asObservable().ignoreElements().asCompletable()
    }

    private mutating func addInfallible<Output: ObservableConvertibleType>(
        _ name: String,
        sends elements: [Int] = [1, 2, 3, 4],
        excusing excuses: [Rule: String] = [:],
        file: StaticString = #filePath,
        line: UInt = #line,
        _ apply: @escaping (Infallible<Element>, World<Element>, Capture) -> Output
    ) {
        let excuses = Excuse.recovers.merging(excuses) { $1 }
        add(name, sends: elements, excusing: excuses, file: file, line: line) { world, capture in
            apply(world.first.asInfallible(onErrorJustReturn: world.make()), world, capture)
        }
    }

    mutating func addInfallibles() {
        let first: [Rule: String] = [.orderAtTheEnd: Excuse.first]
        addInfallible("asInfallible(onErrorJustReturn:)") { source, _, capture in source.map { capture.keep($0) } }
        add("asInfallible(onErrorFallbackTo:)", excusing: Excuse.recovers) { world, capture in
            world.first.map { capture.keep($0) }.asInfallible(onErrorFallbackTo: .just(world.make()))
        }
        add("asInfallible(onErrorRecover:)", excusing: Excuse.recovers) { world, capture in
            let make = world.make
            return world.first.asInfallible { _ in capture.keep(.just(make())) }
        }
        add(
            "Infallible.create",
            excusing: [.errorIsForwarded: "it ends the sequence here, which has no errors"]
        ) { world, capture in
            Infallible<Element>.create { observer in
                world.first.subscribe(
                    onNext: { observer(.next(capture.keep($0))) },
                    onError: { _ in observer(.completed) },
                    onCompleted: { observer(.completed) }
                )
            }
        }
        addInfallible("Infallible.filter") { source, _, capture in source.filter { capture.keep($0.number >= 0) } }
        addInfallible("Infallible.scan") { source, _, capture in source.scan([Element]()) { capture.keep($0 + [$1]) } }
        addInfallible("Infallible.flatMap", excusing: first) { source, _, capture in
            source.flatMap { capture.keep(Infallible.just($0)) }
        }
        addInfallible("Infallible.concatMap") { source, _, capture in
            source.concatMap { capture.keep(Infallible.just($0)) }
        }
        addInfallible("Infallible.distinctUntilChanged", sends: [1, 1, 2]) { source, _, capture in
            source.distinctUntilChanged { capture.keep($0.key == $1.key) }
        }
        addInfallible("Infallible.take(while:)") { source, _, capture in
            source.take(while: { capture.keep($0.number >= 0) })
        }
        addInfallible("Infallible.startWith") { source, world, capture in
            source.startWith(world.make()).map { capture.keep($0) }
        }
        addInfallible("Infallible.zip", excusing: first) { source, _, capture in
            Infallible.zip(source, Infallible.of(1, 2, 3, 4, 5)) { element, _ in capture.keep(element) }
        }
        addInfallible("Infallible.combineLatest", excusing: first) { source, world, capture in
            Infallible.combineLatest(source, Infallible.just(world.make())) { capture.keep([$0, $1]) }
        }
        addInfallible("Infallible.merge", excusing: first) { source, _, capture in
            Infallible.merge(source.map { capture.keep($0) }, .empty())
        }
        addInfallible("Infallible.do") { source, _, capture in
            source.do(onNext: { _ in capture.keep() }, onCompleted: { capture.keep() }, onDispose: { capture.keep() })
        }
    }

    /// Adds an operator of drivers; what uses the catalogue puts the world's scheduler in the place of the main one.
    private mutating func addDriver<Output: ObservableConvertibleType>(
        _ name: String,
        sends elements: [Int] = [1, 2, 3, 4],
        excusing excuses: [Rule: String] = [:],
        file: StaticString = #filePath,
        line: UInt = #line,
        _ apply: @escaping (Driver<Element>, World<Element>, Capture) -> Output
    ) {
        add(name, sends: elements, excusing: Excuse.driver.merging(excuses) { $1 }, file: file, line: line) {
            world,
            capture in
            apply(world.first.asDriver(onErrorJustReturn: world.make()), world, capture)
        }
    }

    private mutating func addSignal<Output: ObservableConvertibleType>(
        _ name: String,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ apply: @escaping (Signal<Element>, Capture) -> Output
    ) {
        add(name, excusing: Excuse.signal, file: file, line: line) { world, capture in
            apply(world.first.asSignal(onErrorJustReturn: world.make()), capture)
        }
    }

    mutating func addSharedSequences() {
        let first: [Rule: String] = [.orderAtTheEnd: Excuse.first]
        addDriver("asDriver(onErrorJustReturn:)") { source, _, _ in source }
        add("asDriver(onErrorDriveWith:)", excusing: Excuse.driver) { world, capture in
            world.first.map { capture.keep($0) }.asDriver(onErrorDriveWith: .just(world.make()))
        }
        add("asDriver(onErrorRecover:)", excusing: Excuse.driver) { world, capture in
            let make = world.make
            return world.first.asDriver(onErrorRecover: { _ in capture.keep(.just(make())) })
        }
        addDriver("Driver.map") { source, _, capture in source.map { capture.keep($0) } }
        addDriver("Driver.compactMap") { source, _, capture in source.compactMap { capture.keep($0) } }
        addDriver("Driver.filter") { source, _, capture in source.filter { capture.keep($0.number >= 0) } }
        addDriver("Driver.skip") { source, _, capture in source.skip(1).map { capture.keep($0) } }
        addDriver("Driver.scan") { source, _, capture in source.scan([Element]()) { capture.keep($0 + [$1]) } }
        addDriver("Driver.distinctUntilChanged", sends: [1, 1, 2]) { source, _, capture in
            source.distinctUntilChanged { capture.keep($0.key == $1.key) }
        }
        addDriver("Driver.do") { source, _, capture in
            source.do(onNext: { _ in capture.keep() }, onCompleted: { capture.keep() }, onDispose: { capture.keep() })
        }
        addDriver("Driver.startWith") { source, world, capture in
            source.startWith(world.make()).map { capture.keep($0) }
        }
        addDriver("Driver.flatMap", excusing: first) { source, _, capture in
            source.flatMap { capture.keep(Driver.just($0)) }
        }
        addDriver("Driver.merge") { source, _, capture in Driver.merge(source.map { capture.keep($0) }, .empty()) }
        addDriver("Driver.concat", excusing: first) { source, _, capture in
            Driver.concat([source.map { capture.keep($0) }, .empty()])
        }
        addDriver("Driver.withLatestFrom") { source, world, capture in
            source.withLatestFrom(Driver.never().startWith(world.make())) { capture.keep([$0, $1]) }
        }
        addDriver("Driver.withLatestFrom, a signal") { source, world, capture in
            source.map { capture.keep($0) }.withLatestFrom(Signal.never().startWith(world.make()))
        }
        addDriver("Driver.combineLatest") { source, world, capture in
            Driver.combineLatest(source, Driver.empty().startWith(world.make())) { capture.keep([$0, $1]) }
        }
        addDriver("Driver.zip") { source, _, capture in
            Driver.zip(source, Driver.of(1, 2, 3, 4, 5)) { element, _ in capture.keep(element) }
        }
        addSignal("asSignal(onErrorJustReturn:)") { source, _ in source }
        add("asSignal(onErrorRecover:)", excusing: Excuse.signal) { world, capture in
            let make = world.make
            return world.first.asSignal(onErrorRecover: { _ in capture.keep(.just(make())) })
        }
        add("asSignal(onErrorSignalWith:)", excusing: Excuse.signal) { world, capture in
            world.first.map { capture.keep($0) }.asSignal(onErrorSignalWith: .just(world.make()))
        }
        addSignal("Signal.map") { source, capture in source.map { capture.keep($0) } }
        addSignal("Signal.withUnretained") { source, capture in
            source.withUnretained(signalAnchor) { capture.keep($1) }
        }
        addKeeping("Signal.withLatestFrom") {
            $0.first.asSignal(onErrorSignalWith: .empty())
                .withLatestFrom($0.second.asSignal(onErrorSignalWith: .empty()))
        }
    }
}

private let signalAnchor = Anchor()
