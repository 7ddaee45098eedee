import Millrace
import MillraceOperators

extension Catalogue {
    mutating func addTiming() {
        let waits: [Rule: String] = [.endDuringSubscription: Excuse.waits]
        let waiting = waits.merging([.emitInsideNext: Excuse.tooSoon]) { $1 }
        let dropping: [Rule: String] = [.emitInsideNext: Excuse.tooSoon]
        let later: [Rule: String] = [.endDuringSubscription: "the source is subscribed to later"]
        add("debounce", excusing: waiting, passing: 5) { world, capture in
            world.first.debounce(world.time(5), scheduler: world.scheduler).map { capture.keep($0) }
        }
        add("debounce(by:)", excusing: waiting, passing: 1) { world, capture in
            let (scheduler, time) = (world.scheduler, world.time)
            return world.first.debounce(by: { _ in capture.keep(Self.timer(scheduler, time)) })
        }
        addKeeping("debounce(by:) a source") { world in world.first.debounce(by: { _ in world.second }) }
        add("throttle", excusing: dropping, passing: 30) { world, capture in
            world.first.throttle(world.time(15), scheduler: world.scheduler).map { capture.keep($0) }
        }
        addKeeping("throttle of the first", passing: 30) {
            $0.first.throttle($0.time(15), latest: false, scheduler: $0.scheduler)
        }
        addKeeping("throttle for no time", passing: 30) { $0.first.throttle($0.time(0), scheduler: $0.scheduler) }
        add("throttle(by:)", excusing: dropping, passing: 2) { world, capture in
            let (scheduler, time) = (world.scheduler, world.time)
            return world.first.throttle(by: { _ in capture.keep(Self.timer(scheduler, time)) })
        }
        addKeeping("throttle(by:) a source") { world in world.first.throttle(by: { _ in world.second }) }
        add("delay", excusing: waits.merging([.orderAtTheEnd: Excuse.first]) { $1 }, passing: 12) { world, capture in
            world.first.delay(world.time(12), scheduler: world.scheduler).map { capture.keep($0) }
        }
        add("delay(by:)", excusing: waits.merging([.orderAtTheEnd: Excuse.before]) { $1 }, passing: 1) {
            world,
            capture in
            let (scheduler, time) = (world.scheduler, world.time)
            return world.first.delay(by: { _ in capture.keep(Self.timer(scheduler, time)) })
        }
        addKeeping("delay(by:) a source") { world in world.first.delay(by: { _ in world.second }) }
        add("delaySubscription", excusing: later, passing: 1) { world, capture in
            world.first.map { capture.keep($0) }.delaySubscription(world.time(1), scheduler: world.scheduler)
        }
        add("delaySubscription(until:)", passing: 1) { world, capture in
            world.first.map { capture.keep($0) }.delaySubscription(until: Self.timer(world.scheduler, world.time))
        }
        add("timeout", passing: 0) { world, capture in
            world.first.timeout(world.time(15), scheduler: world.scheduler).map { capture.keep($0) }
        }
        add("timeout that has gone on", excusing: later, passing: 1) { world, capture in
            Observable.never()
                .timeout(world.time(1), other: world.first.map { capture.keep($0) }, scheduler: world.scheduler)
        }
        addKeeping("timeout with another source", passing: 0) {
            $0.first.timeout($0.time(15), other: $0.second, scheduler: $0.scheduler)
        }
        add("timeout(total:)", passing: 0) { world, capture in
            world.first.map { capture.keep($0) }.timeout(total: world.time(15), scheduler: world.scheduler)
        }
        add("timeout(by:)", passing: 0) { world, capture in
            let (scheduler, time) = (world.scheduler, world.time)
            return world.first.timeout(by: { _ in capture.keep(Self.timer(scheduler, time)) })
        }
        addKeeping("timeout(by:) a source") { world in
            world.first.timeout(by: { _ in world.second.skip(3) }).catchErrorJustComplete()
        }
        add("take(for:)", passing: 0) { world, capture in
            world.first.take(for: world.time(15), scheduler: world.scheduler).map { capture.keep($0) }
        }
        add("skip(_:scheduler:)", excusing: waits, passing: 1) { world, capture in
            world.first.skip(world.time(1), scheduler: world.scheduler).map { capture.keep($0) }
        }
        add("takeLast(for:)", passing: 1) { world, capture in
            world.first.map { capture.keep($0) }.takeLast(for: world.time(25), scheduler: world.scheduler)
        }
        add("buffer(timeSpan:count:)", passing: 0) { world, capture in
            world.first.buffer(timeSpan: world.time(25), count: 1, scheduler: world.scheduler)
                .map { capture.keep($0) }
        }
        addKeeping("buffer(timeSpan:count:), three", passing: 0) {
            $0.first.buffer(timeSpan: $0.time(25), count: 3, scheduler: $0.scheduler)
        }
        add(
            "buffer(timeSpan:)",
            excusing: waits.merging([.emitInsideNext: "what comes at one time is in one array"]) { $1 },
            passing: 1
        ) { world, capture in
            world.first.buffer(timeSpan: world.time(1), scheduler: world.scheduler).map { capture.keep($0) }
        }
        add("batch(upTo:)", passing: 0) { world, capture in
            world.first.batch(upTo: 1, within: world.time(25), scheduler: world.scheduler).map { capture.keep($0) }
        }
        add("batch(upTo:weight:of:)", passing: 0) { world, capture in
            world.first.batch(
                upTo: 9,
                weight: 1,
                of: { _ in capture.keep(1) },
                within: world.time(25),
                scheduler: world.scheduler
            )
        }
        addKeeping("batch(upTo:), three", passing: 0) {
            $0.first.batch(upTo: 3, within: $0.time(25), scheduler: $0.scheduler)
        }
        addKeeping("batch(upTo:), by its time", passing: 30) {
            $0.first.batch(upTo: 9, within: $0.time(25), scheduler: $0.scheduler)
        }
        add("window(timeSpan:count:)", excusing: [.orderAtTheEnd: Excuse.windows], passing: 0) { world, capture in
            world.first.window(timeSpan: world.time(25), count: 3, scheduler: world.scheduler)
                .flatMap { capture.keep($0) }
        }
        addKeeping("window(timeSpan:count:), its last", passing: 0) {
            $0.first.window(timeSpan: $0.time(25), count: 3, scheduler: $0.scheduler).flatMap { $0.takeLast(2) }
        }
        add("limit", passing: 5) { world, capture in
            world.first.limit(
                Rate(1, per: world.time(1)),
                cost: { _ in capture.keep(1) },
                overflow: .buffer,
                scheduler: world.scheduler
            )
        }
        add("limit that waits for nothing", passing: 0) { world, capture in
            world.first.limit(
                Rate(1, per: world.time(1), burst: 100),
                overflow: .dropNewest,
                scheduler: world.scheduler
            )
            .map { capture.keep($0) }
        }
        addKeeping("limit that drops", passing: 3) {
            $0.both.limit(Rate(1, per: $0.time(2)), capacity: 2, overflow: .dropOldest, scheduler: $0.scheduler)
        }
        addKeeping("limit that fails", passing: 3) {
            $0.both.limit(Rate(1, per: $0.time(2)), capacity: 1, overflow: .error, scheduler: $0.scheduler).retry(20)
        }
        add("keepAlive(every:)", passing: 0) { world, capture in
            let make = world.make
            return world.first.keepAlive(every: world.time(1_000), scheduler: world.scheduler) { capture.keep(make()) }
        }
        addKeeping("keepAlive(every:) that sends", passing: 15) {
            $0.first.keepAlive(every: $0.time(10), scheduler: $0.scheduler, $0.make)
        }
        add("audit", excusing: waiting, passing: 15) { world, capture in
            world.first.map { capture.keep($0) }.audit(world.time(15), scheduler: world.scheduler)
        }
        add("sample(period:)", excusing: waiting, passing: 15) { world, capture in
            world.first.map { capture.keep($0) }.sample(period: world.time(15), scheduler: world.scheduler)
        }
        addKeeping("an action's state", passing: 0) { world in
            let timer = SerialDisposable()
            return Observable<[Element]>.create { observer in
                Disposables.create(
                    timer,
                    world.first.subscribe(
                        onNext: { element in
                            timer.disposable = world.scheduler.scheduleRelative(element, dueTime: world.time(5)) {
                                observer.onNext([$0])
                                return Disposables.create()
                            }
                        },
                        onError: { _ in }
                    )
                )
            }
        }
        addKeeping("periodic work's state", passing: 0) { world in
            Observable<[Element]>.create { observer in
                Disposables.create(
                    world.scheduler.schedulePeriodic(world.make(), startAfter: world.time(1), period: world.time(10)) {
                        observer.onNext([$0])
                        return world.make()
                    },
                    world.first.subscribe(onNext: { _ in }, onError: { _ in })
                )
            }
        }
    }

