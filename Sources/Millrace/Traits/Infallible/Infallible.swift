/// A sequence that does not fail.
@preconcurrency
public protocol InfallibleType<Element>: ObservableConvertibleType {}

/// A sequence that does not fail: any number of elements, then at most a completion.
///
/// Its operators are those of an observable. As in RxSwift, some of them take a closure that may throw, or a source
/// that may fail. If the closure throws or the source fails, the sequence fails in spite of its type.
///
/// ```swift
/// let prices = Infallible.of(5, 7, 6)
/// let subscription = prices
///     .scan(0) { highest, price in max(highest, price) }
///     .subscribe(onNext: { print("highest: \($0)") }) // there is no onError
/// // highest: 5
/// // highest: 7
/// // highest: 7
/// ```
public struct Infallible<Element>: InfallibleType, @unchecked Sendable {
    @usableFromInline
    let source: Observable<Element>

    /// - Parameter source: a source that never fails.
    @inlinable
    init(_ source: Observable<Element>) {
        self.source = source
    }

    /// The same sequence, without the promise.
    ///
    /// ```swift
    /// let subscription = Infallible.of("8", "ten")
    ///     .asObservable()
    ///     .map { try JSONDecoder().decode(Int.self, from: Data($0.utf8)) }
    ///     .subscribe(onNext: { print($0) }, onError: { _ in print("not a number") })
    /// // 8
    /// // not a number
    /// ```
    @_alwaysEmitIntoClient
    public func asObservable() -> Observable<Element> {
        source
    }
}

/// What an `Infallible` sends.
public enum InfallibleEvent<Element> {
    /// An element.
    case next(Element)
    /// The sequence has completed.
    case completed
}

extension InfallibleEvent: Sendable where Element: Sendable {}

extension InfallibleEvent: EventConvertible {
    /// The same event, as `Event` of an observable.
    @inlinable
    public var event: Event<Element> {
        switch self {
        case .next(let element): .next(element)
        case .completed: .completed
        }
    }
}

extension ObservableConvertibleType {
    /// This source, with `element` in place of an error; as `ObservableType.catchAndReturn(_:)`.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let subscription = prices
    ///     .asInfallible(onErrorJustReturn: 0)
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// prices.onNext(5)
    /// prices.onError(RxError.timeout)
    /// // 5
    /// // 0
    /// // completed
    /// ```
    ///
    /// - Parameter element: what to emit if the source fails.
    @_alwaysEmitIntoClient
    public func asInfallible(onErrorJustReturn element: Element) -> Infallible<Element> {
        Infallible(asObservable().catchAndReturn(element))
    }

    /// This source, which goes on with `infallible` in place of an error; as `ObservableType.catch(_:)`.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let subscription = prices
    ///     .asInfallible(onErrorFallbackTo: .of(3, 4))
    ///     .subscribe(onNext: { print($0) })
    /// prices.onNext(5)
    /// prices.onError(RxError.timeout)
    /// // 5
    /// // 3
    /// // 4
    /// ```
    ///
    /// - Parameter infallible: what to subscribe to when the source has failed, on the thread that it fails on.
    @_alwaysEmitIntoClient
    public func asInfallible(onErrorFallbackTo infallible: Infallible<Element>) -> Infallible<Element> {
        Infallible(asObservable().catch { _ in infallible.source })
    }

    /// This source, which goes on with what `onErrorRecover` makes of an error; as `ObservableType.catch(_:)`.
    ///
    /// ```swift
    /// let prices = PublishSubject<String>()
    /// let subscription = prices
    ///     .asInfallible(onErrorRecover: { error in .just("no price: \(error)") })
    ///     .subscribe(onNext: { print($0) })
    /// prices.onError(RxError.timeout)
    /// // no price: Sequence timeout.
    /// ```
    ///
    /// - Parameter onErrorRecover: makes, from the error, the sequence to go on with, on the thread that the source
    ///   fails on.
    @_alwaysEmitIntoClient
    public func asInfallible(
        onErrorRecover: @escaping (Swift.Error) -> Infallible<Element>
    ) -> Infallible<Element> {
        Infallible(asObservable().catch { onErrorRecover($0).source })
    }
}

extension BehaviorRelay {
    /// The relay's elements as a sequence that cannot fail.
    ///
    /// ```swift
    /// let price = BehaviorRelay(value: 5)
    /// let subscription = price.asInfallible().subscribe(onNext: { print($0) })
    /// price.accept(6)
    /// // 5
    /// // 6
    /// ```
    public func asInfallible() -> Infallible<Element> {
        Infallible(asObservable())
    }
}

extension PublishRelay {
    /// The relay's elements as a sequence that cannot fail.
    ///
    /// ```swift
    /// let orders = PublishRelay<String>()
    /// let subscription = orders.asInfallible().subscribe(onNext: { print($0) })
    /// orders.accept("order 1")
    /// // order 1
    /// ```
    public func asInfallible() -> Infallible<Element> {
        Infallible(asObservable())
    }
}

extension ReplayRelay {
    /// The relay's elements as a sequence that cannot fail.
    ///
    /// ```swift
    /// let lines = ReplayRelay<String>.create(bufferSize: 1)
    /// lines.accept("line 1")
    /// lines.accept("line 2")
    /// let subscription = lines.asInfallible().subscribe(onNext: { print($0) })
    /// // line 2
    /// ```
    public func asInfallible() -> Infallible<Element> {
        Infallible(asObservable())
    }
}
