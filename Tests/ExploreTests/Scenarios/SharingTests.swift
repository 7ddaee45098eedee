import Millrace
import MillraceExplore
import MillraceOperators
import TestSupport
import XCTest

/// share, refCount and autoConnect: subscribers come and go on several threads.
final class SharingTests: ExploreTestCase {
    private typealias Form = (name: String, share: (Observable<Int>) -> Observable<Int>)

    /// The forms that connect again when a subscriber comes after the last one has left.
    private let forms: [Form] = [
        ("share()", { $0.share() }),
        ("share(replay: 1)", { $0.share(replay: 1) }),
        ("share(replay: 2)", { $0.share(replay: 2) }),
        ("share(scope: .forever)", { $0.share(scope: .forever) }),
        ("share(replay: 1, scope: .forever)", { $0.share(replay: 1, scope: .forever) }),
        ("publish().refCount()", { $0.publish().refCount() }),
        ("replay(1).refCount()", { $0.replay(1).refCount() }),
        ("multicast(makeSubject:).refCount()", { $0.multicast(makeSubject: { PublishSubject<Int>() }).refCount() }),
        ("share(replay: 1, resettingOn:)", { $0.share(replay: 1, resettingOn: [.refCountZero]) }),
        ("refCount() of a user's own type", { Foreign($0.publish()).refCount() }),
    ]

    /// A connectable observable that is none of Millrace's.
    private struct Foreign: ConnectableObservableType {
        typealias Element = Int

        private let connectable: ConnectableObservable<Int>

        init(_ connectable: ConnectableObservable<Int>) {
            self.connectable = connectable
        }

        func connect() -> Disposable { connectable.connect() }

        func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable where Observer.Element == Int {
            connectable.subscribe(observer)
        }
    }

    func testTwoSubscribersComeAndGo() {
        for form in forms {
            explored(random: 2_000) { run in
                let source = Source()
                let shared = form.share(source.observable)
                for name in ["a", "b"] { run.thread(name) { shared.subscribe().dispose() } }
                run.check {
                    run.expect((1...2).contains(source.subscriptions), "\(form.name): \(source.subscriptions)")
                    source.expectDisposed(run)
                }
            }
        }
    }

    func testTwoSubscribersShareAConnection() {
        let others: [Form] = [("autoConnect()", { $0.publish().autoConnect() }), ("cache()", { $0.cache() })]
        for form in forms + others {
            explored(random: 2_000) { run in
                let source = Source()
                let shared = form.share(source.observable)
                let watches = [Watch<Int>(run), Watch<Int>(run)]
                for (name, watch) in zip(["a", "b"], watches) { run.thread(name) { watch.watch(shared) } }
                run.check {
                    run.expect(source.subscriptions == 1, "\(form.name): \(source.subscriptions) connections")
                    source.subject.sendAll(1)
                    for watch in watches {
                        run.expect(watch.marks == "1 |", "\(form.name): \(watch.marks)")
                        watch.expectReleased()
                    }
                    source.expectDisposed(run)
                }
            }
        }
    }

    /// A subscriber comes while the last one leaves: it has a connection, and no other connection is left.
    func testOneComesWhileTheLastOneLeaves() {
        for form in forms {
            explored(random: 2_000) { run in
                let source = Source()
                let shared = form.share(source.observable)
                let (first, second) = (Watch<Int>(run), Watch<Int>(run))
                first.watch(shared)
                run.thread("leaves") { first.dispose() }
                run.thread("comes") { second.watch(shared) }
                run.check {
                    run.expect(
                        source.subscriptions == source.disposals + 1,
                        "\(form.name): \(source.subscriptions) connections, \(source.disposals) disposals"
                    )
                    source.subject.sendAll(1)
                    run.expect(second.marks == "1 |" && first.marks == "", "\(form.name): \(second.marks)")
                    first.expectReleased()
                    second.expectReleased()
                    source.expectDisposed(run)
                }
            }
        }
    }

    /// Another thread disposes the only subscriber while its own thread connects.
    func testTheOnlyOneLeavesWhileItConnects() {
        for form in forms {
            explored(random: 2_000) { run in
                let source = Source()
                let stop = PublishSubject<Void>()
                let watch = Watch<Int>(run)
                run.thread("comes") { watch.watch(form.share(source.observable).take(until: stop)) }
                run.thread("stops") { stop.onNext(()) }
                run.check {
                    run.expect(source.subscriptions <= 1, "\(form.name): \(source.subscriptions) connections")
                    if watch.hasEnded {
                        run.expect(source.disposals == source.subscriptions, "\(form.name): the connection is left")
                    }
                    watch.expectReleased()
                    source.expectDisposed(run)
                }
            }
        }
    }