    private static func timer(_ scheduler: any SchedulerType, _ time: (Int) -> RxTimeInterval) -> Observable<Int> {
        .timer(time(1), scheduler: scheduler)
    }

    mutating func addScheduling() {
        add("observe(on:)", excusing: Excuse.runsAhead, passing: 0) { world, capture in
            world.first.map { capture.keep($0) }.observe(on: world.scheduler)
        }
        add("observe(on:) above others", excusing: Excuse.runsAhead, passing: 0) { world, capture in
            world.first.observe(on: world.scheduler).map { capture.keep($0) }
        }
        add("observe(on:carrying:)", excusing: Excuse.runsAhead, passing: 0) { world, capture in
            world.first.observe(on: world.scheduler, carrying: Mark.$mark).map { capture.keep($0) }
        }
        add("observe(on:capacity:overflow:carrying:)", excusing: Excuse.runsAhead, passing: 0) { world, capture in
            world.first.observe(on: world.scheduler, capacity: 64, overflow: .dropNewest, carrying: Mark.$mark)
                .map { capture.keep($0) }
        }
        add("observe(on:capacity:overflow:) that suspends", excusing: Excuse.runsAhead, passing: 0) { world, capture in
            // The first queue drops, so that the second has a source that can pause.
            world.first.observe(on: world.scheduler, capacity: 64, overflow: .dropNewest)
                .observe(on: world.scheduler, capacity: 64, overflow: .suspend)
                .map { capture.keep($0) }
        }
        addKeeping("observe(on:capacity:overflow:) that drops", passing: 0) {
            $0.first.observe(on: $0.scheduler, capacity: 2, overflow: .dropOldest)
        }
        let later = "the source is disposed on the scheduler"
        add("subscribe(on:)", excusing: [.orderOnDispose: later, .endDuringSubscription: later], passing: 0) {
            world,
            capture in world.first.subscribe(on: world.scheduler).map { capture.keep($0) }
        }
        add("unsubscribe(on:)", excusing: [.orderOnDispose: later, .endDuringSubscription: later], passing: 0) {
            world,
            capture in world.first.map { capture.keep($0) }.unsubscribe(on: world.scheduler)
        }
    }
}

private enum Mark {
    @TaskLocal static var mark = 0
}
