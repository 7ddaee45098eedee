/// A source that subscribers share and that emits once it has been connected.
public protocol ConnectableObservableType<Element>: ObservableType {
    /// Starts emitting to those who are subscribed.
    ///
    /// - Returns: the connection; disposing it stops the source.
    func connect() -> Disposable
}
