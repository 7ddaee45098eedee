import Dispatch
import Millrace

/// Calls `body` with a scope for subscriptions. When `body` has returned or thrown, all subscriptions that were made in
/// the scope are disposed, and this function returns when none of their closures runs any more.
///
/// So what the closures use, such as a file or a connection, can be closed in the next line, whatever has ended `body`:
/// a `return`, an error, or the error that a cancelled task throws. The scope is to subscriptions what a task group is
/// to tasks, except that it ends its subscriptions and does not wait for them to end by themselves.
///
/// - **Emits**: subscriptions are made with
///   ``Millrace/ObservableType/subscribe(fileID:line:in:onNext:onError:onCompleted:onDisposed:)``. One that ends by
///   itself leaves the scope. Once `body` has ended, nothing is subscribed to in the scope, on any thread.
/// - **Disposal**: in the order in which the subscriptions were made. `onDisposed` is the last closure of each that is
///   called.
/// - **Thread**: no thread waits. The wait goes on if the task is cancelled, and for as long as a closure takes. If
///   closures still run after `limit`, `report` is called once. Scopes may be nested; the inner one ends first.
/// - **Complexity**: O(1) for each subscription that is made, ends, or is disposed; each call of a closure takes a lock
///   twice, for a few instructions.
///
/// ```swift
/// let prices = PublishSubject<Int>()
/// await withSubscriptions { scope in
///     prices.subscribe(in: scope, onNext: { print($0) }, onDisposed: { print("disposed") })
///     prices.onNext(5)
/// }
/// print("no closure runs any more")
/// prices.onNext(7)
/// // 5
/// // disposed
/// // no closure runs any more
/// ```
///
/// - Parameters:
///   - isolation: the actor that the caller runs on; the compiler fills it in.
///   - limit: after what time of waiting to report which subscriptions' closures still run.
///   - scheduler: the scheduler that times it.
///   - report: called on `scheduler` with the places where these subscriptions were made; without it, they are printed
///     on standard error.
///   - body: what the subscriptions are for. It runs where the caller does. The scope may be handed to other threads
///     and tasks.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws.
@discardableResult
public func withSubscriptions<Result>(
    isolation: isolated (any Actor)? = #isolation,
    reportAfter limit: RxTimeInterval = .seconds(10),
    scheduler: SchedulerType = ConcurrentDispatchQueueScheduler(qos: .utility),
    report: (@Sendable ([String]) -> Void)? = nil,
    _ body: (SubscriptionScope) async throws -> Result
) async rethrows -> Result {
    let scope = SubscriptionScope()
    let result: Result
    do {
        result = try await body(scope)
    } catch {
        await scope.end(limit, scheduler, report)
        throw error
    }
    await scope.end(limit, scheduler, report)
    return result
}

/// What ``withSubscriptions(isolation:reportAfter:scheduler:report:_:)`` hands to its closure: the subscriptions that
/// end with it. It is used as `withSubscriptions` shows.
public final class SubscriptionScope: Sendable {
    private struct Member {
        let calls: WaitableSubscription.Calls
        let subscription: SingleAssignmentDisposable
        let place: String
    }

    private struct State {
        var members: [UInt64: Member] = [:]
        var number: UInt64 = 0
        var hasEnded = false

        mutating func nextNumber() -> UInt64? {
            if hasEnded { return nil }
            number += 1
            return number
        }
    }

    private let state = Locked(State())

    init() {}

    /// How many subscriptions there are in the scope that have not ended.
    public var count: Int { state.access { $0.members.count } }

    /// A place in the scope for a subscription that is about to be made: what counts the calls of its closures, and
    /// what disposes it. `nil` if the scope has ended.
    @usableFromInline
    func admit(
        _ fileID: StaticString,
        _ line: UInt
    ) -> (calls: WaitableSubscription.Calls, subscription: SingleAssignmentDisposable)? {
        guard let number = state.access({ $0.nextNumber() }) else { return nil }
        // Weak: a subscription that somebody keeps does not keep the scope.
        let calls = WaitableSubscription.Calls { [weak self] in self?.remove(number) }
        let member = Member(calls: calls, subscription: SingleAssignmentDisposable(), place: "\(fileID):\(line)")
        let isAdmitted = state.access { state in
            if !state.hasEnded { state.members[number] = member }
            return !state.hasEnded
        }
        return isAdmitted ? (calls, member.subscription) : nil
    }

