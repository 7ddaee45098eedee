import Millrace
import MillraceOperators

extension Catalogue {
    /// Sends all at once, without giving way to other work as `of` does, and completes.
    static func burst(_ elements: Element...) -> Observable<Element> {
        Observable.create { observer in
            for element in elements { observer.onNext(element) }
            observer.onCompleted()
            return Disposables.create()
        }
    }

    /// Sends the sources and does not complete, so that what they do is what counts. It is gone after that, as a create
    /// source that does not complete would not be: its subscription would have to be disposed.
    private static func open(_ sources: Observable<Element>...) -> Observable<Observable<Element>> {
        let all = Observable<Observable<Element>>.create { observer in
            for source in sources { observer.onNext(source) }
            observer.onCompleted()
            return Disposables.create()
        }
        return all.concat(Observable.never())
    }

    /// A source that holds an element for as long as it is subscribed to.
    static func holding(_ element: Element) -> Observable<Element> {
        Observable.create { observer in
            observer.onNext(element)
            return Disposables.create { withExtendedLifetime(element) {} }
        }
    }

    /// Operators that make one stream of elements that come from several.
    mutating func addCombining() {
        let (all, cut) = ("1 1 2 3 |", "1 1 2 x(error)")
        let goesOn: [Rule: String] = [.completionIsForwarded: Excuse.goesOn]
        let first: [Rule: String] = [.orderAtTheEnd: Excuse.first]
        let both = goesOn.merging(first) { $1 }
        let (paired, pairedCut) = ("[0, 1] [0, 1] [0, 2] [0, 3] |", "[0, 1] [0, 1] [0, 2] x(error)")
        add("combineLatest", excusing: both, pair: .gate()) { world, capture in
            Observable.combineLatest(world.first, world.second) { capture.keep([$0, $1]) }
        }
        add("combineLatest, its second source", checks: [], gives: paired, fails: pairedCut, beside: [0]) {
            world,
            capture in Observable.combineLatest(world.second, world.first) { capture.keep([$0, $1]) }
        }
        add(
            "combineLatest of a collection",
            excusing: goesOn,
            gives: paired,
            fails: pairedCut,
            beside: [0],
            pair: .gate()
        ) { world, capture in Observable.combineLatest([world.second, world.first]) { capture.keep($0) } }
        addKeeping("combineLatest of 3") { Observable.combineLatest($0.first, $0.second, $0.first) { [$0, $1, $2] } }
        addKeeping("combineLatest of 8") { world in
            let (a, b) = (world.first, world.second)
            return Observable.combineLatest(a, b, a, b, a, b, a, b) { [$0, $1, $2, $3, $4, $5, $6, $7] }
        }
        add("combineLatest(with:)", excusing: both) { world, capture in
            world.first.combineLatest(with: world.second) { capture.keep([$0, $1]) }
        }
        add("zip", excusing: first) { world, capture in
            let make = world.make
            return Observable.zip(world.first, Self.burst(make(), make(), make(), make(), make())) {
                capture.keep([$0, $1])
            }
        }
        addKeeping("zip of two") { Observable.zip($0.first, $0.second) { [$0, $1] } }
        addRaced("zip", .gate { Observable.zip($0, $1) { first, _ in first } })
        add("zip, its second source", checks: [], gives: paired, fails: pairedCut, beside: [0, 0, 0, 0]) {
            world,
            capture in Observable.zip(world.second, world.first) { capture.keep([$0, $1]) }
        }
        add("zip of a collection") { world, capture in
            let make = world.make
            return Observable.zip([world.first, Self.burst(make(), make(), make(), make(), make())]) {
                capture.keep($0)
            }
        }
        add("zip of a collection, its second", checks: [], gives: paired, fails: pairedCut, beside: [0, 0, 0, 0]) {
            world,
            capture in Observable.zip([world.second, world.first]) { capture.keep($0) }
        }
        addKeeping("zip of a collection of two") { Observable.zip([$0.first, $0.second]) { $0 } }
        addRaced("zip of a collection", .gate { Observable.zip([$0, $1]) { $0[0] } })
        addKeeping("zip of 3") { Observable.zip($0.first, $0.second, $0.first) { [$0, $1, $2] } }
        addKeeping("zip of 8") { world in
            let (a, b) = (world.first, world.second)
            return Observable.zip(a, b, a, b, a, b, a, b) { [$0, $1, $2, $3, $4, $5, $6, $7] }
        }
        add("zip(with:)", excusing: first) { world, capture in
            world.first.zip(with: Observable.of(1, 2, 3, 4, 5)) { element, _ in capture.keep(element) }
        }
        add("zip(sequence:)") { world, capture in
            world.first.zip(sequence: 1...) { element, _ in capture.keep(element) }
        }
        addKeeping("zip(sequence:), made for each") { world in
            world.first.zip(sequence: sequence(first: 0) { $0 + 1 }.lazy.map { _ in world.make() }) { [$0, $1] }
        }
        add(
            "withLatestFrom",
            gives: "[1, 0] [1, 0] [2, 0] [3, 0] |",
            fails: "[1, 0] [1, 0] [2, 0] x(error)",
            beside: [5, 0],
            pair: .gate()
        ) { world, capture in world.first.withLatestFrom(world.second) { capture.keep([$0, $1]) } }
        addKeeping("withLatestFrom itself") { $0.first.withLatestFrom($0.first) { [$0, $1] } }
        add("withLatestFrom(_:_:resultSelector:)") { world, capture in
            world.first.withLatestFrom(world.second, world.second) { capture.keep([$0, $1, $2]) }
        }
        addKeeping("withLatestFrom(_:_:resultSelector:), itself") {
            $0.first.withLatestFrom($0.second, $0.first) { [$0, $1, $2] }
        }
        add("amb", gives: all, fails: cut) { world, capture in
            world.first.map { capture.keep($0) }.amb(Observable.never())
        }
        addKeeping("amb of two") { $0.first.amb($0.second) }
        addRaced("amb", .turns { $0.amb($1) })
        add("amb of a sequence", gives: all, fails: cut) { world, capture in
            Observable.amb([.never(), world.first.map { capture.keep($0) }, .never()])
        }
        add("take(until:) a source", gives: all, fails: cut) { world, capture in
            world.first.map { capture.keep($0) }.take(until: world.second.filter { $0.number < 0 })
        }
        addKeeping("take(until:) a source that emits") { $0.first.take(until: $0.second.skip(3)) }
        addRaced("take(until:)", .gate { $0.take(until: $1.filter { $0.number > 1_000 }) })
        add("skip(until:)", pair: .gate { $0.skip(until: $1) }) { world, capture in
            world.first.map { capture.keep($0) }.skip(until: world.second)
        }
        add(
            "sample",
            excusing: [
                .completionIsForwarded: Excuse.goesOn, .orderAtTheEnd: Excuse.first, .endInsideNext: Excuse.goesOn,
                .endDuringSubscription: "the source is its own sampler here, and so subscribed to twice",
            ],
            pair: .gate { $0.sample($1) }
        ) { world, capture in
            world.first.sample(world.first.amb(world.second.filter { $0.number > 0 })).map { capture.keep($0) }
        }
        addKeeping("sample by another") { $0.first.sample($0.second) }
        addKeeping("sample with a default") { $0.first.sample($0.second, defaultValue: $0.make()) }
        add("forkJoin") { world, capture in
            Observable.forkJoin([world.second.take(1), world.first.map { capture.keep($0) }])
        }
        addKeeping("forkJoin of two") { Observable.forkJoin([$0.first, $0.second]) }
        add("and") { world, capture in world.first.map { capture.keep($0.number != 9) }.and() }
        add("and of several", excusing: first) { world, capture in
            Observable.and([world.first.map { capture.keep($0.number != 9) }, .just(true)])
        }
        add("not") { world, capture in world.first.map { capture.keep($0.number < 3) }.not() }
    }

