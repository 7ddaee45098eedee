import Foundation
import Millrace
import TestSupport
import XCTest

/// Subscribers of a shared source whose source goes away without an end.
final class SharingLeavingSourceRaceTests: SharingRaceTestCase {
    /// A source that goes away without an end, when a test lets go of it.
    private final class Leaving: @unchecked Sendable {
        let connections = Counter()
        private let lock = NSLock()
        private var subject: PublishSubject<Int>? = PublishSubject()

        /// Emits 7 and then what the subject does, which it does not hold; `token` is kept with the subscription.
        func observable(_ token: Token) -> Observable<Int> {
            Observable.deferred { [self] in
                connections.add()
                let subject = lock.withLock { self.subject } ?? PublishSubject()
                return subject.map { token.keep($0) }.startWith(7)
            }
        }

        /// The last reference, unless a connection is being made.
        func leave() {
            let subject = lock.withLock {
                defer { self.subject = nil }
                return self.subject
            }
            subject?.onNext(7)
        }
    }

    func testSubscribersThatComeAndGoWhileTheSourceGoesAwayFindTheConnection() {
        for (name, apply) in Self.connectingAtOnce {
            let tally = Token.Tally()
            func make(_ token: Token) -> (Leaving, Observable<Int>, Disposable) {
                let source = Leaving()
                let shared = apply(source.observable(token))
                return (source, shared, shared.subscribe(onNext: { _ in token.keep() }))
            }
            let state = Box(make(Token(tally)))
            let deaf = Counter()
            let replays = state.value.1.subscribes(to: 7)
            var wrong: [String] = []
            race(rounds: rounds) { number in
                let (source, shared, _) = state.value
                if number == 0 { return source.leave() }
                for _ in 0..<3 where !shared.subscribes(to: 7) && replays { deaf.add() }
            } between: { round in
                let (source, shared, keeper) = state.value
                if source.connections.value != 1 { wrong.append("\(round): \(source.connections.value) connections") }
                if replays != shared.subscribes(to: 7) { wrong.append("\(round): replay") }
                keeper.dispose()
                if source.connections.value != 1 { wrong.append("\(round): connected by nobody") }
                state.value = make(Token(tally))
            }
            XCTAssertEqual(wrong, [], name)
            XCTAssertEqual(deaf.value, 0, name)
            state.value.2.dispose()
            state.value = (Leaving(), .never(), Disposables.create())
            XCTAssertEqual(tally.count, 0, name)
        }
    }

    /// The source, the shared source and the subscriptions go away on three threads, the latter disposed or not.
    func testNothingIsLeftWhereverTheLastReferenceGoes() {
        for (name, apply) in Self.connectingAtOnce {
            let tally = Token.Tally()
            func subscribe(_ shared: Observable<Int>, _ token: Token) -> Disposable {
                shared.subscribe(onNext: { _ in token.keep() })
            }
            func make(_ token: Token) -> (Leaving, Observable<Int>) {
                let source = Leaving()
                return (source, apply(source.observable(token)))
            }
            func begin(_ source: Box<Leaving?>, _ shared: Box<Observable<Int>?>) -> [Disposable] {
                let (aSource, aShared) = make(Token(tally))
                (source.value, shared.value) = (aSource, aShared)
                return (0..<2).map { _ in subscribe(aShared, Token(tally)) }
            }
            let source = Box<Leaving?>(nil)
            let shared = Box<Observable<Int>?>(nil)
            let subscriptions = Box(begin(source, shared))
            let disposes = Box(true)
            var wrong: [String] = []
            race(rounds: rounds) { number in
                switch number {
                case 0: source.value?.leave()
                case 1: shared.value = nil
                default:
                    if disposes.value { for subscription in subscriptions.value { subscription.dispose() } }
                    subscriptions.value = []
                }
            } between: { round in
                if tally.count != 0 { wrong.append("\(round): \(tally.count) are left, disposed: \(disposes.value)") }
                source.value = nil
                disposes.value = round % 2 != 0
                subscriptions.value = begin(source, shared)
            }
            XCTAssertEqual(wrong, [], name)
            (source.value, shared.value, subscriptions.value) = (nil, nil, [])
        }
    }
}

extension Observable where Element == Int {
    /// Subscribes and disposes at once; whether it heard `element` meanwhile.
    fileprivate func subscribes(to element: Int) -> Bool {
        let heard = Counter()
        subscribe(onNext: { if $0 == element { heard.add() } }).dispose()
        return heard.value > 0
    }
}
