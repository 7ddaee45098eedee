import Foundation
import Millrace
import MillraceFoundation
import TestSupport
import XCTest

/// `rx.notification(_:object:)`.
final class NotificationTests: XCTestCase {
    private final class Sender: NSObject {}

    private let center = NotificationCenter()
    private let one = Notification.Name("one")
    private let other = Notification.Name("other")
    private let recorder = Recorder<Notification>()

    func testWhatIsPostedDuringASubscriptionIsEmittedAtOnce() {
        let source = center.rx.notification(one)
        center.post(name: one, object: nil, userInfo: ["number": 0])
        let subscription = source.subscribe(recorder)
        for number in 1...2 {
            center.post(name: one, object: nil, userInfo: ["number": number])
            XCTAssertEqual(recorder.events.count, number)
        }
        subscription.dispose()
        center.post(name: one, object: nil, userInfo: ["number": 3])
        XCTAssertEqual(recorder.elements.map { $0.userInfo?["number"] as? Int }, [1, 2])
        XCTAssertEqual(recorder.elements.map(\.name), [one, one])
        // It does not end.
        XCTAssertEqual(recorder.events.count, 2)
    }

    func testOtherNamesAreLeftOut() {
        let subscription = center.rx.notification(one).subscribe(recorder)
        center.post(name: other, object: nil)
        center.post(name: one, object: nil)
        XCTAssertEqual(recorder.elements.map(\.name), [one])
        subscription.dispose()
    }

    func testNoNameStandsForAll() {
        let subscription = center.rx.notification(nil).subscribe(recorder)
        center.post(name: one, object: nil)
        center.post(name: other, object: nil)
        XCTAssertEqual(recorder.elements.map(\.name), [one, other])
        subscription.dispose()
    }

    func testThoseFromOneObject() {
        let sender = Sender()
        for wanted in [one, nil] {
            let recorder = Recorder<Notification>()
            let subscription = center.rx.notification(wanted, object: sender).subscribe(recorder)
            center.post(name: one, object: Sender())
            center.post(name: one, object: nil)
            XCTAssertEqual(recorder.events.count, 0)
            center.post(name: one, object: sender)
            XCTAssertEqual(recorder.events.count, 1)
            XCTAssertTrue(recorder.elements.first?.object as AnyObject? === sender)
            subscription.dispose()
        }
    }

    func testNoObjectStandsForAll() {
        let sender = Sender()
        let subscription = center.rx.notification(one).subscribe(recorder)
        center.post(name: one, object: sender)
        center.post(name: one, object: nil)
        XCTAssertTrue(recorder.elements.first?.object as AnyObject? === sender)
        XCTAssertEqual(recorder.events.count, 2)
        subscription.dispose()
    }

    func testAnObjectThatIsGoneBeforeTheSubscriptionStandsForAll() {
        weak var held: Sender?
        let source: Observable<Notification>
        do {
            let sender = Sender()
            held = sender
            source = center.rx.notification(one, object: sender)
        }
        XCTAssertNil(held)
        let subscription = source.subscribe(recorder)
        center.post(name: one, object: Sender())
        XCTAssertEqual(recorder.events.count, 1)
        subscription.dispose()
    }

    func testTwoSubscriptionsAreDisposedApart() {
        let source = center.rx.notification(one)
        let second = Recorder<Notification>()
        let subscriptions = [source.subscribe(recorder), source.subscribe(second)]
        center.post(name: one, object: nil)
        subscriptions[0].dispose()
        center.post(name: one, object: nil)
        XCTAssertEqual(recorder.events.count, 1)
        XCTAssertEqual(second.events.count, 2)
        subscriptions[1].dispose()
        center.post(name: one, object: nil)
        XCTAssertEqual(second.events.count, 2)
    }

    func testDisposalRemovesTheObserver() throws {
        try XCTSkipUnless(TestMode.measuresMemory, "A sanitizer keeps what was freed.")
        let source = center.rx.notification(one)
        func subscribeAndDispose(_ count: Int) {
            for _ in 0..<count { source.subscribe { _ in }.dispose() }
        }
        subscribeAndDispose(1_000)
        let before = Memory.used
        subscribeAndDispose(10_000)
        // An observer takes hundreds of bytes; other threads may take some meanwhile.
        XCTAssertLessThan(Memory.used - before, 1_000_000)
    }

    func testTheEndOfAnOperatorDisposesFromInsideTheCallback() {
        let subscription = center.rx.notification(one).take(1).subscribe(recorder)
        center.post(name: one, object: nil)
        XCTAssertEqual(recorder.events.last?.isCompleted, true)
        center.post(name: one, object: nil)
        XCTAssertEqual(recorder.elements.count, 1)
        subscription.dispose()
    }

    func testItIsCalledOnTheThreadThatPosts() {
        let thread = Box<pthread_t?>(nil)
        let subscription = center.rx.notification(one).subscribe(onNext: { _ in thread.value = pthread_self() })
        let poster = Box<pthread_t?>(nil)
        TestThread { [center, one] in
            poster.value = pthread_self()
            center.post(name: one, object: nil)
        }.join()
        XCTAssertNotNil(thread.value)
        XCTAssertEqual(thread.value, poster.value)
        subscription.dispose()
    }

    func testCapturesAreReleasedByDisposal() {
        XCTAssertFalse(
            isHeld { probe in
                let subscription = center.rx.notification(one).subscribe { _ in probe.touch() }
                center.post(name: one, object: nil)
                subscription.dispose()
            }
        )
    }

    func testACenterWithoutSubscriptionsIsNotKept() {
        weak var held: NotificationCenter?
        var source: Observable<Notification>?
        var subscription: Disposable?
        do {
            let center = NotificationCenter()
            held = center
            source = center.rx.notification(one)
            subscription = source?.subscribe(recorder)
        }
        subscription?.dispose()
        source = nil
        XCTAssertNil(held)
        subscription = nil
    }
}
