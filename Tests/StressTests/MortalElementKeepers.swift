import Foundation
import Millrace
import MillraceOperators
import TestSupport

/// Something that keeps elements, or objects of a user's, from one event to the next.
struct Keeper<Element: MortalElement> {
    typealias World = MortalWorld<Element>

    let name: String
    let apply: (World) -> Observable<[Element]>

    init(_ name: String, _ apply: @escaping (World) -> Observable<[Element]>) {
        self.name = name
        self.apply = apply
    }

    static var all: [Keeper] {
        companions + joining + timing + stateful + succeeding + subjects + disposables + transformingOperators
            + creatingAndCombining + filteringOperators
    }

    private static var companions: [Keeper] {
        [
            Keeper("withLatestFrom") { $0.first.withLatestFrom($0.second) { [$0, $1] } },
            Keeper("withLatestFrom itself") { $0.first.withLatestFrom($0.first) { [$0, $1] } },
            Keeper("Signal.withLatestFrom") {
                $0.first.asSignal(onErrorSignalWith: .empty())
                    .withLatestFrom($0.second.asSignal(onErrorSignalWith: .empty())).asObservable().map { [$0] }
            },
            Keeper("sample") { $0.first.sample($0.second).map { [$0] } },
            Keeper("sample with a default") { $0.first.sample($0.second, defaultValue: $0.make()).map { [$0] } },
            Keeper("take(until:)") { $0.first.take(until: $0.second.skip(3)).map { [$0] } },
            Keeper("skip(until:)") { $0.first.skip(until: $0.second).map { [$0] } },
            Keeper("amb") { $0.first.amb($0.second).map { [$0] } },
        ]
    }

    private static var joining: [Keeper] {
        [
            Keeper("combineLatest") { Observable.combineLatest($0.first, $0.second) { [$0, $1] } },
            Keeper("combineLatest of 3") { Observable.combineLatest($0.first, $0.second, $0.first) { [$0, $1, $2] } },
            Keeper("combineLatest of 8") { world in
                let (a, b) = (world.first, world.second)
                return Observable.combineLatest(a, b, a, b, a, b, a, b) { [$0, $1, $2, $3, $4, $5, $6, $7] }
            },
            Keeper("combineLatest of a collection") { Observable.combineLatest([$0.first, $0.second]) { $0 } },
            Keeper("zip") { Observable.zip($0.first, $0.second) { [$0, $1] } },
            Keeper("zip of 3") { Observable.zip($0.first, $0.second, $0.first) { [$0, $1, $2] } },
            Keeper("zip of 8") { world in
                let (a, b) = (world.first, world.second)
                return Observable.zip(a, b, a, b, a, b, a, b) { [$0, $1, $2, $3, $4, $5, $6, $7] }
            },
            Keeper("zip of a collection") { Observable.zip([$0.first, $0.second]) { $0 } },
        ]
    }

    private static func time(_ milliseconds: Int) -> RxTimeInterval { .milliseconds(milliseconds) }

    private static func timing(_ name: String, _ scheduler: @escaping (World) -> SchedulerType) -> [Keeper] {
        [
            Keeper("debounce\(name)") { $0.first.debounce(time(5), scheduler: scheduler($0)).map { [$0] } },
            Keeper("throttle\(name)") { $0.first.throttle(time(15), scheduler: scheduler($0)).map { [$0] } },
            Keeper("throttle of the first\(name)") {
                $0.first.throttle(time(15), latest: false, scheduler: scheduler($0)).map { [$0] }
            },
            Keeper("throttle for no time\(name)") { $0.first.throttle(time(0), scheduler: scheduler($0)).map { [$0] } },
            Keeper("delay\(name)") { $0.first.delay(time(12), scheduler: scheduler($0)).map { [$0] } },
            Keeper("timeout\(name)") {
                $0.first.timeout(time(15), other: $0.second, scheduler: scheduler($0)).map { [$0] }
            },
            Keeper("buffer\(name)") { $0.first.buffer(timeSpan: time(25), count: 3, scheduler: scheduler($0)) },
            Keeper("window\(name)") {
                $0.first.window(timeSpan: time(25), count: 3, scheduler: scheduler($0)).flatMap { $0 }.map { [$0] }
            },
            Keeper("window's last\(name)") {
                $0.first.window(timeSpan: time(25), count: 3, scheduler: scheduler($0)).flatMap { $0.takeLast(2) }
                    .map { [$0] }
            },
            Keeper("observe(on:)\(name)") { $0.first.observe(on: scheduler($0)).map { [$0] } },
            Keeper("observe(on:) with a capacity\(name)") {
                $0.first.observe(on: scheduler($0), capacity: 2, overflow: .dropOldest).map { [$0] }
            },
            Keeper("an action's state\(name)") { world in
                let timer = SerialDisposable()
                return Observable.create { observer in
                    Disposables.create(
                        timer,
                        world.first.subscribe(
                            onNext: { element in
                                timer.disposable = scheduler(world).scheduleRelative(element, dueTime: time(5)) {
                                    observer.onNext([$0])
                                    return Disposables.create()
                                }
                            },
                            onError: { _ in }
                        )
                    )
                }
            },
            Keeper("periodic work's state\(name)") { world in
                Observable.create { observer in
                    Disposables.create(
                        scheduler(world).schedulePeriodic(
                            world.make(),
                            startAfter: time(1),
                            period: time(10)
                        ) { element in
                            observer.onNext([element])
                            return world.make()
                        },
                        world.first.subscribe(onNext: { _ in }, onError: { _ in })
                    )
                }
            },
        ]
    }

