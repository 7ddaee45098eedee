import Millrace

/// A source that the test feeds by hand, that goes on sending when it has been disposed, and counts what happens to it.
final class TestSource<Element> {
    private(set) var observers: [AnyObserver<Element>] = []
    private(set) var disposals = 0
    /// Called when a subscription is disposed.
    var onDispose: () -> Void = {}

    lazy var observable = Observable<Element>.create { [unowned self] observer in
        observers.append(observer)
        // Strong: a subscription keeps the source until it is disposed, also where optimized code is done with it before.
        return Disposables.create { [self] in
            disposals += 1
            onDispose()
        }
    }

    var subscriptions: Int { observers.count }

    func send(_ event: Event<Element>) {
        for observer in observers { observer.on(event) }
    }

    func send(_ elements: Element...) {
        for element in elements { send(.next(element)) }
    }
}
