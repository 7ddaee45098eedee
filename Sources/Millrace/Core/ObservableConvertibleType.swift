/// Something that can be seen as an observable: an observable itself, a subject, a trait.
public protocol ObservableConvertibleType<Element> {
    /// The type of element it emits.
    associatedtype Element

    /// This value as an observable.
    func asObservable() -> Observable<Element>
}
