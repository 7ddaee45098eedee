extension ObservableType {
    /// Calls closures for the events that pass, and when the subscription begins and ends.
    ///
    /// An event is passed on after the closure named `on…` and before the closure named `after…`. A source that
    /// completes after `subscribe` has returned leads to these steps: `onCompleted` is called, the observer receives
    /// the completion, `afterCompleted` is called, the source's subscription is disposed, `onDispose` is called.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that a closure throws. If a closure throws before an event
    ///   is passed on, its error is passed on instead of the event. If a closure throws after a terminal event, its
    ///   error is lost. For an error that a closure throws, neither `onError` nor `afterError` is called.
    /// - **Disposal** disposes the source's subscription, then calls `onDispose`, once and not before `onSubscribed`. With
    ///   `onDispose`, a subscription whose subject is released lives on until it is disposed.
    /// - **Thread**: `onSubscribe` and `onSubscribed` are called on the thread that subscribes, the other closures on
    ///   the thread of the event.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of("tea", "milk")
    ///     .do(onNext: { print("received \($0)") }, onDispose: { print("disposed") })
    ///     .map { $0.uppercased() }
    ///     .subscribe(onNext: { print($0) })
    /// // received tea
    /// // TEA
    /// // received milk
    /// // MILK
    /// // disposed
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - onNext: called before an element is passed on.
    ///   - afterNext: called after an element has been passed on.
    ///   - onError: called before an error is passed on.
    ///   - afterError: called after an error has been passed on.
    ///   - onCompleted: called before the completion is passed on.
    ///   - afterCompleted: called after the completion has been passed on.
    ///   - onSubscribe: called before the source is subscribed to.
    ///   - onSubscribed: called after the source has been subscribed to.
    ///   - onDispose: called when the source has failed or completed, or the subscription is disposed.
    @inlinable
    public func `do`(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onNext: (@isolated(any) (Element) throws -> Void)?? = nil,
        afterNext: (@isolated(any) (Element) throws -> Void)?? = nil,
        onError: (@isolated(any) (Swift.Error) throws -> Void)?? = nil,
        afterError: (@isolated(any) (Swift.Error) throws -> Void)?? = nil,
        onCompleted: (@isolated(any) () throws -> Void)?? = nil,
        afterCompleted: (@isolated(any) () throws -> Void)?? = nil,
        onSubscribe: (@isolated(any) () -> Void)?? = nil,
        onSubscribed: (@isolated(any) () -> Void)?? = nil,
        onDispose: (@isolated(any) () -> Void)?? = nil
    ) -> Observable<Element> {
        let site = CallSite("do", fileID, line)
        let onNext = site.throwing(onNext)
        let afterNext = site.throwing(afterNext)
        let onError = site.throwing(onError)
        let afterError = site.throwing(afterError)
        let onCompleted = site.throwing(onCompleted)
        let afterCompleted = site.throwing(afterCompleted)
        let onSubscribe = site.withoutIsolation(onSubscribe)
        let onSubscribed = site.withoutIsolation(onSubscribed)
        let onDispose = site.withoutIsolation(onDispose)
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: DoSink<Element>.self)
            do {
                try onNext?(element)
                sink.forward(element)
                try afterNext?(element)
            } catch {
                sink.fail(error)
            }
        }
        let actions = DoActions(
            onError: onError,
            afterError: afterError,
            onCompleted: onCompleted,
            afterCompleted: afterCompleted,
            onDispose: onDispose
        )
        return ClosureOperator(asObservable(), kind: .watching) { source, downstream in
            onSubscribe?()
            let sink = DoSink<Element>(downstream, actions, receive: receive)
            downstream.setUpstream(sink)
            source.attach(sink)
            onSubscribed?()
            sink.callOnDispose()
        }
    }

    /// Calls closures for the events that pass, otherwise as the `do` above. This form has no default arguments, so it
    /// can be used as a function value.
    ///
    /// - Parameters:
    ///   - onNext: called before an element is passed on.
    ///   - afterNext: called after an element has been passed on.
    ///   - onError: called before an error is passed on.
    ///   - afterError: called after an error has been passed on.
    ///   - onCompleted: called before the completion is passed on.
    ///   - afterCompleted: called after the completion has been passed on.
    ///   - onSubscribe: called before the source is subscribed to.
    ///   - onSubscribed: called after the source has been subscribed to.
    ///   - onDispose: called when the source has failed or completed, or the subscription is disposed.
    @_disfavoredOverload
    @inlinable
    public func `do`(
        onNext: ((Element) throws -> Void)?,
        afterNext: ((Element) throws -> Void)?,
        onError: ((Swift.Error) throws -> Void)?,
        afterError: ((Swift.Error) throws -> Void)?,
        onCompleted: (() throws -> Void)?,
        afterCompleted: (() throws -> Void)?,
        onSubscribe: (() -> Void)?,
        onSubscribed: (() -> Void)?,
        onDispose: (() -> Void)?
    ) -> Observable<Element> {
        self.do(
            fileID: "(unknown)",
            line: 0,
            onNext: onNext,
            afterNext: afterNext,
            onError: onError,
            afterError: afterError,
            onCompleted: onCompleted,
            afterCompleted: afterCompleted,
            onSubscribe: onSubscribe,
            onSubscribed: onSubscribed,
            onDispose: onDispose
        )
    }
}

