import Foundation
import Millrace
import TestSupport

/// A source that counts its subscriptions and disposals, and that a test feeds.
final class TrackedSource: @unchecked Sendable {
    private let lock = NSLock()
    private var observers: [(number: Int, observer: AnyObserver<Int>)] = []
    private(set) var subscriptions = 0
    private(set) var disposals = 0
    private let onSubscribe: (TrackedSource, AnyObserver<Int>) -> Void
    var onDispose: () -> Void = {}

    init(onSubscribe: @escaping (TrackedSource, AnyObserver<Int>) -> Void = { _, _ in }) {
        self.onSubscribe = onSubscribe
    }

    /// Those who have subscribed and not been disposed.
    var active: Int { subscriptions - disposals }

    var observable: Observable<Int> {
        Observable.create { [self] observer in
            let number = lock.withLock {
                subscriptions += 1
                observers.append((subscriptions, observer))
                return subscriptions
            }
            onSubscribe(self, observer)
            return Disposables.create { [self] in
                lock.withLock {
                    disposals += 1
                    observers.removeAll { $0.number == number }
                }
                onDispose()
            }
        }
    }

    func send(_ event: Event<Int>) {
        for (_, observer) in lock.withLock({ observers }) { observer.on(event) }
    }

    func send(_ elements: Int...) {
        for element in elements { send(.next(element)) }
    }
}
