extension ObservableType {
    /// Calls a closure for each kind of event, as `subscribe(onNext:onError:onCompleted:onDisposed:)` does, and returns
    /// a subscription whose end can be waited for.
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
    @_alwaysEmitIntoClient
    public func subscribeWaitable(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onNext: (@isolated(any) (Element) -> Void)?? = nil,
        onError: (@isolated(any) (Swift.Error) -> Void)?? = nil,
        onCompleted: (@isolated(any) () -> Void)?? = nil,
        onDisposed: (@isolated(any) () -> Void)?? = nil
    ) -> WaitableSubscription {
        let site = CallSite("subscribeWaitable(onNext:)", fileID, line)
        let onNext = site.withoutIsolation(onNext)
        let onError = site.withoutIsolation(onError)
        let onCompleted = site.withoutIsolation(onCompleted)
        let onDisposed = site.withoutIsolation(onDisposed)
        let calls = WaitableSubscription.Calls()
        let subscription = subscribe(
            counting: calls,
            onNext: onNext,
            onError: onError,
            onCompleted: onCompleted,
            onDisposed: onDisposed,
            fileID: fileID,
            line: line
        )
        return WaitableSubscription(subscription, calls)
    }

    /// The engine of `subscribeWaitable(onNext:)` and of MillraceOperators' `subscribe(in:onNext:)`. If there is a
    /// `subscription`, it holds the result before the source can emit; if it is disposed already, nothing is subscribed
    /// to.
    @inlinable
    @discardableResult
    package func subscribe(
        counting calls: WaitableSubscription.Calls,
        by subscription: SingleAssignmentDisposable? = nil,
        onNext: ((Element) -> Void)?,
        onError: ((Swift.Error) -> Void)?,
        onCompleted: (() -> Void)?,
        onDisposed: (() -> Void)?,
        fileID: StaticString,
        line: UInt
    ) -> Disposable {
        let details = SubscriptionDetails(
            onError: onError.map { onError in { error in calls.run { onError(error) } } },
            onCompleted: onCompleted.map { onCompleted in { calls.run { onCompleted() } } },
            onDisposed: { calls.runLast(onDisposed) },
            fileID,
            line
        )
        let sink: AnonymousSink<Element>
        if let onNext {
            sink = AnonymousSink({ element in calls.run { onNext(element) } }, details)
        } else {
            sink = AnonymousSink({ _ in }, details)
        }
        guard let subscription else {
            asObservable().subscribe(sink: sink)
            return sink
        }
        sink.willBeKnown()
        subscription.setDisposable(sink)
        // Counted as a call: who waits for the end also waits until the source has returned, as a disposal lets it do.
        calls.run { if sink.isOpen { asObservable().subscribe(sink: sink) } }
        return sink
    }
}

/// A subscription as `subscribeWaitable(onNext:)` makes it: it can be disposed, and its callbacks can be waited for.
public final class WaitableSubscription: Cancelable {
    private let subscription: any Disposable
    private let calls: Calls

    @usableFromInline
    package init(_ subscription: any Disposable, _ calls: Calls) {
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

    /// Disposes the subscription. When this function returns, none of the closures that `subscribeWaitable` was given
    /// runs on any thread, and none will.
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

extension WaitableSubscription {
    /// Counts the calls of a subscription's closures that are under way, and says when the last of them has ended.
    ///
    /// A call begins and ends under a lock, in a few instructions. The call of `onDisposed` is the last that can begin:
    /// a subscription makes it once, whoever ends it; and if the subscription has been closed before, no other call
    /// begins.
    @usableFromInline
    package final class Calls: @unchecked Sendable {
        // Accessed only through `lock`.
        @exclusivity(unchecked)
        private var lockStorage = Lock.Storage()

        // The members that follow are used under the lock. First the threads inside calls: one, unless two threads emit
        // at once or calls are nested.
        @exclusivity(unchecked)
        private var thread: ThreadIdentity?
        @exclusivity(unchecked)
        private var otherThreads: [ThreadIdentity] = []
        @exclusivity(unchecked)
        private var isClosed = false
        @exclusivity(unchecked)
        private var hasBegunLast = false
        @exclusivity(unchecked)
        private var waiting: [WaitingTask] = []

        /// Called once, when no closure runs any more and none will.
        @exclusivity(unchecked)
        private var whenOver: (() -> Void)?

        @usableFromInline
        package init(whenOver: (() -> Void)? = nil) {
            self.whenOver = whenOver
        }

        private var lock: Lock { Lock(at: &lockStorage) }

        private var isOver: Bool { hasBegunLast && thread == nil && otherThreads.isEmpty }

        /// Makes a call, unless the subscription is closed.
        @inlinable
        @inline(__always)
        func run(_ call: () -> Void) {
            guard begin() else { return }
            call()
            end()
        }

        /// Makes the call of `onDisposed`.
        @usableFromInline
        package func runLast(_ call: (() -> Void)?) {
            _ = begin(last: true)
            call?()
            end()
        }

        @usableFromInline
        func begin(last: Bool = false) -> Bool {
            let current = ThreadIdentity.current
            lock.acquire()
            defer { lock.release() }
            if last { hasBegunLast = true } else if isClosed { return false }
            if thread == nil { thread = current } else { otherThreads.append(current) }
            return true
        }

        @usableFromInline
        func end() {
            let current = ThreadIdentity.current
            lock.acquire()
            if thread == current {
                thread = otherThreads.isEmpty ? nil : otherThreads.removeLast()
            } else if let index = otherThreads.lastIndex(of: current) {
                otherThreads.remove(at: index)
            }
            if !isOver { return lock.release() }
            // A thread that has found the subscription open before its end may come only now.
            isClosed = true
            let tasks = exchange(&waiting, for: [])
            let whenOver = exchange(&whenOver, for: nil)
            lock.release()
            whenOver?()
            for task in tasks { task.resume() }
        }

        /// No call but that of `onDisposed` begins from now on.
        package func close() {
            let current = ThreadIdentity.current
            lock.acquire()
            isClosed = true
            let isInside = thread == current || otherThreads.contains(current)
            lock.release()
            require(
                !isInside,
                """
                disposeAndWait(): called on a thread on which a closure of the subscription runs, which would wait for \
                itself
                """
            )
        }

        package func waitForTheLast() async {
            await WaitingTask.suspend { task in
                lock.acquire()
                defer { lock.release() }
                if !isOver { waiting.append(task) }
                return !isOver
            }
        }
    }
}
