import Millrace
import MillraceOperators

extension Catalogue {
    /// Adds a subject between both sources and the observer.
    private mutating func addSubject<Subject: SubjectType>(
        _ name: String,
        pair: Pair<Element>? = nil,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ make: @escaping (World<Element>) -> Subject
    ) where Subject.Element == Element, Subject.Observer.Element == Element {
        add(name, checks: .deaths, pair: pair, file: file, line: line) { world, _ in
            let subject = make(world)
            let (input, output) = (subject.asObserver(), subject.asObservable())
            return Observable<Element>.create { observer in
                Disposables.create(output.subscribe(observer), world.both.subscribe(input))
            }
        }
    }

    /// What `feed` sends to a subject, and an element at its completion.
    private static func through<Subject: ObservableConvertibleType & Sendable>(
        _ subject: @escaping @autoclosure @Sendable () -> Subject,
        _ capture: Capture,
        feed: @escaping @Sendable (Subject) -> Disposable
    ) -> Observable<String> {
        Observable<String>.create { observer in
            let subject = subject()
            let output = subject.asObservable().map { capture.keep("\($0)") }.concat(Observable.just("end"))
            return Disposables.create(output.subscribe(observer), feed(subject))
        }
    }

    mutating func addSubjects() {
        addSubject("AsyncSubject", pair: .shared(holds: true)) { _ in AsyncSubject() }
        addSubject("PublishSubject", pair: .shared(passesAll: true, holds: true)) { _ in PublishSubject() }
        addSubject("BehaviorSubject", pair: .shared(holds: true)) { BehaviorSubject(value: $0.make()) }
        addSubject("ReplaySubject of 1") { _ in ReplaySubject.create(bufferSize: 1) }
        addSubject("ReplaySubject", pair: .shared(holds: true)) { _ in ReplaySubject.create(bufferSize: 3) }
        addSubject("ReplaySubject of all") { _ in ReplaySubject.createUnbounded() }
        addSubject("ReplaySubject with a window") {
            ReplaySubject.create(window: $0.time(15), scheduler: $0.scheduler)
        }
        addSubject("UnicastSubject of all") { _ in UnicastSubject.createUnbounded() }
        addKeeping("BehaviorRelay") { world in
            let relay = BehaviorRelay(value: world.make())
            return Observable<[Element]>.create { observer in
                Disposables.create(
                    relay.map { [$0, relay.value] }.subscribe(observer),
                    world.both.catch { _ in .empty() }.bind(to: relay)
                )
            }
        }
        addKeeping("ReplayRelay") { world in
            let relay = ReplayRelay<Element>.create(bufferSize: 2)
            return Observable<[Element]>.create { observer in
                Disposables.create(
                    relay.map { [$0] }.subscribe(observer),
                    world.both.catch { _ in .empty() }.bind(to: relay)
                )
            }
        }
        addKeeping("ReplaySubject, disposed") { world in
            let subject = ReplaySubject<Element>.create(bufferSize: 3)
            return Observable<[Element]>.create { observer in
                Disposables.create(
                    world.first.subscribe(subject),
                    subject.subscribe(onNext: { observer.onNext([$0]) }, onError: { _ in }),
                    world.second.skip(2).subscribe(onNext: { _ in subject.dispose() }, onError: { _ in })
                )
            }
        }
        add("Broadcast", checks: .contract) { world, capture in
            Observable<Element>.create { observer in
                let feed = Broadcast<Element>(capacity: 16)
                let output = feed.asObservable().map { capture.keep($0) }.subscribe(observer)
                let input = world.first.subscribe(
                    onNext: { feed.send($0) },
                    onError: { feed.finish(throwing: $0) },
                    onCompleted: { feed.finish() }
                )
                return Disposables.create(output, input)
            }
        }
        addKeeping("Broadcast that replays") { world in
            let feed = Broadcast<Element>(replay: 2, capacity: 3)
            return Observable<[Element]>.create { observer in
                Disposables.create(
                    feed.asObservable(onLag: .skip).map { [$0] }.subscribe(observer),
                    world.both.subscribe(
                        onNext: { feed.send($0) },
                        onError: { feed.finish(throwing: $0) },
                        onCompleted: { feed.finish() }
                    )
                )
            }
        }
        add("SingleSubject", excusing: [.completionIsForwarded: "a single without an element fails"]) {
            world,
            capture in
            Self.through(SingleSubject<Element>(), capture) { world.first.takeLast(1).asSingle().subscribe($0.on) }
        }
        addKeeping("SingleSubject, one for each") { world in
            world.first.flatMapLatest { element in
                let subject = SingleSubject<Element>()
                subject.onSuccess(element)
                return subject.asSingle()
            }
        }
        add("MaybeSubject") { world, capture in
            Self.through(MaybeSubject<Element>(), capture) { world.first.takeLast(1).asMaybe().subscribe($0.on) }
        }
        add("CompletableSubject") { world, capture in
            Self.through(CompletableSubject(), capture) {
                world.first.ignoreElements().asCompletable().subscribe($0.on)
            }
        }
        add("UnicastSubject") { world, capture in
            Observable<Element>.create { observer in
                let subject = UnicastSubject<Element>.create(bufferSize: 64)
                let input = world.first.subscribe(subject)
                return Disposables.create(subject.map { capture.keep($0) }.subscribe(observer), input)
            }
        }
        addKeeping("UnicastSubject that drops") { world in
            let subject = UnicastSubject<Element>.create(bufferSize: 2)
            return Observable<[Element]>.create { observer in
                let input = world.both.subscribe(subject)
                let output = world.second.take(1).flatMap { _ in subject }.map { [$0] }.subscribe(observer)
                return Disposables.create(output, input)
            }
        }
    }

