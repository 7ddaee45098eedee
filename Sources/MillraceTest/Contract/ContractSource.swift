import Foundation
import Millrace

/// The kinds of source that an operator is tried on.
enum ContractSourceKind: CaseIterable, Sendable {
    /// Made by `create`.
    case create
    /// A type of the user's own that conforms to `ObservableType`.
    case foreign
    /// A `PublishSubject`.
    case subject
}

/// A source that a test drives, and that counts subscriptions and disposals.
final class ContractSource<Element>: @unchecked Sendable {
    private struct Subscription {
        var observer: AnyObserver<Element>?
        var disposals = 0
    }

    private let lock = NSLock()
    private var subscriptions: [Subscription] = []
    private var subject: PublishSubject<Element>?
    private let keepsOn: Bool
    private let greeting: Element?
    private let log: ContractLog?
    /// Counts the tokens that the subscriptions to a `create` source hold.
    let tokens = Token.Tally()
    private(set) var observable: Observable<Element>!

    /// - Parameters:
    ///   - keepsOn: whether the source goes on sending to observers that have disposed.
    ///   - greeting: sent to each subscriber at once.
    ///   - log: gets a line for every disposal.
    init(_ kind: ContractSourceKind, keepsOn: Bool = false, greeting: Element? = nil, log: ContractLog? = nil) {
        self.keepsOn = keepsOn
        self.greeting = greeting
        self.log = log
        switch kind {
        case .create:
            observable = Observable.create { [unowned self] observer in
                let number = add(observer)
                let token = Token(tokens)
                return Disposables.create { [self] in
                    token.keep()
                    remove(number)
                }
            }
        case .foreign:
            observable = Foreign(source: self).asObservable()
        case .subject:
            let subject = PublishSubject<Element>()
            self.subject = subject
            observable = subject
        }
    }

    private func add(_ observer: AnyObserver<Element>) -> Int {
        lock.lock()
        subscriptions.append(Subscription(observer: observer))
        let number = subscriptions.count - 1
        lock.unlock()
        if let greeting { observer.onNext(greeting) }
        return number
    }

    private func remove(_ number: Int) {
        lock.lock()
        subscriptions[number].disposals += 1
        let observer = subscriptions[number].observer
        if !keepsOn { subscriptions[number].observer = nil }
        lock.unlock()
        withExtendedLifetime(observer) {}
        log?.write("source")
    }

    /// Sends to the observers that are subscribed now.
    func send(_ event: Event<Element>) {
        lock.lock()
        let observers = subscriptions.compactMap(\.observer)
        lock.unlock()
        for observer in observers { observer.on(event) }
        subject?.on(event)
    }

    func send(_ elements: [Element]) {
        for element in elements { send(.next(element)) }
    }

    /// Releases the observers, without an event. The source cannot be used any more.
    func drop() {
        lock.lock()
        let observers = subscriptions.compactMap(\.observer)
        for i in subscriptions.indices { subscriptions[i].observer = nil }
        lock.unlock()
        withExtendedLifetime(observers) {}
        observable = nil
        subject = nil
    }

    /// What is wrong, if every subscription should have been disposed once; `nil` if nothing is wrong.
    var complaint: String? {
        if let subject { return subject.hasObservers ? "the subject still has an observer" : nil }
        lock.lock()
        defer { lock.unlock() }
        let left = subscriptions.filter { $0.disposals == 0 }.count
        if left > 0 { return "\(left) of \(subscriptions.count) subscriptions to the source are not disposed" }
        if let many = subscriptions.first(where: { $0.disposals > 1 }) {
            return "a subscription to the source was disposed \(many.disposals) times"
        }
        return nil
    }

    /// Whether there has been a subscription yet; always true for a subject, which does not count.
    var wasSubscribed: Bool {
        lock.lock()
        defer { lock.unlock() }
        return subject != nil || !subscriptions.isEmpty
    }

    /// How many subscriptions there have been; 1 for a subject, which does not count.
    var subscriptionCount: Int {
        lock.lock()
        defer { lock.unlock() }
        return subject == nil ? subscriptions.count : 1
    }

    private struct Foreign: ObservableType {
        unowned let source: ContractSource

        func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable where Observer.Element == Element {
            let number = source.add(AnyObserver(observer))
            return Departure { [source] in source.remove(number) }
        }
    }

    /// A disposable that counts every call.
    private final class Departure: Disposable, @unchecked Sendable {
        private let action: () -> Void

        init(_ action: @escaping () -> Void) {
            self.action = action
        }

        func dispose() {
            action()
        }
    }
}
