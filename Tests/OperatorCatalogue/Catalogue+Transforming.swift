import Foundation
import Millrace
import MillraceOperators

extension Catalogue {
    mutating func addCreation() {
        add("the source itself") { world, _ in world.first }
        add("create") { world, capture in
            Observable.create { observer in world.first.map { capture.keep($0) }.subscribe(observer) }
        }
        add("a type of the user's own") { world, capture in Passthrough(source: world.first, capture: capture) }
        add("deferred") { world, capture in Observable.deferred { capture.keep(world.first) } }
        add("using") { world, capture in
            Observable.using(
                { capture.keep(SerialDisposable()) },
                observableFactory: { _ in capture.keep(world.first) }
            )
        }
        addKeeping("using, a resource for each") { world in
            world.first.flatMapLatest { element in
                Observable.using({
                    CompositeDisposable(disposables: [Disposables.create { withExtendedLifetime(element) {} }])
                }) { _ in Observable.just(element).concat(Observable.never()) }
            }
        }
        add("create(pausable:)") { world, capture in
            Observable.create(pausable: { observer, _ in
                world.first.map { capture.keep($0) }.subscribe(observer)
            })
        }
        add("fromCallable") { world, capture in
            world.first.concatMap { element in Observable.fromCallable { capture.keep(element) } }
        }
        add("fromAsync") { world, capture in
            world.first.concatMap { element in Observable<Element>.fromAsync { $0(capture.keep(element)) } }
        }
        add("fromHandler(add:remove:)") { world, capture in
            Observable<Event<Element>>.fromHandler(
                add: { handler in world.first.subscribe { handler(capture.keep($0)) } },
                remove: { $0.dispose() }
            )
            .dematerialize()
        }
        add("iif") { world, capture in
            Observable.iif({ capture.keep(true) }, then: world.first, otherwise: world.second)
        }
        add(
            "intervalRange(start:count:)",
            sends: [1, 2, 3],
            excusing: [.endDuringSubscription: Excuse.waits],
            passing: 1
        ) {
            world,
            capture in
            let (scheduler, time) = (world.scheduler, world.time)
            return world.first.concatMap { element in
                Observable<Int>
                    .intervalRange(
                        start: element.number,
                        count: 1,
                        initialDelay: time(0),
                        period: time(1),
                        scheduler: scheduler
                    )
                    .map { _ in capture.keep(element) }
            }
        }
        add("once") { world, capture in world.first.concatMap { Observable.once(capture.keep($0)) } }
        add("cascade", excusing: [.completionIsForwarded: "the source before it may yet begin"]) { world, capture in
            Observable.cascade([.never(), world.first.map { capture.keep($0) }])
        }
        add("cascade, an earlier source") { world, capture in
            Observable.cascade([world.first.map { capture.keep($0) }, .empty()])
        }
        addKeeping("cascade of two") { Observable.cascade([$0.first, $0.second]) }
        add("usingWhen", excusing: [.orderAtTheEnd: "the source is disposed before the cleanup begins"]) {
            world,
            capture in
            Observable<Element>.usingWhen(
                { capture.keep(1) },
                observableFactory: { _ in world.first.map { capture.keep($0) } },
                asyncCleanup: { _ in capture.keep(Completable.empty()) }
            )
        }
        addKeeping("usingWhen, a resource for each") { world in
            world.first.flatMapLatest { element in
                Observable.usingWhen(
                    { element },
                    observableFactory: { Observable.just([$0]).concat(Observable.never()) },
                    asyncCleanup: { element in Completable.empty().do(onCompleted: { _ = element.key }) }
                )
            }
        }
    }