    /// The shared source has two subscribers. The first stays; the second is replaced at each element of the second source.
    private mutating func addShared(
        _ name: String,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ share: @escaping (Observable<Element>) -> Observable<Element>
    ) {
        addKeeping(name, file: file, line: line) { world in
            let source = share(world.first)
            return Observable.merge(source, world.second.flatMapLatest { _ in source })
        }
    }

    mutating func addSharing() {
        for scope in [SubjectLifetimeScope.whileConnected, .forever] {
            for replay in 0..<3 {
                var excuses: [Rule: String] = [:]
                if replay > 0 { excuses[.subscribeInsideNext] = Excuse.replays }
                if replay > 0 || scope == .forever { excuses[.subscriptionsAreIndependent] = Excuse.shared }
                if replay > 1 || scope == .forever { excuses[.orderAtTheEnd] = Excuse.disconnects }
                add("share(replay: \(replay), scope: \(scope))", excusing: excuses) { world, capture in
                    world.first.map { capture.keep($0) }.share(replay: replay, scope: scope)
                }
            }
        }
        addRaced("share()", .shared(passesAll: true) { Observable.merge($0, $1).share() })
        addRaced("share(replay: 1)", .shared(passesAll: true) { Observable.merge($0, $1).share(replay: 1) })
        addRaced(
            "share(replay: 2, scope: .forever)",
            .shared(passesAll: true) { Observable.merge($0, $1).share(replay: 2, scope: .forever) }
        )
        addRaced("publish().refCount()", .shared(passesAll: true) { Observable.merge($0, $1).publish().refCount() })
        addRaced("replay(1).refCount()", .shared(passesAll: true) { Observable.merge($0, $1).replay(1).refCount() })
        addShared("share(replay: 1), by several") { $0.share(replay: 1) }
        addShared("share(replay: 2), by several") { $0.share(replay: 2) }
        addShared("share(replay: 2, scope: .forever), by several") { $0.share(replay: 2, scope: .forever) }
        addShared("replay, by several") { $0.replay(2).refCount() }
        addShared("autoConnect, by several") { $0.replay(1).autoConnect() }
        addShared("cache, by several") { $0.cache() }
        addShared("share(replay:resettingOn:), by several") {
            $0.share(replay: 2, resettingOn: [.error, .completion, .refCountZero])
        }
        let replaying: [Rule: String] = [
            .subscribeInsideNext: Excuse.replays, .subscriptionsAreIndependent: Excuse.shared,
        ]
        let ending = replaying.merging([.orderAtTheEnd: Excuse.disconnects]) { $1 }
        let kept = ending.merging([
            .disposeReachesUpstream: Excuse.stays, .nothingAfterDispose: Excuse.stays,
            .secondDisposeIsHarmless: Excuse.stays, .disposeInsideNext: Excuse.stays,
            .disposeFromAnotherThread: Excuse.stays, .endDuringSubscription: Excuse.stays,
            .capturesAfterDispose: Excuse.stays, .orderOnDispose: Excuse.stays, .sourceGoesAway: Excuse.stays,
        ]) { $1 }
        add("replayAll()", excusing: ending) { world, capture in
            world.first.map { capture.keep($0) }.replayAll().refCount()
        }
        add("refCount()", excusing: ending) { world, capture in
            world.first.map { capture.keep($0) }.replay(1).refCount()
        }
        add("refCount(minimum:)", excusing: ending) { world, capture in
            world.first.map { capture.keep($0) }.replayAll().refCount(minimum: 1)
        }
        add(
            "multicast(_:selector:)",
            excusing: [.orderAtTheEnd: Excuse.disconnects],
            pair: .shared(passesAll: true) {
                Observable.merge($0, $1).multicast({ PublishSubject<Element>() }, selector: { $0 })
            }
        ) { world, capture in
            world.first.multicast({ capture.keep(PublishSubject<Element>()) }, selector: { capture.keep($0) })
        }
        add("cache", excusing: kept) { world, capture in world.first.map { capture.keep($0) }.cache() }
        add("cache(for:scheduler:)", excusing: kept) { world, capture in
            world.first.map { capture.keep($0) }.cache(for: .seconds(1), scheduler: world.scheduler)
        }
        add("share(replay:resettingOn:)", excusing: replaying) { world, capture in
            world.first.map { capture.keep($0) }.share(replay: 1, resettingOn: [.error, .completion, .refCountZero])
        }
    }