    private static var timing: [Keeper] {
        timing("") { $0.scheduler } + timing(", virtual time") { $0.clock }
    }

    private static var stateful: [Keeper] {
        [
            Keeper("scan") { world in world.first.scan(world.make()) { $1 }.map { [$0] } },
            // The closure must not make the source emit, so it drops nothing.
            Keeper("scan(into:)") { $0.first.scan(into: []) { $0.append($1) } },
            Keeper("reduce") { world in world.first.reduce(world.make()) { $1 }.map { [$0] } },
            Keeper("takeLast") { $0.first.takeLast(2).map { [$0] } },
            Keeper("toArray") { $0.first.toArray().asObservable() },
            Keeper("distinctUntilChanged") { $0.first.distinctUntilChanged { _, _ in false }.map { [$0] } },
            Keeper("distinctUntilChanged by a key") { $0.first.distinctUntilChanged { $0.life }.map { [$0] } },
            Keeper("distinctUntilChanged at a property") { $0.first.distinctUntilChanged(at: \.life).map { [$0] } },
            Keeper("pairs") {
                $0.first.scan([Element]()) { $0.suffix(1) + [$1] }.filter { $0.count == 2 }
            },
            Keeper("groupBy") { $0.first.groupBy { $0.life }.flatMap { $0.asObservable() }.map { [$0] } },
            Keeper("groupBy few keys") {
                $0.first.groupBy { $0.life.number % 2 }.flatMap { $0.asObservable().takeLast(1) }.map { [$0] }
            },
            Keeper("single") { $0.first.take(1).single().map { [$0] } },
            Keeper("element(at:)") { $0.first.element(at: 2).map { [$0] } },
            Keeper("first") { $0.first.first().asObservable().map { $0.map { [$0] } ?? [] } },
            Keeper("asSingle") { $0.first.take(1).asSingle().asObservable().map { [$0] } },
            Keeper("asMaybe") { $0.first.take(1).asMaybe().asObservable().map { [$0] } },
            Keeper("ifEmpty(default:)") { $0.first.ifEmpty(default: $0.make()).map { [$0] } },
            Keeper("ifEmpty(switchTo:)") { $0.first.ifEmpty(switchTo: $0.second).map { [$0] } },
            Keeper("startWith") { $0.first.startWith($0.make()).map { [$0] } },
            Keeper("materialize") { $0.first.materialize().map { $0.element.map { [$0] } ?? [] } },
        ]
    }

    /// A source that holds an element for as long as it is subscribed to.
    private static func holding(_ element: Element) -> Observable<Element> {
        Observable.create { observer in
            observer.onNext(element)
            return Disposables.create { withExtendedLifetime(element) {} }
        }
    }

    /// A source that fails with an object at each third element, and what goes on after it; and the second source.
    private static func failing(
        _ name: String,
        _ recover: @escaping (Observable<Element>, SchedulerType) -> Observable<Element>
    ) -> Keeper {
        Keeper(name) { world in
            let failing: Observable<Element> = world.first.enumerated().map { number, element in
                if number % 3 == 2 { throw MortalError(element.life) }
                return element
            }
            return Observable.merge(recover(failing, world.scheduler), world.second).map { [$0] }
        }
    }

