/// A source that is fed through an observer.
@preconcurrency
public protocol SubjectType: ObservableType {
    /// The observer that feeds it.
    associatedtype Observer: ObserverType

    /// The observer through which the source is fed.
    func asObserver() -> Observer
}
