import Millrace

/// A `Single` that is sent its event by hand, and keeps it for later subscribers.
///
/// - **Emits** the element to all subscribers, once; later subscribers get the element, or the error, at once.
/// - **Ends** with the first event; later events are ignored.
/// - **Disposal** ends a subscription; the subject itself cannot be disposed.
/// - **Threads**: all members may be called from any thread, from inside callbacks too. No callback ever runs under a lock.
/// - **Complexity**: sending O(observers); subscribing and disposing amortized O(1).
///
/// ```swift
/// let user = SingleSubject<String>()
/// let first = user.subscribe(onSuccess: { print("first: \($0)") })
/// user.onSuccess("Ada")
/// user.onSuccess("Grace")
/// let second = user.subscribe(onSuccess: { print("second: \($0)") })
/// // first: Ada
/// // second: Ada
/// ```
public final class SingleSubject<Element>: PrimitiveSequenceType, ObservableConvertibleType, @unchecked Sendable {
    /// The subject is a `Single`.
    public typealias Trait = SingleTrait

    // Keeps an element to itself until the completion, which follows at once. If two threads send at once, either may be
    // the first.
    private let subject = AsyncSubject<Element>()

    /// A subject that has been sent nothing.
    public init() {}

    /// Whether the subject has observers.
    public var hasObservers: Bool { subject.hasObservers }

    /// Takes the event.
    ///
    /// - Parameter event: the element or the error.
    public func on(_ event: SingleEvent<Element>) {
        switch event {
        case .success(let element): onSuccess(element)
        case .failure(let error): onFailure(error)
        }
    }

    /// Sends the element.
    ///
    /// - Parameter element: the element.
    public func onSuccess(_ element: Element) {
        subject.onNext(element)
        subject.onCompleted()
    }

    /// Sends an error.
    ///
    /// - Parameter error: the error.
    public func onFailure(_ error: Swift.Error) {
        subject.onError(error)
    }

    /// The subject as a `Single`, to which nothing can be sent.
    public func asSingle() -> Single<Element> {
        Single(raw: subject)
    }

    /// The subject as a `Single`.
    public var primitiveSequence: Single<Element> { asSingle() }

    /// The subject as an `Observable`, to which nothing can be sent.
    public func asObservable() -> Observable<Element> {
        asSingle().asObservable()
    }
}