    private static var succeeding: [Keeper] {
        [
            Keeper("switchLatest") { $0.first.map { holding($0) }.switchLatest().map { [$0] } },
            Keeper("flatMapLatest") { $0.first.flatMapLatest { holding($0) }.map { [$0] } },
            Keeper("flatMapLatest of one") { $0.first.flatMapLatest { Observable.just($0) }.map { [$0] } },
            Keeper("flatMap") { $0.first.flatMap { holding($0) }.map { [$0] } },
            Keeper("flatMapFirst") { $0.first.flatMapFirst { Observable.just($0) }.map { [$0] } },
            Keeper("merge") { world in Observable.merge(world.first, world.second).map { [$0] } },
            Keeper("merge(maxConcurrent:)") { world in
                world.first.map { element in world.second.take(1).startWith(element) }.merge(maxConcurrent: 1)
                    .map { [$0] }
            },
            Keeper("concatMap") { world in
                world.first.concatMap { element in world.second.take(1).map { [element, $0] } }
            },
            Keeper("concat") { $0.first.take(2).concat($0.second).map { [$0] } },
            Keeper("concat of many") { world in
                Observable.concat((0..<8).map { _ in world.first.take(1).concat(holding(world.make()).take(1)) })
                    .map { [$0] }
            },
            Keeper("catch") { world in
                world.first.map { throw MortalError($0.life) }.catch { _ in world.second }.map { [$0] }
            },
            Keeper("catchAndReturn") {
                $0.first.map { throw MortalError($0.life) }.catchAndReturn($0.make()).map { [$0] }
            },
            Keeper("catch(sequence:)") { world in
                let failing: Observable<Element> = world.both.map { throw MortalError($0.life) }
                return Observable.catch(sequence: [failing, failing, failing, world.first]).map { [$0] }
            },
            failing("retry") { source, _ in source.retry(20) },
            failing("retry(when:)") { source, _ in
                source.retry(when: { (errors: Observable<Error>) in errors.take(20) })
            },
            failing("an error after debounce") { $0.debounce(time(25), scheduler: $1).retry(20) },
            failing("an error after throttle") { $0.throttle(time(25), scheduler: $1).retry(20) },
            failing("an error after delay") { $0.delay(time(50), scheduler: $1).retry(20) },
            failing("an error after buffer") {
                $0.buffer(timeSpan: time(50), count: 5, scheduler: $1).retry(20).flatMap { Observable.from($0) }
            },
            failing("an error after window") {
                $0.window(timeSpan: time(50), count: 5, scheduler: $1).retry(20)
                    .flatMap { $0.takeLast(2).catch { _ in .empty() } }
            },
            failing("an error after merge(maxConcurrent:)") { source, _ in
                source.map { holding($0) }.merge(maxConcurrent: 1).retry(20)
            },
            failing("an error after share") { source, _ in source.share(replay: 1).retry(20) },
            Keeper("using") { world in
                world.first.flatMapLatest { element in
                    Observable.using({
                        CompositeDisposable(disposables: [Disposables.create { withExtendedLifetime(element) {} }])
                    }) { _ in
                        Observable.just(element).concat(Observable.never())
                    }
                }.map { [$0] }
            },
        ]
    }

    /// Both sources into a subject, and the observer on that.
    private static func through<Subject: SubjectType>(_ name: String, _ make: @escaping (World) -> Subject) -> Keeper
    where Subject.Element == Element, Subject.Observer.Element == Element {
        Keeper(name) { world in
            let subject = make(world)
            let (input, output) = (subject.asObserver(), subject.asObservable().map { [$0] })
            return Observable.create { observer in
                Disposables.create(output.subscribe(observer), world.both.subscribe(input))
            }
        }
    }

