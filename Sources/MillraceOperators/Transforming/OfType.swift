import Millrace

extension ObservableType {
    /// Emits the elements that are of a type, as that type.
    ///
    /// ```
    /// source            --1---"a"---2--|
    /// ofType(Int.self)  --1---------2--|
    /// ```
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: one cast for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable<Any>.of(1, "two", 3)
    ///     .ofType(Int.self)
    ///     .subscribe(onNext: { print($0) })
    /// // 1
    /// // 3
    /// ```
    ///
    /// - Parameter type: the type of the elements to emit.
    @inlinable
    public func ofType<Result>(_ type: Result.Type) -> Observable<Result> {
        compactMap { $0 as? Result }
    }

    /// Emits all elements as a type that they are expected to be of.
    ///
    /// ```
    /// source          --1---2---"a"
    /// cast(Int.self)  --1---2---#
    /// ```
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with a `RxCastError` at the first element that is of another type.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: one cast for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable<Any>.of(1, "two", 3)
    ///     .cast(Int.self)
    ///     .subscribe(onNext: { print($0) }, onError: { print("failed: \($0)") })
    /// // 1
    /// // failed: An element is of type String, not Int.
    /// ```
    ///
    /// - Parameter type: the type that the elements are expected to be of.
    @inlinable
    public func cast<Result>(_ type: Result.Type) -> Observable<Result> {
        map { element in
            guard let result = element as? Result else { throw RxCastError(of: element, to: type) }
            return result
        }
    }
}

/// The error of `cast(_:)`: an element was not of the expected type.
///
/// ```swift
/// let subscription = Observable<Any>.of("two")
///     .cast(Int.self)
///     .subscribe(onError: { if let error = $0 as? RxCastError { print(error.found, error.expected) } })
/// // String Int
/// ```
public struct RxCastError: Error, Equatable, Sendable {
    /// The type of the element, as text.
    public let found: String

    /// The type that was asked for, as text.
    public let expected: String

    // The types as text: a type can be kept in no `Sendable` value in every language mode, nor be compared.
    @usableFromInline
    init<Result>(of element: Any, to type: Result.Type) {
        found = "\(Swift.type(of: element))"
        expected = "\(type)"
    }
}

extension RxCastError: CustomStringConvertible {
    /// What went wrong, in a sentence; otherwise as any error's.
    public var description: String { "An element is of type \(found), not \(expected)." }
}
