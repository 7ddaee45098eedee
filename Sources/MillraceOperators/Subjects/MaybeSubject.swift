import Millrace

/// A `Maybe` that is sent its event by hand, and keeps it for later subscribers.
///
/// - **Emits** the element to all subscribers, once; later subscribers get the element, the completion or the error at
///   once.
/// - **Ends** with the first event; later events are ignored.
/// - **Disposal** ends a subscription; the subject itself cannot be disposed.
/// - **Threads**: all members may be called from any thread, from inside callbacks too. No callback ever runs under a lock.
/// - **Complexity**: sending O(observers); subscribing and disposing amortized O(1).
///
/// ```swift
/// let cached = MaybeSubject<String>()
/// let subscription = cached.subscribe(
///     onSuccess: { print("in the cache: \($0)") },
///     onCompleted: { print("not in the cache") }
/// )
/// cached.onCompleted()
/// // not in the cache
/// ```
public final class MaybeSubject<Element>: PrimitiveSequenceType, ObservableConvertibleType, @unchecked Sendable {
    /// The subject is a `Maybe`.
    public typealias Trait = MaybeTrait

    // As in `SingleSubject`.
    private let subject = AsyncSubject<Element>()

    /// A subject that has been sent nothing.
    public init() {}

    /// Whether the subject has observers.
    public var hasObservers: Bool { subject.hasObservers }

    /// Takes the event.
    ///
    /// - Parameter event: the element, the completion or the error.
    public func on(_ event: MaybeEvent<Element>) {
        switch event {
        case .success(let element): onSuccess(element)
        case .error(let error): onError(error)
        case .completed: onCompleted()
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
    public func onError(_ error: Swift.Error) {
        subject.onError(error)
    }

    /// Sends the completion, without an element.
    public func onCompleted() {
        subject.onCompleted()
    }

    /// The subject as a `Maybe`, to which nothing can be sent.
    public func asMaybe() -> Maybe<Element> {
        Maybe(raw: subject)
    }

    /// The subject as a `Maybe`.
    public var primitiveSequence: Maybe<Element> { asMaybe() }

    /// The subject as an `Observable`, to which nothing can be sent.
    public func asObservable() -> Observable<Element> {
        asMaybe().asObservable()
    }
}
