import Millrace
import TestSupport
import XCTest

/// Subjects, relays and sharing as they are written in Swift 6 mode, from the main actor.
@MainActor
final class SharingTests: XCTestCase {
    @MainActor private final class Target {
        var heard: [Int] = []
    }

    func testClosuresOfTheMainActorMayFeedAndShare() async {
        let relay = BehaviorRelay(value: 1)
        let subject = ReplaySubject<Int>.create(bufferSize: 2)
        let shared = relay.asObservable().multicast(makeSubject: { PublishSubject<Int>() }).refCount()
        let selected = relay.asObservable().multicast({ PublishSubject<Int>() }, selector: { $0.map { $0 * 10 } })
        let counter = Counter()
        let target = Target()
        let subscriptions = [
            relay.bind(to: subject),
            relay.bind(with: target) { target, element in
                MainActor.assumeIsolated { target.heard.append(element) }
            },
            shared.bind(onNext: { counter.add($0) }),
            selected.subscribe(onNext: { counter.add($0) }),
        ]
        relay.accept(2)
        XCTAssertEqual(target.heard, [1, 2])
        XCTAssertEqual(counter.value, 33)
        for subscription in subscriptions { subscription.dispose() }
    }

    func testTheyMayBeHandedToOtherThreads() async {
        let relay = BehaviorRelay(value: 0)
        let shared = relay.asObservable().share(replay: 1)
        let subscription = shared.subscribe()
        await Task.detached {
            relay.accept(1)
            shared.subscribe().dispose()
        }.value
        XCTAssertEqual(relay.value, 1)
        subscription.dispose()
    }
}
