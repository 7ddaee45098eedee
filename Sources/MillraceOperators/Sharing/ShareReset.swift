import Millrace

/// What makes `share(replay:resettingOn:)` start over, and when: at once, after a time, or when another source says so.
///
/// Used as `share(replay:resettingOn:)` shows.
public struct ShareReset: @unchecked Sendable {
    enum Occasion: String {
        case error, completion, refCountZero
    }

    let occasion: Occasion

    /// The first element of the result resets, with what the source failed with as the argument; `nil` resets at once.
    let notifier: ((Swift.Error?) -> Observable<Void>)?

    private init(_ occasion: Occasion, _ notifier: ((Swift.Error?) -> Observable<Void>)? = nil) {
        self.occasion = occasion
        self.notifier = notifier
    }

    private init<Notifier: ObservableConvertibleType>(_ occasion: Occasion, when notifier: @escaping () -> Notifier) {
        self.init(occasion) { _ in notifier().asObservable().map { _ in } }
    }

    private init(_ occasion: Occasion, after delay: RxTimeInterval, scheduler: SchedulerType) {
        self.init(occasion) { _ in Observable<Int>.timer(delay, scheduler: scheduler).map { _ in } }
    }

    /// Starts over when the source has failed.
    public static let error = ShareReset(.error)

    /// Starts over when the source has failed and a time has passed.
    ///
    /// - Parameters:
    ///   - delay: how long later subscribers get the error.
    ///   - scheduler: the scheduler that times it.
    public static func error(after delay: RxTimeInterval, scheduler: SchedulerType) -> ShareReset {
        ShareReset(.error, after: delay, scheduler: scheduler)
    }

    /// Starts over when the source has failed and `notifier` has emitted.
    ///
    /// - Parameter notifier: called with the error; later subscribers get the error until the first element of the result.
    public static func error<Notifier: ObservableConvertibleType>(
        when notifier: @escaping (Swift.Error) -> Notifier
    ) -> ShareReset {
        ShareReset(.error) { error in
            error.map { notifier($0).asObservable().map { _ in } } ?? .never()
        }
    }

    /// Starts over when the source has completed.
    public static let completion = ShareReset(.completion)

    /// Starts over when the source has completed and a time has passed.
    ///
    /// - Parameters:
    ///   - delay: how long later subscribers get what is replayed and the completion.
    ///   - scheduler: the scheduler that times it.
    public static func completion(after delay: RxTimeInterval, scheduler: SchedulerType) -> ShareReset {
        ShareReset(.completion, after: delay, scheduler: scheduler)
    }

    /// Starts over when the source has completed and `notifier` has emitted.
    ///
    /// - Parameter notifier: called at the completion; later subscribers get what is replayed and the completion until the
    ///   first element of the result.
    public static func completion<Notifier: ObservableConvertibleType>(
        when notifier: @escaping () -> Notifier
    ) -> ShareReset {
        ShareReset(.completion, when: notifier)
    }

    /// Disposes the subscription to the source and starts over when the last subscriber has left.
    public static let refCountZero = ShareReset(.refCountZero)

    /// Disposes the subscription to the source and starts over when there has been no subscriber for a time.
    ///
    /// - Parameters:
    ///   - delay: how long the subscription to the source outlives its last subscriber. A subscriber that comes meanwhile
    ///     keeps it.
    ///   - scheduler: the scheduler that times it.
    public static func refCountZero(after delay: RxTimeInterval, scheduler: SchedulerType) -> ShareReset {
        ShareReset(.refCountZero, after: delay, scheduler: scheduler)
    }

    /// Disposes the subscription to the source and starts over when the last subscriber has left and `notifier` has
    /// emitted.
    ///
    /// - Parameter notifier: called when the last subscriber has left; a subscriber that comes before the first element of
    ///   the result keeps the subscription to the source.
    public static func refCountZero<Notifier: ObservableConvertibleType>(
        when notifier: @escaping () -> Notifier
    ) -> ShareReset {
        ShareReset(.refCountZero, when: notifier)
    }
}