    /// Operators that pass on the elements of several streams.
    mutating func addMerging() {
        let (all, cut) = ("1 1 2 3 |", "1 1 2 x(error)")
        let first: [Rule: String] = [.orderAtTheEnd: Excuse.first]
        let goesOn: [Rule: String] = [.completionIsForwarded: Excuse.goesOn]
        add(
            "merge()",
            excusing: first,
            gives: all,
            fails: cut,
            pair: .gate(passesAll: true) { Self.open($0, $1).merge() }
        ) {
            world,
            capture in world.first.map { capture.keep(Observable.just($0)) }.merge()
        }
        add("merge(_:)", excusing: goesOn, gives: all, fails: cut, pair: .gate(passesAll: true)) { world, _ in
            Observable.merge(world.first, world.second)
        }
        add("merge(with:)", excusing: goesOn) { world, capture in
            world.first.map { capture.keep($0) }.merge(with: world.second)
        }
        add(
            "merge(maxConcurrent:)",
            gives: all,
            fails: cut,
            pair: .gate(passesAll: true) { Self.open($0, $1).merge(maxConcurrent: 2) }
        ) {
            world,
            capture in world.first.map { capture.keep(Observable.just($0)) }.merge(maxConcurrent: 2)
        }
        addKeeping("merge(maxConcurrent:), one at a time") { world in
            world.first.map { element in world.second.take(1).startWith(element) }.merge(maxConcurrent: 1)
        }
        add(
            "flatMap",
            excusing: first,
            gives: all,
            fails: cut,
            pair: .gate(passesAll: true) { Self.open($0, $1).flatMap { $0 } }
        ) {
            world,
            capture in world.first.flatMap { capture.keep(Observable.just($0)) }
        }
        add(
            "flatMap, several",
            excusing: first,
            gives: "1 1 1 1 2 2 3 3 |",
            fails: "1 1 1 1 2 2 x(error)"
        ) { world, capture in world.first.flatMap { capture.keep(Self.burst($0, $0)) } }
        addKeeping("flatMap of what holds") { $0.first.flatMap { Self.holding($0) } }
        add("flatMap(maxConcurrent:)") { world, capture in
            world.first.flatMap(maxConcurrent: 2) { capture.keep(Observable.just($0)) }
        }
        addKeeping("flatMap(maxConcurrent:), longer") { world in
            world.first.flatMap(maxConcurrent: 2) { Observable.just($0).concat(world.second.take(1)) }
        }
        add(
            "flatMap(onNext:onError:onCompleted:)",
            excusing: Excuse.becomesAnElement.merging(first) { $1 }
        ) { world, capture in
            let make = world.make
            return world.first.flatMap(
                onNext: { capture.keep(Observable.just($0)) },
                onError: { _ in capture.keep(.just(make())) },
                onCompleted: { capture.keep(.just(make())) }
            )
        }
        add(
            "flatMapFirst",
            excusing: [
                .emitInsideNext: "what comes while a source is active is ignored", .orderAtTheEnd: Excuse.first,
            ],
            gives: all,
            fails: cut,
            pair: .gate { Self.open($0, $1).flatMapFirst { $0 } }
        ) { world, capture in world.first.flatMapFirst { capture.keep(Observable.just($0)) } }
        add(
            "flatMapLatest",
            excusing: first,
            gives: all,
            fails: cut,
            pair: .gate { Self.open($0, $1).flatMapLatest { $0 } }
        ) { world, capture in world.first.flatMapLatest { capture.keep(Observable.just($0)) } }
        addKeeping("flatMapLatest of what holds") { $0.first.flatMapLatest { Self.holding($0) } }
        add("switchLatest", excusing: first, gives: all, fails: cut, pair: .gate { Self.open($0, $1).switchLatest() }) {
            world,
            capture in world.first.map { capture.keep(Observable.just($0)) }.switchLatest()
        }
        addKeeping("switchLatest of what holds") { $0.first.map { Self.holding($0) }.switchLatest() }
        add("concat()", gives: all, fails: cut, pair: .gate { Self.open($0, $1).concat() }) { world, capture in
            world.first.map { capture.keep(Observable.just($0)) }.concat()
        }
        add("concat(_:)", excusing: first, gives: "1 1 2 3 10 |", fails: cut, pair: .turns { $0.concat($1) }) {
            world,
            capture in world.first.concat(Observable.just(world.make()).map { capture.keep($0) })
        }
        addKeeping("concat(_:) of two") { $0.first.take(2).concat($0.second) }
        add("concat(_:) of a collection", excusing: first, gives: all, fails: cut) { world, capture in
            Observable.concat([.empty(), world.first, .empty()]).map { capture.keep($0) }
        }
        addKeeping("concat(_:) of many") { world in
            Observable.concat((0..<8).map { _ in world.first.take(1).concat(Self.holding(world.make()).take(1)) })
        }
        add("concat(_:) of a sequence", excusing: first) { world, capture in
            Observable.concat(AnySequence([world.first, .just(world.make())])).map { capture.keep($0) }
        }
        add("concatMap", gives: all, fails: cut, pair: .gate { Self.open($0, $1).concatMap { $0 } }) { world, capture in
            world.first.concatMap { capture.keep(Observable.just($0)) }
        }
        addKeeping("concatMap of what goes on") { world in
            world.first.concatMap { element in world.second.take(1).map { [element, $0] } }
        }
        add("concatMapEager(maxConcurrent:)") { world, capture in
            world.first.concatMapEager(maxConcurrent: 2) { capture.keep(Observable.just($0)) }
        }
        addKeeping("concatMapEager of what goes on") { world in
            world.first.concatMapEager(maxConcurrent: 2) { element in
                Observable.of(element, world.make()).concat(world.second.take(1))
            }
        }
        add("startWith", gives: "10 10 1 1 2 3 |", fails: "10 10 1 1 2 x(error)") { world, _ in
            world.first.startWith(world.make(), world.make())
        }
        add(
            "startWith(contentsOf:)",
            excusing: [
                .endDuringSubscription: "the source is not subscribed to when the stream ends before it"
            ]
        ) { world, capture in
            world.first.map { capture.keep($0) }.startWith(contentsOf: [world.make(), world.make()])
        }
        add("endWith", excusing: first) { world, capture in
            world.first.map { capture.keep($0) }.endWith(world.make(), world.make())
        }
        add("then", excusing: first) { world, capture in
            world.first.map { capture.keep($0) }
                .then(Observable.just(world.make()).map { capture.keep($0) })
        }
        add("then, its second source") { world, capture in
            Observable.of("a").then(world.first.map { capture.keep($0) })
        }
        add("mergeDelayingErrors", excusing: first) { world, capture in
            Observable.mergeDelayingErrors([.empty(), world.first.map { capture.keep($0) }])
        }
        addKeeping("mergeDelayingErrors of two") { Observable.mergeDelayingErrors([$0.first, $0.second]) }
        add("concatDelayingErrors") { world, capture in
            Observable.concatDelayingErrors([.empty(), world.first.map { capture.keep($0) }])
        }
        addKeeping("concatDelayingErrors of two") { Observable.concatDelayingErrors([$0.first, $0.second]) }
        add("expand") { world, capture in
            let make = world.make
            return world.first.expand { capture.keep($0.number < 10 ? Observable.just(make()) : .empty()) }
        }
        add("expand(maxConcurrent:)") { world, capture in
            let make = world.make
            return world.first.expand(maxConcurrent: 1) {
                capture.keep($0.number < 10 ? Observable.just(make()) : .empty())
            }
        }
        addKeeping("expand(maxConcurrent:), two at a time") { world in
            var left = 40
            return world.first.expand(maxConcurrent: 2) { element -> Observable<Element> in
                left -= 1
                return left > 0 ? Observable.of(element, world.make()).take(1) : .empty()
            }
        }
        add("mergeScan", excusing: first) { world, capture in
            world.first.mergeScan(world.make()) { capture.keep(Observable.just($1)) }
        }
        addKeeping("mergeScan of two") { world in world.first.mergeScan(world.make()) { Observable.of($0, $1) } }
        add("switchScan", excusing: first) { world, capture in
            world.first.switchScan(world.make()) { capture.keep(Observable.just($1)) }
        }
        addKeeping("switchScan of what goes on") { world in
            world.first.switchScan(world.make()) { Observable.just($1).concat(world.second) }
        }
        add("switchOnFirst") { world, capture in world.first.switchOnFirst { capture.keep($1) } }
        addKeeping("switchOnFirst, its last") { $0.first.switchOnFirst { $1.takeLast(2) } }
    }
}
