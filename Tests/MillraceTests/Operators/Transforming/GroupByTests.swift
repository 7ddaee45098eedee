import Millrace
import TestSupport
import XCTest

final class GroupByTests: XCTestCase {
    private let source = TestSource<Int>()
    private var groups: [GroupedObservable<Int, Int>] = []

    private func subscribe(_ recorder: Recorder<Int> = Recorder()) -> Disposable {
        source.observable.groupBy { $0 % 3 }.subscribe(
            onNext: { [unowned self] in
                groups.append($0)
                recorder.onNext($0.key)
            },
            onError: { recorder.onError($0) },
            onCompleted: { recorder.onCompleted() }
        )
    }

    func testAGroupComesWithItsFirstElement() {
        let log = Box<[String]>([])
        _ = source.observable.groupBy { $0 % 3 }.subscribe(onNext: { group in
            log.value.append("group \(group.key)")
            _ = group.subscribe { log.value.append("\(group.key): \($0)") }
        })
        source.send(1, 2, 4)
        source.send(.completed)
        XCTAssertEqual(
            log.value,
            ["group 1", "1: next(1)", "group 2", "2: next(2)", "1: next(4)", "1: completed", "2: completed"]
        )
        XCTAssertEqual(source.disposals, 1)
    }

    func testWhoSubscribesLateMissesWhatCameBefore() {
        let late = Recorder<Int>()
        _ = subscribe()
        source.send(1, 4)
        _ = groups[0].subscribe(late)
        source.send(7, 2)
        source.send(.error(TestError()))
        XCTAssertEqual(late.marks, ["7", "x(error)"])
        let later = Recorder<Int>()
        _ = groups[0].asObservable().subscribe(later)
        XCTAssertEqual(later.marks, ["x(error)"])
    }

    func testTheGroupsEndFirst() {
        for terminal in [Event<Int>.completed, .error(TestError())] {
            let log = Box<[String]>([])
            let source = TestSource<Int>()
            source.onDispose = { log.value.append("disposed") }
            _ = source.observable.groupBy { $0 }.subscribe { event in
                if let group = event.element {
                    _ = group.subscribe { if $0.isStopEvent { log.value.append("group \(group.key)") } }
                } else {
                    log.value.append("all")
                }
            }
            source.send(5, 3, 4)
            source.send(terminal)
            XCTAssertEqual(log.value, ["group 5", "group 3", "group 4", "all", "disposed"])
        }
    }

    func testWhatTheSelectorThrowsEndsAll() {
        let (recorder, member) = (Recorder<Int>(), Recorder<Int>())
        _ = source.observable.groupBy { element -> Int in
            if element == 2 { throw TestError() }
            return element
        }
        .subscribe(
            onNext: {
                recorder.onNext($0.key)
                _ = $0.subscribe(member)
            },
            onError: { recorder.onError($0) }
        )
        source.send(1, 2, 3)
        XCTAssertEqual(recorder.marks, ["1", "x(error)"])
        XCTAssertEqual(member.marks, ["1", "x(error)"])
        XCTAssertEqual(source.disposals, 1)
    }

    func testTheSourceIsKeptWhileAGroupIsSubscribedTo() {
        let recorder = Recorder<Int>()
        let member = Recorder<Int>()
        let all = subscribe(recorder)
        source.send(1)
        let first = groups[0].subscribe(member)
        let second = groups[0].subscribe { _ in }
        all.dispose()
        XCTAssertEqual(source.disposals, 0)
        source.send(2, 4)
        XCTAssertEqual(recorder.marks, ["1"], "a group for 2 after disposal")
        XCTAssertEqual(member.marks, ["4"])
        second.dispose()
        XCTAssertEqual(source.disposals, 0)
        first.dispose()
        XCTAssertEqual(source.disposals, 1)
        source.send(4)
        XCTAssertEqual(member.marks, ["4"])
    }

    func testAGroupCanEndWhileTheRestGoesOn() {
        let all = subscribe()
        source.send(1)
        groups[0].subscribe { _ in }.dispose()
        XCTAssertEqual(source.disposals, 0)
        all.dispose()
        XCTAssertEqual(source.disposals, 1)
    }

    func testAGroupWhoseObserversHaveLeftDropsItsElements() {
        let recorder = Recorder<Int>()
        let all = subscribe(recorder)
        let member = Recorder<Int>()
        source.send(1)
        groups[0].subscribe(member).dispose()
        source.send(1, 1)
        XCTAssertEqual(recorder.marks, ["1"])
        XCTAssertEqual(member.marks, [])
        let again = groups[0].subscribe(member)
        source.send(1)
        XCTAssertEqual(member.marks, ["1"])
        again.dispose()
        all.dispose()
    }

    func testASourceThatVanishesReleasesAll() {
        var subject: PublishSubject<Int>? = PublishSubject()
        weak var held: Probe?
        let subscriptions = CompositeDisposable()
        do {
            let probe = Probe()
            held = probe
            _ = subscriptions.insert(
                subject!.groupBy { $0 % 2 }.subscribe(onNext: {
                    probe.touch()
                    _ = subscriptions.insert($0.subscribe(onNext: { _ in probe.touch() }))
                })
            )
        }
        for element in 0..<4 { subject?.onNext(element) }
        XCTAssertNotNil(held)
        subject = nil
        XCTAssertNil(held)
        subscriptions.dispose()
    }

    func testACallbackMayFeedTheSource() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.groupBy { $0 % 10 }.flatMap { $0 }.subscribe(onNext: {
            recorder.onNext($0)
            if $0 < 100 { subject.onNext($0 * 10 + 1) }
        })
        subject.onNext(1)
        XCTAssertEqual(recorder.elements, [1, 11, 111])
    }

    /// A key whose look-up sends.
    private struct SendingKey: Hashable {
        let number: Int
        let lookUp: Box<() -> Void>

        static func == (one: SendingKey, other: SendingKey) -> Bool { one.number == other.number }

        func hash(into hasher: inout Hasher) {
            let act = lookUp.value
            lookUp.value = {}
            act()
            hasher.combine(number)
        }
    }

    func testWhatAKeysOwnCodeSendsComesAfterTheElementThatIsLookedUp() {
        let source = PublishSubject<Int>()
        let lookUp = Box<() -> Void>({})
        let heard = Recorder<Int>()
        let subscription = source.groupBy { SendingKey(number: $0 % 100, lookUp: lookUp) }.merge().subscribe(heard)
        source.onNext(0)
        for number in 1...50 {
            lookUp.value = { source.onNext(100 + number) }
            source.onNext(number)
        }
        lookUp.value = { source.onCompleted() }
        source.onNext(60)
        XCTAssertEqual(heard.elements, [0] + (1...50).flatMap { [$0, 100 + $0] } + [60])
        XCTAssertEqual(heard.marks.last, "|")
        subscription.dispose()
    }
}
