import Millrace

/// A `Completable` that is sent its event by hand, and keeps it for later subscribers.
///
/// - **Emits** nothing.
/// - **Ends** with the first event; later events are ignored. A later subscriber gets that event at once.
/// - **Disposal** ends a subscription; the subject itself cannot be disposed.
/// - **Threads**: all members may be called from any thread, from inside callbacks too. No callback ever runs under a lock.
/// - **Complexity**: sending O(observers); subscribing and disposing amortized O(1).
///
/// ```swift
/// let ready = CompletableSubject()
/// let first = ready.subscribe(onCompleted: { print("first: ready") })
/// ready.onCompleted()
/// let second = ready.subscribe(onCompleted: { print("second: ready") })
/// // first: ready
/// // second: ready
/// ```
public final class CompletableSubject: PrimitiveSequenceType, ObservableConvertibleType, Sendable {
    /// The subject is a `Completable`.
    public typealias Trait = CompletableTrait

    /// A `Completable` has no elements.
    public typealias Element = Swift.Never

    private let subject = PublishSubject<Swift.Never>()

    /// A subject that has been sent nothing.
    public init() {}

    /// Whether the subject has observers.
    public var hasObservers: Bool { subject.hasObservers }

    /// Takes the event.
    ///
    /// - Parameter event: the completion or the error.
    public func on(_ event: CompletableEvent) {
        switch event {
        case .error(let error): onError(error)
        case .completed: onCompleted()
        }
    }

    /// Sends an error.
    ///
    /// - Parameter error: the error.
    public func onError(_ error: Swift.Error) {
        subject.onError(error)
    }

    /// Sends the completion.
    public func onCompleted() {
        subject.onCompleted()
    }

    /// The subject as a `Completable`, to which nothing can be sent.
    public func asCompletable() -> Completable {
        Completable(raw: subject)
    }

    /// The subject as a `Completable`.
    public var primitiveSequence: Completable { asCompletable() }

    /// The subject as an `Observable`, to which nothing can be sent.
    public func asObservable() -> Observable<Swift.Never> {
        asCompletable().asObservable()
    }
}