    mutating func addTransforming() {
        let (all, cut) = ("1 1 2 3 |", "1 1 2 x(error)")
        add("map", gives: "<1> <1> <2> <3> |", fails: "<1> <1> <2> x(error)") { world, capture in
            world.first.map { capture.keep("<\($0.number)>") }
        }
        add("map and filter") { world, capture in
            world.first.map { $0.number + 1 }.filter { capture.keep($0 > 2) }
        }
        add("compactMap", gives: "1 1 3 |", fails: "1 1 x(error)") { world, capture in
            world.first.compactMap { capture.keep($0.number == 2 ? nil : $0) }
        }
        #if Foundation
            add("decode(type:decoder:)") { world, capture in
                world.first.map { Data("\(capture.keep($0).number)".utf8) }.decode(
                    type: Int.self,
                    decoder: JSONDecoder()
                )
            }
            add("encode(encoder:)") { world, capture in
                world.first.map { capture.keep($0.number) }.encode(encoder: JSONEncoder())
                    .map { String(decoding: $0, as: UTF8.self) }
            }
        #endif
        add(
            "enumerated",
            gives: "(index: 0, element: 1) (index: 1, element: 1) (index: 2, element: 2) (index: 3, element: 3) |",
            fails: "(index: 0, element: 1) (index: 1, element: 1) (index: 2, element: 2) x(error)"
        ) { world, _ in world.first.enumerated() }
        add("scan", gives: "[1] [1, 1] [1, 1, 2] [1, 1, 2, 3] |", fails: "[1] [1, 1] [1, 1, 2] x(error)") {
            world,
            capture in world.first.scan([Element]()) { capture.keep($0 + [$1]) }
        }
        addKeeping("scan, the latest") { world in world.first.scan(world.make()) { $1 } }
        addKeeping("scan, pairs") { world in
            world.first.scan([Element]()) { $0.suffix(1) + [$1] }.filter { $0.count == 2 }
        }
        // The closure must not make the source emit, so it drops nothing.
        add("scan(into:)", gives: "[1] [1, 1] [1, 1, 2] [1, 1, 2, 3] |", fails: "[1] [1, 1] [1, 1, 2] x(error)") {
            world,
            capture in world.first.scan(into: [Element]()) { $0.append(capture.keep($1)) }
        }
        add("scan(_:)", gives: all, fails: cut) { world, capture in world.first.scan { capture.keep($1) } }
        add(
            "materialize",
            excusing: Excuse.becomesAnElement,
            gives: "next(1) next(1) next(2) next(3) completed |",
            fails: "next(1) next(1) next(2) error(error) |"
        ) { world, _ in world.first.materialize() }
        addKeeping("materialize, its elements") { $0.first.materialize().map { $0.element.map { [$0] } ?? [] } }
        add("dematerialize", gives: all, fails: cut) { world, _ in
            world.first.map { Event.next($0) }.dematerialize()
        }
        add("materialize and dematerialize", gives: all, fails: cut) { world, _ in
            world.first.materialize().dematerialize()
        }
        add("groupBy", gives: "1 0 |", fails: "1 0 x(error)") { world, capture in
            world.first.groupBy { capture.keep($0.number % 2) }.map { $0.key }
        }
        add(
            "groupBy and merge",
            excusing: [.orderAtTheEnd: "the groups end first, and are disposed"],
            gives: all,
            fails: cut
        ) { world, capture in world.first.groupBy { capture.keep($0.number % 2) }.flatMap { $0 } }
        addKeeping("groupBy, a key for each") { $0.first.groupBy { $0.key }.flatMap { $0.asObservable() } }
        addKeeping("groupBy, few keys") {
            $0.first.groupBy { $0.number % 2 }.flatMap { $0.asObservable().takeLast(1) }
        }
        addRaced("groupBy", .turns { first, _ in first.groupBy { $0.number % 2 }.flatMap { $0 } })
        add("groupBy(keySelector:elementSelector:)", excusing: [.orderAtTheEnd: Excuse.windows]) { world, capture in
            world.first.groupBy(keySelector: { capture.keep($0.number % 2) }, elementSelector: { capture.keep($0) })
                .flatMap { $0 }
        }
        addEndingGroups()
        add("withUnretained", gives: all, fails: cut) { world, capture in
            world.first.withUnretained(anchor) { capture.keep($1) }
        }
        add("pairwise") { world, _ in world.first.startWith(world.make()).pairwise().map { [$0, $1] } }
        add("nwise") { world, capture in world.first.startWith(world.make()).nwise(2).map { capture.keep($0) } }
        addKeeping("nwise, three") { $0.first.nwise(3) }
        add("unwrap") { world, capture in world.first.map { Optional(capture.keep($0)) }.unwrap() }
        add("mapTo") { world, capture in world.first.map { capture.keep($0) }.mapTo(world.make()) }
        add("mapAt") { world, capture in world.first.map { capture.keep($0) }.mapAt(\.number) }
        add("mapMany") { world, capture in world.first.map { [$0] }.mapMany { capture.keep($0) } }
        add("filterMany") { world, capture in world.first.map { [$0] }.filterMany { capture.keep($0.number >= 0) } }
        add("ofType") { world, capture in world.first.map { capture.keep($0 as Any) }.ofType(Element.self) }
        add("cast") { world, capture in world.first.map { capture.keep($0 as Any) }.cast(Element.self) }
        add("partition") { world, capture in world.first.partition { capture.keep($0.number >= 0) }.matches }
        add("filterMap") { world, capture in
            world.first.filterMap { $0.number == 2 ? .ignore : .map(capture.keep($0)) }
        }
        add("apply") { world, capture in world.first.apply { $0.map { capture.keep($0) } } }
        add("replaceNil(with:)") { world, capture in
            world.first.map { capture.keep($0.number == 2 ? nil : $0) }.replaceNil(with: world.make())
        }
        add("timestamp(scheduler:)") { world, capture in
            world.first.map { capture.keep($0) }.timestamp(scheduler: world.scheduler).map { $0.element }
        }
        add("timeInterval(scheduler:)") { world, capture in
            world.first.map { capture.keep($0) }.timeInterval(scheduler: world.scheduler).map { $0.element }
        }
    }

