/// A source that is fed as an observer.
@preconcurrency
public protocol SubjectType: ObservableType {
    /// The observer that feeds it.
    associatedtype Observer: ObserverType

    /// The observer that feeds it.
    func asObserver() -> Observer
}
