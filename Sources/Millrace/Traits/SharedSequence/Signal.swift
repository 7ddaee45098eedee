/// A sequence for what happens: it does not fail, emits on the main scheduler, and shares one subscription among all
/// subscribers. A new subscriber gets only what is emitted from then on.
///
/// Subscribe to it with `emit`, on any thread.
///
/// ```swift
/// let alerts = PublishSubject<String>()
/// let bag = DisposeBag()
/// let alert: Signal<String> = alerts.asSignal(onErrorSignalWith: .empty())
/// alert.emit(onNext: { print("first: \($0)") }).disposed(by: bag)
/// alerts.onNext("low")
/// alert.emit(onNext: { print("second: \($0)") }).disposed(by: bag) // gets nothing from before
/// alerts.onNext("high")
/// // first: low
/// // first: high
/// // second: high
/// ```
public typealias Signal<Element> = SharedSequence<SignalSharingStrategy, Element>

/// How a `Signal` is shared: as `share(scope: .whileConnected)` does, so that a new subscriber gets nothing that was
/// emitted before.
public struct SignalSharingStrategy: SharingStrategyProtocol {
    /// What `SharingScheduler` makes: the main scheduler.
    public static var scheduler: SchedulerType { SharingScheduler.make() }

    /// Shares as `source.share(scope: .whileConnected)` does.
    ///
    /// - Parameter source: the source to share.
    @_alwaysEmitIntoClient
    public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(scope: .whileConnected)
    }
}

extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
    /// The signal itself; as `asSharedSequence()`.
    @_alwaysEmitIntoClient
    public func asSignal() -> Signal<Element> {
        asSharedSequence()
    }
}

extension ObservableConvertibleType {
    /// This source as a signal, with `onErrorJustReturn` in place of an error.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let subscription = prices.asSignal(onErrorJustReturn: 0)
    ///     .emit(onNext: { print($0) })
    /// prices.onNext(5)
    /// prices.onError(RxError.timeout)
    /// // 5
    /// // 0
    /// ```
    ///
    /// - Parameter onErrorJustReturn: the element to emit if the source fails.
    @_alwaysEmitIntoClient
    public func asSignal(onErrorJustReturn: Element) -> Signal<Element> {
        asSharedSequence(onErrorJustReturn: onErrorJustReturn)
    }

    /// This source as a signal, which goes on with `onErrorSignalWith` in place of an error.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let subscription = prices.asSignal(onErrorSignalWith: .just(3))
    ///     .emit(onNext: { print($0) })
    /// prices.onNext(5)
    /// prices.onError(RxError.timeout)
    /// // 5
    /// // 3
    /// ```
    ///
    /// - Parameter onErrorSignalWith: the signal to go on with if the source fails.
    @_alwaysEmitIntoClient
    public func asSignal(onErrorSignalWith: Signal<Element>) -> Signal<Element> {
        asSharedSequence(onErrorDriveWith: onErrorSignalWith)
    }

    /// This source as a signal, which goes on with what `onErrorRecover` makes of an error.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let subscription = prices.asSignal(onErrorRecover: { error in error is RxError ? .just(3) : .empty() })
    ///     .emit(onNext: { print($0) })
    /// prices.onNext(5)
    /// prices.onError(RxError.timeout)
    /// // 5
    /// // 3
    /// ```
    ///
    /// - Parameter onErrorRecover: makes, from the error, the signal to go on with; called on the scheduler that the
    ///   signal emits on.
    @_alwaysEmitIntoClient
    public func asSignal(
        onErrorRecover: @escaping (_ error: Swift.Error) -> Signal<Element>
    ) -> Signal<Element> {
        asSharedSequence(onErrorRecover: onErrorRecover)
    }
}

extension PublishRelay {
    /// The relay's elements as a signal.
    ///
    /// ```swift
    /// let orders = PublishRelay<String>()
    /// let subscription = orders.asSignal().emit(onNext: { print($0) })
    /// orders.accept("order 1")
    /// // order 1
    /// ```
    @_alwaysEmitIntoClient
    public func asSignal() -> Signal<Element> {
        SharedSequence(asObservable().observe(on: SignalSharingStrategy.scheduler))
    }
}