    private mutating func addEndingGroups() {
        let (all, cut) = ("1 1 2 3 |", "1 1 2 x(error)")
        let windows: [Rule: String] = [.orderAtTheEnd: Excuse.windows]
        add("groupBy(_:atMost:)", gives: "1 0 1 |", fails: "1 0 x(error)") { world, capture in
            world.first.groupBy({ capture.keep($0.number % 2) }, atMost: 1).map { $0.key }
        }
        add("groupBy(_:atMost:) and merge", excusing: windows, gives: all, fails: cut) { world, capture in
            world.first.groupBy({ capture.keep($0.number % 2) }, atMost: 1).flatMap { $0 }
        }
        addKeeping("groupBy(_:atMost:), a key for each") {
            $0.first.groupBy({ $0.key }, atMost: 2).flatMap { $0.asObservable().takeLast(1) }
        }
        add("groupBy(_:idle:)", excusing: windows, passing: 5) { world, capture in
            world.first.groupBy({ capture.keep($0.number % 2) }, idle: world.time(3), scheduler: world.scheduler)
                .flatMap { $0 }
        }
        addKeeping("groupBy(_:idle:), a key for each", passing: 5) {
            $0.first.groupBy({ $0.key }, idle: $0.time(12), scheduler: $0.scheduler)
                .flatMap { $0.asObservable().takeLast(1) }
        }
        add("groupBy(_:until:)", excusing: windows, pair: .gate(holds: true)) { world, capture in
            world.first.groupBy({ $0.number % 2 }, until: { _ in capture.keep(world.second) }).flatMap { $0 }
        }
        add("groupBy(_:until:), the group itself", excusing: windows, gives: all, fails: cut) { world, capture in
            world.first.groupBy({ $0.number % 2 }, until: { capture.keep($0.skip(1)) }).flatMap { $0 }
        }
        addKeeping("groupBy(_:until:), a key for each") { world in
            world.first.groupBy({ $0.key }, until: { _ in world.second })
                .flatMap { $0.asObservable().takeLast(1) }
        }
    }

    mutating func addCollecting() {
        let notBefore = "nothing is emitted before the end"
        add("buffer(count:)") { world, capture in world.first.buffer(count: 2).map { capture.keep($0) } }
        add("buffer(count:skip:), overlapping") { world, capture in
            world.first.buffer(count: 3, skip: 1).map { capture.keep($0) }
        }
        add("buffer(count:skip:), apart") { world, capture in
            world.first.buffer(count: 1, skip: 2).map { capture.keep($0) }
        }
        addKeeping("buffer(count:skip:), two of three") { $0.first.buffer(count: 2, skip: 3) }
        add("buffer(until:)") { world, capture in
            world.first.buffer(until: { capture.keep($0.number % 3 == 0) })
        }
        add("buffer(boundary:)", excusing: [.endDuringSubscription: notBefore]) { world, capture in
            world.first.buffer(boundary: world.second.concat(Observable.never())).map { capture.keep($0) }
        }
        add("buffer(boundary:), the boundary") { world, capture in
            world.second.buffer(boundary: world.first).map { capture.keep($0) }
        }
        add("bufferWithTrigger", excusing: [.endDuringSubscription: notBefore]) { world, capture in
            world.first.bufferWithTrigger(world.second).map { capture.keep($0) }
        }
        add("window(count:)", excusing: [.orderAtTheEnd: Excuse.windows]) { world, capture in
            world.first.window(count: 2).flatMap { capture.keep($0) }
        }
        add("window(count:skip:), overlapping", excusing: [.orderAtTheEnd: Excuse.windows]) { world, capture in
            world.first.window(count: 3, skip: 1).flatMap { capture.keep($0) }
        }
        addKeeping("window(count:skip:), its last") { $0.first.window(count: 2, skip: 1).flatMap { $0.takeLast(2) } }
        add("window(boundary:)", excusing: [.orderAtTheEnd: Excuse.windows]) { world, capture in
            world.first.window(boundary: world.second).flatMap { capture.keep($0) }
        }
        addKeeping("window(boundary:), its last") {
            $0.first.window(boundary: $0.second).flatMap { $0.takeLast(1) }
        }
    }
}

/// What `withUnretained` does not hold.
private let anchor = Anchor()

final class Anchor: Sendable {}

/// An operator as a user would write one without `create`.
private struct Passthrough<Element>: ObservableType, @unchecked Sendable {
    let source: Observable<Element>
    let capture: Capture

    func asObservable() -> Observable<Element> {
        Observable.create { [source, capture] observer in
            source.subscribe { event in observer.on(capture.keep(event)) }
        }
    }

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable where Observer.Element == Element {
        asObservable().subscribe(observer)
    }
}
