extension ObservableType {
    /// Calls a closure for each kind of event, as `subscribe(onNext:onError:onCompleted:onDisposed:)` does, and returns a
    /// subscription whose end can be waited for.
    ///
    /// `dispose()` waits for nobody: another thread may still finish a call of a closure. Use this form where what the
    /// closures work with goes away after the disposal, such as a file that is closed. Then
    /// `await subscription.disposeAndWait()` returns when no closure runs any more.
    ///
    /// - **Disposal**: as of any subscription, or by `disposeAndWait()`.
    /// - **Thread**: the closures are called on the thread that emits.
    /// - **Complexity**: each call of a closure takes a lock twice, for a few instructions.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let subscription = prices.subscribeWaitable(onNext: { print($0) })
    /// prices.onNext(5)
    /// await subscription.disposeAndWait()
    /// prices.onNext(7)
    /// print("nothing is printed any more")
    /// // 5
    /// // nothing is printed any more
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - onNext: called for each element, on the thread that emits.
    ///   - onError: called if the sequence fails. Without it, the error goes to `Hooks.defaultErrorHandler`.
    ///   - onCompleted: called if the sequence ends.
    ///   - onDisposed: called once, when the sequence has failed or ended or the subscription is disposed.
    /// - Returns: the subscription. Nothing is disposed if it is released.
    public func subscribeWaitable(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onNext: (@isolated(any) (Element) -> Void)? = nil,
        onError: (@isolated(any) (Swift.Error) -> Void)? = nil,
        onCompleted: (@isolated(any) () -> Void)? = nil,
        onDisposed: (@isolated(any) () -> Void)? = nil
    ) -> WaitableSubscription {
        let site = CallSite("subscribeWaitable(onNext:)", fileID, line)
        let onNext = site.plain(onNext)
        let onError = site.plain(onError)
        let onCompleted = site.plain(onCompleted)
        let onDisposed = site.plain(onDisposed)
        let calls = CallsUnderWay()
        let subscription = subscribePlain(
            onNext: onNext.map { onNext in { element in calls.run { onNext(element) } } },
            onError: onError.map { onError in { error in calls.run { onError(error) } } },
            onCompleted: onCompleted.map { onCompleted in { calls.run { onCompleted() } } },
            onDisposed: { calls.runLast { onDisposed?() } },
            fileID: fileID,
            line: line
        )
        return WaitableSubscription(subscription, calls)
    }
}

/// A subscription that can be disposed and waited for: what
/// ``ObservableType/subscribeWaitable(fileID:line:onNext:onError:onCompleted:onDisposed:)`` returns.
public final class WaitableSubscription: Cancelable {
    private let subscription: any Disposable
    private let calls: CallsUnderWay

    fileprivate init(_ subscription: any Disposable, _ calls: CallsUnderWay) {
        self.subscription = subscription
        self.calls = calls
    }

    /// Disposes the subscription, and waits for nobody.
    public func dispose() {
        subscription.dispose()
    }

    /// Whether `dispose()` has been called, or the subscription has ended by itself.
    public var isDisposed: Bool { subscription._disposeBase.isDisposed }

    /// The subscription without the wait.
    public var _disposeBase: DisposeBase { subscription._disposeBase }

    /// Disposes the subscription. When this function returns, no closure of the subscription runs on any thread, and none
    /// will.
    ///
    /// That also holds if the subscription has ended by itself, or was disposed, while a closure of it still runs. Any
    /// number of tasks may wait at the same time. Cancelling a task that waits does not shorten its wait. No thread
    /// waits.
    ///
    /// A closure of the subscription must not be waited for by code that it calls: the program stops with a message if
    /// this function is called on a thread while a closure of this subscription runs there.
    ///
    /// ```swift
    /// let log = PublishSubject<String>()
    /// let subscription = log.subscribeWaitable(onNext: { print($0) }, onDisposed: { print("disposed") })
    /// log.onNext("hello")
    /// await subscription.disposeAndWait()
    /// print("no closure runs")
    /// // hello
    /// // disposed
    /// // no closure runs
    /// ```
    ///
    /// - Parameter isolation: the actor that the caller runs on; the compiler fills it in. The function begins on the
    ///   caller's thread.
    public func disposeAndWait(isolation: isolated (any Actor)? = #isolation) async {
        calls.close()
        subscription.dispose()
        await calls.waitForTheLast()
    }
}

/// Counts the calls of a subscription's closures that are under way, and says when the last of them has ended.
///
/// A call begins and ends under a lock, in a few instructions. The call of `onDisposed` is the last that can begin: a
/// subscription makes it once, whoever ends it; and if the subscription has been closed before, no other call begins.
private final class CallsUnderWay: @unchecked Sendable {
    private struct State {
        // The threads inside calls. One, unless two threads emit at once or calls are nested.
        var first: ThreadIdentity?
        var others: [ThreadIdentity] = []
        var isClosed = false
        var hasBegunLast = false
        var waiting: [Parking] = []

        var isOver: Bool { hasBegunLast && first == nil && others.isEmpty }

        mutating func begin(_ thread: ThreadIdentity) {
            if first == nil { first = thread } else { others.append(thread) }
        }

        /// The tasks to resume.
        mutating func end(_ thread: ThreadIdentity) -> [Parking] {
            if first == thread {
                first = others.popLast()
            } else if let place = others.lastIndex(of: thread) {
                others.remove(at: place)
            }
            if waiting.isEmpty || !isOver { return [] }
            return exchange(&waiting, for: [])
        }
    }

    private let state = Locked(State())

    /// Makes a call, unless the subscription is closed.
    func run(_ call: () -> Void) {
        let thread = ThreadIdentity.current
        let begins = state.access { state in
            if !state.isClosed { state.begin(thread) }
            return !state.isClosed
        }
        guard begins else { return }
        call()
        end(thread)
    }

    /// Makes the call of `onDisposed`.
    func runLast(_ call: () -> Void) {
        let thread = ThreadIdentity.current
        state.access { state in
            state.begin(thread)
            state.hasBegunLast = true
        }
        call()
        end(thread)
    }

    private func end(_ thread: ThreadIdentity) {
        for task in state.access({ $0.end(thread) }) { task.resume() }
    }

    /// No call but that of `onDisposed` begins from now on.
    func close() {
        let thread = ThreadIdentity.current
        let isInside = state.access { state in
            state.isClosed = true
            return state.first == thread || state.others.contains(thread)
        }
        require(
            !isInside,
            "disposeAndWait(): called on a thread on which a closure of the subscription runs, which would wait for itself"
        )
    }

    func waitForTheLast(isolation: isolated (any Actor)? = #isolation) async {
        _ = await Parking.wait { task in
            state.access { state in
                if !state.isOver { state.waiting.append(task) }
                return !state.isOver
            }
        }
    }
}