    /// The subscription has ended, and none of its closures runs.
    private func remove(_ number: UInt64) {
        state.access { $0.members.removeValue(forKey: number) }?.subscription.dispose()
    }

    /// The members in the order in which they came.
    private var members: [Member] {
        state.access { $0.members }.sorted { $0.key < $1.key }.map(\.value)
    }

    fileprivate func end(
        isolation: isolated (any Actor)? = #isolation,
        _ limit: RxTimeInterval,
        _ scheduler: SchedulerType,
        _ report: (@Sendable ([String]) -> Void)?
    ) async {
        state.access { $0.hasEnded = true }
        let members = members
        if members.isEmpty { return }
        for member in members { member.calls.close() }
        for member in members { member.subscription.dispose() }
        let reporting = scheduler.scheduleRelative(self, dueTime: limit) { scope in
            let places = scope.members.map(\.place)
            if !places.isEmpty { (report ?? SubscriptionScope.printReport)(places) }
            return Disposables.create()
        }
        for member in members { await member.calls.waitForTheLast() }
        reporting.dispose()
    }

    @Sendable
    private static func printReport(_ places: [String]) {
        let places = places.joined(separator: ", ")
        printToStandardError(
            "Millrace: withSubscriptions(_:) waits for closures of the subscriptions made at \(places)"
        )
    }
}

extension ObservableType {
    /// Calls a closure for each kind of event until the subscription or the scope ends; otherwise as
    /// `subscribeWaitable(onNext:)`.
    ///
    /// - **Disposal**: with the scope, and before that as of any subscription. If the scope has ended already, nothing
    ///   is subscribed to, and no closure is called.
    /// - **Thread**: the closures are called on the thread that emits.
    /// - **Complexity**: each call of a closure takes a lock twice, for a few instructions.
    ///
    /// ```swift
    /// let orders = PublishSubject<String>()
    /// await withSubscriptions { scope in
    ///     orders.subscribe(in: scope, onNext: { print($0) })
    ///     orders.onNext("tea")
    /// }
    /// orders.onNext("milk")
    /// // tea
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - scope: what ends the subscription.
    ///   - onNext: called for each element, on the thread that emits.
    ///   - onError: called if the sequence fails. Without it, the error goes to `Hooks.defaultErrorHandler`.
    ///   - onCompleted: called if the sequence ends.
    ///   - onDisposed: called once, when the sequence has failed or ended or the subscription is disposed.
    /// - Returns: the subscription, to end it earlier. Nothing is disposed if it is released.
    @inlinable
    @discardableResult
    public func subscribe(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        in scope: SubscriptionScope,
        onNext: (@isolated(any) (Element) -> Void)?? = nil,
        onError: (@isolated(any) (Swift.Error) -> Void)?? = nil,
        onCompleted: (@isolated(any) () -> Void)?? = nil,
        onDisposed: (@isolated(any) () -> Void)?? = nil
    ) -> WaitableSubscription {
        let site = CallSite("subscribe(in:onNext:)", fileID, line)
        let onNext = site.withoutIsolation(onNext)
        let onError = site.withoutIsolation(onError)
        let onCompleted = site.withoutIsolation(onCompleted)
        let onDisposed = site.withoutIsolation(onDisposed)
        guard let (calls, subscription) = scope.admit(fileID, line) else { return .ended() }
        subscribe(
            counting: calls,
            by: subscription,
            onNext: onNext,
            onError: onError,
            onCompleted: onCompleted,
            onDisposed: onDisposed,
            fileID: fileID,
            line: line
        )
        return WaitableSubscription(subscription, calls)
    }
}

extension WaitableSubscription {
    /// A subscription that has ended.
    @usableFromInline
    static func ended() -> WaitableSubscription {
        let calls = Calls()
        calls.runLast(nil)
        let subscription = BooleanDisposable()
        subscription.dispose()
        return WaitableSubscription(subscription, calls)
    }
}
