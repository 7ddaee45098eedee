import Millrace

/// A source that the test feeds by hand, that goes on sending when it has been disposed, and counts what happens to it.
public final class TestSource<Element> {
    public private(set) var observers: [AnyObserver<Element>] = []
    public private(set) var disposals = 0
    /// Called when a subscription is disposed.
    public var onDispose: () -> Void = {}

    public private(set) lazy var observable = Observable<Element>.create { [unowned self] observer in
        observers.append(observer)
        // Strong: a subscription keeps the source until it is disposed, also where optimized code is done with it before.
        return Disposables.create { [self] in
            disposals += 1
            onDispose()
        }
    }

    public init() {}

    public var subscriptions: Int { observers.count }

    public func send(_ event: Event<Element>) {
        for observer in observers { observer.on(event) }
    }

    public func send(_ elements: Element...) {
        for element in elements { send(.next(element)) }
    }
}
