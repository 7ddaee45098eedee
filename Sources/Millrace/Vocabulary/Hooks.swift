import Foundation

/// Handlers and switches through which a program observes Millrace.
///
/// All of them may be read and set from any thread. If a handler is replaced while it runs, the call that is under way
/// finishes.
public enum Hooks {
    /// Called for an error that a subscription does not handle, with the place where the subscription was made and the
    /// error.
    public typealias DefaultErrorHandler = (_ subscriptionCallStack: [String], _ error: Swift.Error) -> Void

    /// Captures the call stack of a subscription.
    public typealias CustomCaptureSubscriptionCallstack = () -> [String]

    /// Called, in debug builds, when two threads call one observer at the same time, with the place of the subscription
    /// and the call stacks of the two threads.
    public typealias OverlapHandler = (_ subscription: String, _ first: [String], _ second: [String]) -> Void

    /// Called for an element that is dropped.
    public typealias DroppedElementHandler = (DroppedElement) -> Void

    /// Called for a closure that belongs to an actor and was called somewhere else.
    public typealias IsolationHandler = (IsolationViolation) -> Void

    private static let lock = NSLock()

    nonisolated(unsafe) private static var errorHandler: DefaultErrorHandler = { subscription, error in
        let place = subscription.isEmpty ? "" : "; subscribed at \(subscription.joined(separator: "\n    "))"
        printToStandardError("Millrace: unhandled error: \(error)\(place)")
    }

    nonisolated(unsafe) private static var captureCallStack: CustomCaptureSubscriptionCallstack = {
        Thread.callStackSymbols
    }

    nonisolated(unsafe) private static var overlap: OverlapHandler = { subscription, first, second in
        printToStandardError(
            """
            Millrace: two threads called one observer at the same time; events of one sequence must not overlap.
            Subscribed at \(subscription).
            First call:
                \(first.joined(separator: "\n    "))
            Second call:
                \(second.joined(separator: "\n    "))
            """
        )
    }

    nonisolated(unsafe) private static var isolation: IsolationHandler = { printToStandardError($0.description) }

    nonisolated(unsafe) private static var droppedElement: DroppedElementHandler?

    /// Called for each element that `observe(on:capacity:overflow:)` drops, on the thread that emits. By default it is
    /// `nil`, and nothing is called.
    public static var droppedElementHandler: DroppedElementHandler? {
        get { lock.withLock { droppedElement } }
        set {
            let former = lock.withLock {
                HookSwitches.reportsDrops = newValue != nil
                return exchange(&droppedElement, for: newValue)
            }
            releaseValue(former)
        }
    }

    /// Called for an error that reaches a subscription without `onError`. By default it prints the error and where the
    /// subscription was made, on standard error.
    public static var defaultErrorHandler: DefaultErrorHandler {
        get { lock.withLock { errorHandler } }
        set { releaseValue(lock.withLock { exchange(&errorHandler, for: newValue) }) }
    }

    /// Whether each subscription records the call stack that made it, for `defaultErrorHandler`; off by default.
    public static var recordCallStackOnError: Bool {
        get { HookSwitches.recordsCallStacks }
        set { HookSwitches.recordsCallStacks = newValue }
    }

    /// Captures the call stack of a subscription while `recordCallStackOnError` is on; by default
    /// `Thread.callStackSymbols`.
    public static var customCaptureSubscriptionCallstack: CustomCaptureSubscriptionCallstack {
        get { lock.withLock { captureCallStack } }
        set { releaseValue(lock.withLock { exchange(&captureCallStack, for: newValue) }) }
    }

    /// What happens when a closure that belongs to an actor, such as one that a `@MainActor` class hands to
    /// `subscribe(onNext:)`, is called somewhere else: by default a report in debug builds, nothing in release builds.
    ///
    /// It counts for subscriptions that are made afterwards. Only closures that end a chain are checked, and those of
    /// `do`; the compiler's option `-enable-actor-data-race-checks` has a program stop in any closure.
    public static var isolationChecks: IsolationChecks {
        get { IsolationChecks(rawValue: HookSwitches.isolationChecks) ?? .off }
        set { HookSwitches.isolationChecks = newValue.rawValue }
    }

    /// Called while `isolationChecks` is `report`, once for each place in the program. By default it prints the
    /// violation on standard error.
    public static var isolationHandler: IsolationHandler {
        get { lock.withLock { isolation } }
        set { releaseValue(lock.withLock { exchange(&isolation, for: newValue) }) }
    }

    /// Called, in debug builds, when events of one subscription overlap. By default it prints a report on standard
    /// error.
    public static var overlapHandler: OverlapHandler {
        get { lock.withLock { overlap } }
        set { releaseValue(lock.withLock { exchange(&overlap, for: newValue) }) }
    }
}

func printToStandardError(_ message: String) {
    FileHandle.standardError.write(Data((message + "\n").utf8))
}