    mutating func addUtility() {
        let (all, cut) = ("1 1 2 3 |", "1 1 2 x(error)")
        add("do(onNext:)", gives: all, fails: cut) { world, capture in
            world.first.do(
                onNext: { _ in capture.keep() },
                afterNext: { _ in capture.keep() },
                onError: { _ in capture.keep() },
                afterError: { _ in capture.keep() },
                onCompleted: { capture.keep() },
                afterCompleted: { capture.keep() },
                onSubscribe: { capture.keep() },
                onSubscribed: { capture.keep() },
                onDispose: { capture.keep() }
            )
        }
        add("do(finally:)") { world, capture in world.first.do(finally: { capture.keep() }) }
        add("do(onTerminate:)") { world, capture in world.first.do(onTerminate: { capture.keep() }) }
        add("do(onEach:)") { world, capture in world.first.do(onEach: { _ in capture.keep() }) }
        add("asSerialized") { world, capture in world.first.map { capture.keep($0) }.asSerialized() }
        addKeeping("asSerialized, both sources") { $0.both.asSerialized() }
        add("ifEmpty(default:)", gives: all, fails: cut) { world, _ in world.first.ifEmpty(default: world.make()) }
        add(
            "ifEmpty(switchTo:)",
            gives: all,
            fails: cut,
            pair: .turns { $0.ifEmpty(switchTo: $1) }
        ) { world, capture in
            world.first.ifEmpty(switchTo: Observable.just(world.make()).map { capture.keep($0) })
        }
        addKeeping("ifEmpty(switchTo:) the second source") { $0.first.ifEmpty(switchTo: $0.second) }
    }

    /// Puts a disposable that holds the element into `place` for each element of both sources.
    private static func kept<Place: Disposable>(
        _ world: World<Element>,
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

    mutating func addDisposables() {
        addKeeping("SerialDisposable") { Self.kept($0, in: SerialDisposable()) { $0.disposable = $1 } }
        addKeeping("CompositeDisposable") { world in
            var key: CompositeDisposable.DisposeKey?
            return Self.kept(world, in: CompositeDisposable()) { composite, disposable in
                let former = key
                key = composite.insert(disposable)
                if let former { composite.remove(for: former) }
            }
        }
        addKeeping("SingleAssignmentDisposable") { world in
            var latest = SingleAssignmentDisposable()
            return Self.kept(world, in: CompositeDisposable()) { _, disposable in
                let former = latest
                latest = SingleAssignmentDisposable()
                latest.setDisposable(disposable)
                former.dispose()
            }
        }
        addKeeping("ScheduledDisposable") { world in
            Self.kept(world, in: SerialDisposable()) {
                $0.disposable = ScheduledDisposable(scheduler: world.scheduler, disposable: $1)
            }
        }
        addKeeping("DisposeBag") { world in
            var bag = DisposeBag()
            return Self.kept(world, in: SerialDisposable()) { _, disposable in
                let former = bag
                bag = DisposeBag()
                disposable.disposed(by: bag)
                withExtendedLifetime(former) {}
            }
        }
    }
}
