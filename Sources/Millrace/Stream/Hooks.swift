import Dispatch

/// An error that is not printed where nobody handles it.
package protocol QuietError: Swift.Error {}

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

    /// Called, in debug builds, when two threads call one observer, or one operator with state, at the same time, with
    /// the place of the subscription and the call stacks of the two threads.
    public typealias OverlapHandler = (_ subscription: String, _ first: [String], _ second: [String]) -> Void

    /// Called for an element that is dropped.
    public typealias DroppedElementHandler = (DroppedElement) -> Void

    /// Called for a closure that belongs to an actor and was called somewhere else.
    public typealias IsolationHandler = (IsolationViolation) -> Void

    /// A handler, which one thread may replace while another thread reads it.
    private final class Setting<Handler>: @unchecked Sendable {
        // An object: a generic function would wrap a closure anew each time that it is exchanged.
        private final class Box {
            let handler: Handler

            init(_ handler: Handler) {
                self.handler = handler
            }
        }

        private let box: Locked<Box>

        init(_ handler: Handler) {
            box = Locked(Box(handler))
        }

        var handler: Handler {
            get { box.access { $0 }.handler }
            set { replace(by: newValue) {} }
        }

        /// `alongside` is called in the same step, under the lock.
        func replace(by handler: Handler, alongside: () -> Void) {
            let new = Box(handler)
            let former = box.access { box in
                alongside()
                return exchange(&box, for: new)
            }
            releaseValue(former)
        }
    }

    private static let error = Setting<DefaultErrorHandler>(printError)
    private static let captureCallStack = Setting<CustomCaptureSubscriptionCallstack?>(nil)
    private static let overlap = Setting<OverlapHandler?>(nil)
    private static let isolation = Setting<IsolationHandler> { printToStandardError($0.description) }
    private static let droppedElement = Setting<DroppedElementHandler?>(nil)

    /// Called for each element that a bounded queue drops, such as that of `observe(on:capacity:overflow:)` or
    /// `values(capacity:overflow:onDrop:)`, on the thread that emits. The documentation of an operator says if it has such
    /// a queue. By default it is `nil`, and nothing is called.
    public static var droppedElementHandler: DroppedElementHandler? {
        get { droppedElement.handler }
        set {
            let reports = newValue != nil
            droppedElement.replace(by: newValue) { HookSwitches.reportsDrops = reports }
        }
    }

    /// Called for an error that reaches a subscription without `onError`. By default it prints the error and where the
    /// subscription was made, on standard error.
    public static var defaultErrorHandler: DefaultErrorHandler {
        get { error.handler }
        set { error.handler = newValue }
    }

    /// Whether each subscription records the call stack that made it, for `defaultErrorHandler`; off by default.
    public static var recordCallStackOnError: Bool {
        get { HookSwitches.recordsCallStacks }
        set { HookSwitches.recordsCallStacks = newValue }
    }

    /// Whether what is subscribed to from now on is recorded for `StreamDump`; off by default.
    ///
    /// Chains that are subscribed to while it is on have one more stage between any two of their stages, so that events,
    /// too, take longer. While it is on, one queue wakes up a hundred times a second. Chains that were subscribed to before
    /// have no such stages, nor have those that are subscribed to while it is off.
    public static var recordSubscriptions: Bool {
        get { MeterClock.isRecording }
        set { MeterClock.isRecording = newValue }
    }

    /// Captures the call stack of a subscription while `recordCallStackOnError` is on: by default the calls of your own
    /// code, with file and line. Where the system does not tell these, `Thread.callStackSymbols`, or nothing without the
    /// trait `Foundation`.
    public static var customCaptureSubscriptionCallstack: CustomCaptureSubscriptionCallstack {
        get { captureCallStack.handler ?? { CallStack().lines } }
        set { captureCallStack.handler = newValue }
    }

    /// Captures the calling thread's calls. What they are called is looked up by the result, for an error alone.
    static func captureSubscription() -> () -> [String] {
        guard let capture = captureCallStack.handler else {
            let stack = CallStack()
            return { stack.lines }
        }
        let lines = capture()
        return { lines }
    }

    /// Called, in debug builds, when events of one subscription overlap. By default it prints a report on standard
    /// error.
    public static var overlapHandler: OverlapHandler {
        get { overlap.handler ?? printOverlap }
        set { overlap.handler = newValue }
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

    /// Called for closures that were handed over while checks were on, once for each place in the program, unless
    /// `isolationChecks` is `stop` by then. By default it prints the violation on standard error.
    public static var isolationHandler: IsolationHandler {
        get { isolation.handler }
        set { isolation.handler = newValue }
    }

    @Sendable
    private static func printError(_ subscription: [String], _ error: Swift.Error) {
        if error is any QuietError { return }
        var message = "Millrace: unhandled error: \(error)"
        if !subscription.isEmpty {
            message += message.hasSuffix(".") ? " Subscribed at " : "; subscribed at "
            message += subscription.joined(separator: "\n    ")
        }
        // This error says what to do: to handle it would not make the source pause.
        if !(error is UnpausableSourceError) {
            message += whatToDo(
                """
                handle the error where you subscribe, with onError (of a Single, onFailure); or recover from it in front of \
                the subscription, with catchAndReturn(_:), catch(_:) or retry(_:)
                """
            )
        }
        printToStandardError(message)
    }

    private static let overlaps = Locked((nextReport: DispatchTime(uptimeNanoseconds: 1), leftOut: 0))

    #if DEBUG
        /// Hands an overlap to the handler. Nobody looks up the names of functions for a report that is not printed.
        static func reportOverlap(_ subscription: String, _ first: CallStack, _ second: CallStack) {
            if let handler = overlap.handler { return handler(subscription, first.lines, second.lines) }
            printOverlap(subscription) { (first.lines, second.lines) }
        }
    #endif

    @Sendable
    private static func printOverlap(_ subscription: String, _ first: [String], _ second: [String]) {
        printOverlap(subscription) { (first, second) }
    }

    /// Prints at most one report a second, with the number of those that were left out.
    private static func printOverlap(_ subscription: String, _ stacks: () -> (first: [String], second: [String])) {
        let now = DispatchTime.now()
        let leftOut = overlaps.access { overlaps -> Int? in
            if now < overlaps.nextReport {
                overlaps.leftOut += 1
                return nil
            }
            overlaps.nextReport = now + .seconds(1)
            return exchange(&overlaps.leftOut, for: 0)
        }
        guard let leftOut else { return }
        let (first, second) = stacks()
        printToStandardError(
            """
            Millrace: two threads called one observer at the same time; events of one sequence must not overlap.
            Where: \(subscription).
            What to do: let one thread at a time send. asSerialized() of MillraceOperators, behind the source that several \
            threads send to, does that, and no thread waits. Or put observe(on:) with a serial scheduler in front of the \
            observer.
            First call:
                \(first.joined(separator: "\n    "))
            Second call:
                \(second.joined(separator: "\n    "))
            """ + (leftOut == 0 ? "" : "\n\(leftOut) such reports were left out.")
        )
    }
}
