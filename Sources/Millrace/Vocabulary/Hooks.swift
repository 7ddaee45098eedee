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

    /// What the program has set. The handlers are called outside of the lock.
    private struct Handlers {
        var error: DefaultErrorHandler = { subscription, error in
            let place = subscription.isEmpty ? "" : "; subscribed at \(subscription.joined(separator: "\n    "))"
            printToStandardError("Millrace: unhandled error: \(error)\(place)")
        }
        var captureCallStack: CustomCaptureSubscriptionCallstack = { callStackSymbols() }
        var overlap: OverlapHandler = { subscription, first, second in
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
        var droppedElement: DroppedElementHandler?
    }

    private static let handlers = Locked(Handlers())

    /// Called for each element that `observe(on:capacity:overflow:)` drops, on the thread that emits. By default it is
    /// `nil`, and nothing is called.
    public static var droppedElementHandler: DroppedElementHandler? {
        get { handlers.access { $0.droppedElement } }
        set {
            let former = handlers.access {
                HookSwitches.reportsDrops = newValue != nil
                return exchange(&$0.droppedElement, for: newValue)
            }
            releaseValue(former)
        }
    }

    /// Called for an error that reaches a subscription without `onError`. By default it prints the error and where the
    /// subscription was made, on standard error.
    public static var defaultErrorHandler: DefaultErrorHandler {
        get { handlers.access { $0.error } }
        set { releaseValue(handlers.access { exchange(&$0.error, for: newValue) }) }
    }

    /// Whether each subscription records the call stack that made it, for `defaultErrorHandler`; off by default.
    public static var recordCallStackOnError: Bool {
        get { HookSwitches.recordsCallStacks }
        set { HookSwitches.recordsCallStacks = newValue }
    }

    /// Captures the call stack of a subscription while `recordCallStackOnError` is on; by default
    /// `Thread.callStackSymbols`, or nothing without the trait `Foundation`.
    public static var customCaptureSubscriptionCallstack: CustomCaptureSubscriptionCallstack {
        get { handlers.access { $0.captureCallStack } }
        set { releaseValue(handlers.access { exchange(&$0.captureCallStack, for: newValue) }) }
    }

    /// Called, in debug builds, when events of one subscription overlap. By default it prints a report on standard
    /// error.
    public static var overlapHandler: OverlapHandler {
        get { handlers.access { $0.overlap } }
        set { releaseValue(handlers.access { exchange(&$0.overlap, for: newValue) }) }
    }
}