/// The closures of a `do` that are called once in a subscription.
@usableFromInline
final class DoActions: @unchecked Sendable {
    let onError: ((Swift.Error) throws -> Void)?
    let afterError: ((Swift.Error) throws -> Void)?
    let onCompleted: (() throws -> Void)?
    let afterCompleted: (() throws -> Void)?
    let onDispose: (() -> Void)?

    @usableFromInline
    init(
        onError: ((Swift.Error) throws -> Void)?,
        afterError: ((Swift.Error) throws -> Void)?,
        onCompleted: (() throws -> Void)?,
        afterCompleted: (() throws -> Void)?,
        onDispose: (() -> Void)?
    ) {
        self.onError = onError
        self.afterError = afterError
        self.onCompleted = onCompleted
        self.afterCompleted = afterCompleted
        self.onDispose = onDispose
    }
}

/// The sink of `do`.
@usableFromInline
final class DoSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    @usableFromInline
    let actions: DoActions

    @inlinable
    init(_ downstream: Sink<Element>, _ actions: DoActions, receive: @escaping Receive) {
        self.actions = actions
        super.init(downstream, receive: receive)
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        guard isOpen else { return }
        do { try actions.onError?(error) } catch { return fail(error) }
        if let after = actions.afterError {
            passOn {
                $0.error(error)
            } then: {
                try after(error)
            }
        } else {
            fail(error)
        }
    }

    @usableFromInline
    override func completed() {
        guard isOpen else { return }
        do { try actions.onCompleted?() } catch { return fail(error) }
        if let after = actions.afterCompleted {
            passOn {
                $0.completed()
            } then: {
                try after()
            }
        } else {
            finish()
        }
    }

    /// Passes a terminal event on, calls `after`, then disposes this sink. The observer at the end of the chain would
    /// dispose this sink before `after` is called, so it is detached from this sink first; so is the connection of a
    /// `share()` or `share(replay: 1)` while connected. An operator below may still dispose this sink earlier, as in
    /// RxSwift.
    private func passOn(_ deliver: (Sink<Element>) -> Void, then after: () throws -> Void) {
        if lifecycle.stop() {
            downstream.use { downstream in
                if downstream.endsChain { downstream.detachUpstream(self) }
                deliver(downstream)
            }
        }
        // An error that `after` throws is lost: no observer can receive it any more.
        try? after()
        dispose()
    }

    // If `onDispose` is still to be called, this sink is not detached from downstream.
    @usableFromInline
    override func sourceReleased() {
        if actions.onDispose == nil { super.sourceReleased() }
    }

    @usableFromInline
    override func disposed() {
        callOnDispose()
    }

    /// Called when the source has been subscribed to, and when this sink is disposed. The second of the two calls runs
    /// `onDispose`.
    @usableFromInline
    func callOnDispose() {
        if !lifecycle.claim() { actions.onDispose?() }
    }
}