    /// One subscriber is there; another one comes beside elements and the end.
    private func joins(
        line: UInt = #line,
        outcomes: Set<String>,
        _ share: @escaping (Observable<Int>) -> Observable<Int>
    ) {
        for disposes in [false, true] {
            explored(most: disposes ? 1 : 2, random: disposes ? 10_000 : 4_000, line: line) { run in
                let source = Source()
                let shared = share(source.observable)
                let (first, second) = (Watch<Int>(run), Watch<Int>(run))
                first.watch(shared)
                run.thread("source") { source.subject.sendAll(1, 2) }
                run.thread("joins") { second.watch(shared) }
                if disposes { run.thread("leaves") { first.dispose() } }
                run.check {
                    if disposes {
                        run.expect(first, oneOf: ["", "1", "1 2", "1 2 |"])
                    } else {
                        run.expect(first.marks == "1 2 |", first.marks)
                        run.expect(second, oneOf: outcomes)
                    }
                    run.expect(second.hasEnded, second.marks)
                    first.expectReleased()
                    second.expectReleased()
                    source.expectDisposed(run)
                }
            }
        }
    }

    func testShare() {
        joins(outcomes: ["1 2 |", "2 |", "|"]) { $0.share() }
    }

    func testShareReplayingOne() {
        joins(outcomes: ["1 2 |", "2 |", "|"]) { $0.share(replay: 1) }
    }

    func testShareReplayingTwo() {
        // After the end, a new connection.
        joins(outcomes: ["1 2 |", "|"]) { $0.share(replay: 2) }
    }

    func testShareForever() {
        joins(outcomes: ["1 2 |", "2 |", "|"]) { $0.share(scope: .forever) }
    }

    func testShareReplayingForever() {
        // After the end, what is remembered.
        joins(outcomes: ["1 2 |", "2 |"]) { $0.share(replay: 1, scope: .forever) }
    }

    func testPublishRefCount() {
        joins(outcomes: ["1 2 |", "2 |", "|"]) { $0.publish().refCount() }
    }

    /// The last subscriber leaves and the period ends, while another one comes.
    func testRefCountWithAGracePeriod() {
        explored(most: 1, random: 10_000) { run in
            let source = Source()
            let timer = run.scheduler("timer")
            let shared = source.observable.publish().refCount(gracePeriod: .seconds(1), scheduler: timer)
            let (first, second) = (Watch<Int>(run), Watch<Int>(run))
            first.watch(shared)
            run.thread("leaves") { first.dispose() }
            run.thread("comes") { second.watch(shared) }
            run.check {
                run.expect(source.subscriptions == source.disposals + 1, "\(source.subscriptions) connections")
                source.subject.sendAll(1)
                run.expect(second.marks == "1 |", second.marks)
                first.expectReleased()
                second.expectReleased()
                source.expectDisposed(run)
            }
        }
    }

    /// A subscriber comes and leaves while the thread of the one before it begins the period.
    func testTwoLeaveWithAGracePeriod() {
        explored(random: 4_000) { run in
            let source = Source()
            let timer = run.scheduler("timer")
            let shared = source.observable.publish().refCount(gracePeriod: .seconds(1), scheduler: timer)
            let (first, second) = (Watch<Int>(run), Watch<Int>(run))
            first.watch(shared)
            run.thread("leaves") { first.dispose() }
            run.thread("comes") {
                second.watch(shared)
                second.dispose()
            }
            run.check {
                first.expectReleased()
                second.expectReleased()
                source.expectDisposed(run)
            }
        }
    }

    func testTwoThreadsConnect() {
        explored(random: 4_000) { run in
            let source = Source()
            let connectable = source.observable.publish()
            let watch = Watch<Int>(run).watch(connectable)
            for name in ["a", "b"] { run.thread(name) { _ = connectable.connect() } }
            run.check {
                run.expect(source.subscriptions == 1, "\(source.subscriptions) connections")
                source.subject.sendAll(1)
                run.expect(watch.marks == "1 |", watch.marks)
                watch.expectReleased()
                source.expectDisposed(run)
            }
        }
    }

    func testAConnectionIsDisposedBesideElements() {
        explored(random: 4_000) { run in
            let source = Source()
            let connectable = source.observable.replay(1)
            let watch = Watch<Int>(run).watch(connectable)
            let connection = connectable.connect()
            run.thread("source") { source.subject.sendAll(1, 2) }
            run.thread("disconnects") { connection.dispose() }
            run.check {
                run.expect(watch, oneOf: ["", "1", "1 2", "1 2 |"])
                watch.expectReleased()
                source.expectDisposed(run)
            }
        }
    }
}
