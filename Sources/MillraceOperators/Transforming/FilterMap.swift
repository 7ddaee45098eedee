import Millrace

/// What `filterMap(_:)` does with an element.
///
/// ```swift
/// let subscription = Observable.of("12", "x")
///     .filterMap { text -> FilterMap<Int> in Int(text).map(FilterMap.map) ?? .ignore }
///     .subscribe(onNext: { print($0) })
/// // 12
/// ```
public enum FilterMap<Result> {
    /// Emits nothing for the element.
    case ignore
    /// Emits this result for the element.
    case map(Result)
}

extension FilterMap: Sendable where Result: Sendable {}

extension ObservableType {
    /// Emits what `transform` makes of the elements that it does not ignore.
    ///
    /// `compactMap` does the same with `nil` for `.ignore`; this form is plainer if the results are optional.
    ///
    /// ```
    /// source                                           --1---2---3---|
    /// filterMap { $0 == 2 ? .ignore : .map($0 * 10) }  --10------30--|
    /// ```
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that `transform` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `transform` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let readings = Observable.of(20, -274, 22)
    /// let subscription = readings
    ///     .filterMap { $0 < -273 ? .ignore : .map("\($0) °C") }
    ///     .subscribe(onNext: { print($0) })
    /// // 20 °C
    /// // 22 °C
    /// ```
    ///
    /// - Parameter transform: says whether to ignore an element, or what to emit for it.
    @inlinable
    public func filterMap<Result>(
        _ transform: @escaping (Element) throws -> FilterMap<Result>
    ) -> Observable<Result> {
        compactMap { element -> Result? in
            switch try transform(element) {
            case .ignore: nil
            case .map(let result): .some(result)
            }
        }
    }
}
