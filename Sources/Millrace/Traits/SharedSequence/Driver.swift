/// A sequence for what is shown: it does not fail, emits on the main scheduler, and shares one subscription among all
/// subscribers. A new subscriber gets the latest element first.
///
/// Subscribe to it on the main thread, with `drive`.
public typealias Driver<Element> = SharedSequence<DriverSharingStrategy, Element>

/// How a `Driver` is shared: a new subscriber gets the latest element, as long as there is another subscriber.
public struct DriverSharingStrategy: SharingStrategyProtocol {
    /// What `SharingScheduler` makes: the main scheduler.
    public static var scheduler: SchedulerType { SharingScheduler.make() }

    /// `source.share(replay: 1, scope: .whileConnected)`.
    @inlinable
    public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(replay: 1, scope: .whileConnected)
    }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
    /// The driver itself.
    @inlinable
    public func asDriver() -> Driver<Element> {
        asSharedSequence()
    }
}

extension ObservableConvertibleType {
    /// This source as a driver, with `onErrorJustReturn` in place of an error.
    ///
    /// - Parameter onErrorJustReturn: the last element of a source that fails.
    @inlinable
    public func asDriver(onErrorJustReturn: Element) -> Driver<Element> {
        asSharedSequence(onErrorJustReturn: onErrorJustReturn)
    }

    /// This source as a driver, which goes on with `onErrorDriveWith` in place of an error.
    ///
    /// - Parameter onErrorDriveWith: what to subscribe to when the source has failed.
    @inlinable
    public func asDriver(onErrorDriveWith: Driver<Element>) -> Driver<Element> {
        asSharedSequence(onErrorDriveWith: onErrorDriveWith)
    }

    /// This source as a driver, which goes on with what `onErrorRecover` makes of an error.
    ///
    /// - Parameter onErrorRecover: called with the error, on the scheduler that the driver emits on.
    @inlinable
    public func asDriver(
        onErrorRecover: @escaping (_ error: Swift.Error) -> Driver<Element>
    ) -> Driver<Element> {
        asSharedSequence(onErrorRecover: onErrorRecover)
    }
}

extension InfallibleType {
    /// This sequence as a driver: shared, and emitted on the main scheduler.
    @inlinable
    public func asDriver() -> Driver<Element> {
        SharedSequence(asObservable().observe(on: DriverSharingStrategy.scheduler))
    }
}

extension BehaviorRelay {
    /// The relay's value as a driver.
    @inlinable
    public func asDriver() -> Driver<Element> {
        SharedSequence(asObservable().observe(on: DriverSharingStrategy.scheduler))
    }
}