    private static var subjects: [Keeper] {
        [
            through("AsyncSubject") { _ in AsyncSubject() },
            through("PublishSubject") { _ in PublishSubject() },
            through("BehaviorSubject") { BehaviorSubject(value: $0.make()) },
            through("ReplaySubject of 1") { _ in ReplaySubject.create(bufferSize: 1) },
            through("ReplaySubject of 3") { _ in ReplaySubject.create(bufferSize: 3) },
            through("ReplaySubject of all") { _ in ReplaySubject.createUnbounded() },
            through("ReplaySubject with a window") {
                ReplaySubject.create(window: time(15), scheduler: $0.scheduler)
            },
            Keeper("BehaviorRelay") { world in
                let relay = BehaviorRelay(value: world.make())
                return Observable.create { observer in
                    Disposables.create(
                        relay.map { [$0, relay.value] }.subscribe(observer),
                        world.both.catch { _ in .empty() }.bind(to: relay)
                    )
                }
            },
            Keeper("ReplayRelay") { world in
                let relay = ReplayRelay<Element>.create(bufferSize: 2)
                return Observable.create { observer in
                    Disposables.create(
                        relay.map { [$0] }.subscribe(observer),
                        world.both.catch { _ in .empty() }.bind(to: relay)
                    )
                }
            },
            Keeper("Broadcast") { world in
                let feed = Broadcast<Element>(replay: 2, capacity: 3)
                return Observable.create { observer in
                    Disposables.create(
                        feed.asObservable(onLag: .skip).map { [$0] }.subscribe(observer),
                        world.both.subscribe(
                            onNext: { feed.send($0) },
                            onError: { feed.finish(throwing: $0) },
                            onCompleted: { feed.finish() }
                        )
                    )
                }
            },
            Keeper("disposed ReplaySubject") { world in
                let subject = ReplaySubject<Element>.create(bufferSize: 3)
                return Observable.create { observer in
                    Disposables.create(
                        world.first.subscribe(subject),
                        subject.subscribe(onNext: { observer.onNext([$0]) }, onError: { _ in }),
                        world.second.skip(2).subscribe(onNext: { _ in subject.dispose() }, onError: { _ in })
                    )
                }
            },
            Keeper("share(replay: 1)") { shared($0.first.share(replay: 1), $0) },
            Keeper("share(replay: 2)") { shared($0.first.share(replay: 2), $0) },
            Keeper("share(replay: 2, scope: .forever)") { shared($0.first.share(replay: 2, scope: .forever), $0) },
            Keeper("replay") { shared($0.first.replay(2).refCount(), $0) },
            Keeper("autoConnect") { shared($0.first.replay(1).autoConnect(), $0) },
            Keeper("cache") { shared($0.first.cache(), $0) },
            Keeper("share(replay:resettingOn:)") {
                shared($0.first.share(replay: 2, resettingOn: [.error, .completion, .refCountZero]), $0)
            },
            through("UnicastSubject") { _ in UnicastSubject.createUnbounded() },
            Keeper("UnicastSubject that drops") { world in
                let subject = UnicastSubject<Element>.create(bufferSize: 2)
                return Observable.create { observer in
                    let input = world.both.subscribe(subject)
                    let output = world.second.take(1).flatMap { _ in subject }.map { [$0] }.subscribe(observer)
                    return Disposables.create(output, input)
                }
            },
            Keeper("SingleSubject") { world in
                world.first.flatMapLatest { element in
                    let subject = SingleSubject<Element>()
                    subject.onSuccess(element)
                    return subject.asSingle()
                }.map { [$0] }
            },
            Keeper("asSerialized") { $0.both.asSerialized().map { [$0] } },
            Keeper("usingWhen") { world in
                world.first.flatMapLatest { element in
                    Observable.usingWhen(
                        { element },
                        observableFactory: { Observable.just([$0]).concat(Observable.never()) },
                        asyncCleanup: { element in Completable.empty().do(onCompleted: { _ = element.life }) }
                    )
                }
            },
        ]
    }

    /// One subscriber that stays, and one that comes anew with each element of the second source.
    private static func shared(_ source: Observable<Element>, _ world: World) -> Observable<[Element]> {
        Observable.merge(source, world.second.flatMapLatest { _ in source }).map { [$0] }
    }

    private static var disposables: [Keeper] {
        [
            Keeper("SerialDisposable") { world in
                kept(world, in: SerialDisposable()) { $0.disposable = $1 }
            },
            Keeper("CompositeDisposable") { world in
                var key: CompositeDisposable.DisposeKey?
                return kept(world, in: CompositeDisposable()) { composite, disposable in
                    let former = key
                    key = composite.insert(disposable)
                    if let former { composite.remove(for: former) }
                }
            },
            Keeper("SingleAssignmentDisposable") { world in
                var latest = SingleAssignmentDisposable()
                return kept(world, in: CompositeDisposable()) { _, disposable in
                    let former = latest
                    latest = SingleAssignmentDisposable()
                    latest.setDisposable(disposable)
                    former.dispose()
                }
            },
            Keeper("ScheduledDisposable") { world in
                kept(world, in: SerialDisposable()) {
                    $0.disposable = ScheduledDisposable(scheduler: world.scheduler, disposable: $1)
                }
            },
            Keeper("DisposeBag") { world in
                var bag = DisposeBag()
                return kept(world, in: SerialDisposable()) { _, disposable in
                    let former = bag
                    bag = DisposeBag()
                    disposable.disposed(by: bag)
                    withExtendedLifetime(former) {}
                }
            },
        ]
    }

    /// Puts a disposable that holds the element into `place` for each element of the first source.
    private static func kept<Place: Disposable>(
        _ world: World,
        in place: Place,
        put: @escaping (Place, Disposable) -> Void
    ) -> Observable<[Element]> {
        Observable.create { observer in
            Disposables.create(
                place,
                world.both.subscribe(
                    onNext: { element in
                        put(place, Disposables.create { withExtendedLifetime(element) {} })
                        observer.onNext([element])
                    },
                    onError: { _ in }
                )
            )
        }
    }
}
