/// A sequence for what is shown: it does not fail, emits on the main scheduler, and shares one subscription among all
/// subscribers. A new subscriber gets the latest element first.
///
/// Subscribe to it on the main thread, with `drive`.
///
/// ```swift
/// let prices = PublishSubject<Int>()
/// let bag = DisposeBag()
/// let price: Driver<Int> = prices.asDriver(onErrorJustReturn: 0)
/// price.drive(onNext: { print("first: \($0)") }).disposed(by: bag)
/// prices.onNext(5)
/// price.drive(onNext: { print("second: \($0)") }).disposed(by: bag) // gets the latest element
/// // first: 5
/// // second: 5
/// ```
public typealias Driver<Element> = SharedSequence<DriverSharingStrategy, Element>

/// How a `Driver` is shared: as `share(replay: 1, scope: .whileConnected)` does, so that a new subscriber gets the
/// latest element as long as there is another subscriber.
public struct DriverSharingStrategy: SharingStrategyProtocol {
    /// What `SharingScheduler` makes: the main scheduler.
    public static var scheduler: SchedulerType { SharingScheduler.make() }

    /// Shares as `source.share(replay: 1, scope: .whileConnected)` does.
    ///
    /// - Parameter source: the source to share.
    @_alwaysEmitIntoClient
    public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(replay: 1, scope: .whileConnected)
    }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
    /// The driver itself; as `asSharedSequence()`.
    @_alwaysEmitIntoClient
    public func asDriver() -> Driver<Element> {
        asSharedSequence()
    }
}

extension ObservableConvertibleType {
    /// This source as a driver, with `onErrorJustReturn` in place of an error.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let subscription = prices.asDriver(onErrorJustReturn: 0)
    ///     .drive(onNext: { print($0) })
    /// prices.onNext(5)
    /// prices.onError(RxError.timeout)
    /// // 5
    /// // 0
    /// ```
    ///
    /// - Parameter onErrorJustReturn: the element to emit if the source fails.
    @_alwaysEmitIntoClient
    public func asDriver(onErrorJustReturn: Element) -> Driver<Element> {
        asSharedSequence(onErrorJustReturn: onErrorJustReturn)
    }

    /// This source as a driver, which goes on with `onErrorDriveWith` in place of an error.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let subscription = prices.asDriver(onErrorDriveWith: .just(3))
    ///     .drive(onNext: { print($0) })
    /// prices.onNext(5)
    /// prices.onError(RxError.timeout)
    /// // 5
    /// // 3
    /// ```
    ///
    /// - Parameter onErrorDriveWith: the driver to go on with if the source fails.
    @_alwaysEmitIntoClient
    public func asDriver(onErrorDriveWith: Driver<Element>) -> Driver<Element> {
        asSharedSequence(onErrorDriveWith: onErrorDriveWith)
    }

    /// This source as a driver, which goes on with what `onErrorRecover` makes of an error.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let subscription = prices.asDriver(onErrorRecover: { error in error is RxError ? .just(3) : .empty() })
    ///     .drive(onNext: { print($0) })
    /// prices.onNext(5)
    /// prices.onError(RxError.timeout)
    /// // 5
    /// // 3
    /// ```
    ///
    /// - Parameter onErrorRecover: makes, from the error, the driver to go on with; called on the scheduler that the
    ///   driver emits on.
    @_alwaysEmitIntoClient
    public func asDriver(
        onErrorRecover: @escaping (_ error: Swift.Error) -> Driver<Element>
    ) -> Driver<Element> {
        asSharedSequence(onErrorRecover: onErrorRecover)
    }
}

extension InfallibleType {
    /// This sequence as a driver: shared, and emitted on the main scheduler.
    ///
    /// ```swift
    /// let prices = BehaviorSubject(value: 5)
    /// let subscription = prices.asInfallible(onErrorJustReturn: 0)
    ///     .asDriver()
    ///     .drive(onNext: { print($0) })
    /// prices.onNext(6)
    /// // 5
    /// // 6
    /// ```
    @_alwaysEmitIntoClient
    public func asDriver() -> Driver<Element> {
        SharedSequence(asObservable().observe(on: DriverSharingStrategy.scheduler))
    }
}

extension BehaviorRelay {
    /// The relay's value as a driver.
    ///
    /// ```swift
    /// let price = BehaviorRelay(value: 5)
    /// let subscription = price.asDriver().drive(onNext: { print($0) })
    /// price.accept(6)
    /// // 5
    /// // 6
    /// ```
    @_alwaysEmitIntoClient
    public func asDriver() -> Driver<Element> {
        SharedSequence(asObservable().observe(on: DriverSharingStrategy.scheduler))
    }
}
