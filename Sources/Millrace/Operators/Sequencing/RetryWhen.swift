extension ObservableType {
    /// Subscribes to the source again when it has failed and a source of triggers says so.
    ///
    /// `notificationHandler` is called once for each subscription, with the errors of all attempts; what it returns is
    /// subscribed to before the source is.
    ///
    /// - **Emits** the elements of every attempt. When one has failed, the next begins at the next element of the
    ///   triggers; triggers that come while the source is active have no effect.
    /// - **Completes** when the source does, or, once the source has failed, when the triggers have completed.
    /// - **Fails** with an error of the source that is no `Error`, or, once the source has failed, with the error of
    ///   the triggers.
    /// - **Disposal** disposes the present attempt's subscription, then that of the triggers. A failed attempt is
    ///   disposed before its error is sent to the handler.
    /// - **Thread**: subscribes again on the thread that the trigger comes on.
    /// - **Complexity**: O(1) for each element, two allocations for each attempt. Attempts that fail at once take no
    ///   stack.
    ///
    /// - Parameter notificationHandler: makes the triggers from the errors.
    @preconcurrency
    @inlinable
    public func retry<TriggerObservable: ObservableType, Error: Swift.Error>(
        when notificationHandler: @escaping @Sendable (Observable<Error>) -> TriggerObservable
    ) -> Observable<Element> {
        let kind = RetryWhenSink<Element, TriggerObservable.Element, Error>.kind
        return ClosureOperator(asObservable()) { source, downstream in
            RetryWhenSink<Element, TriggerObservable.Element, Error>.attach(source, kind, to: downstream) {
                notificationHandler($0).asObservable()
            }
        }
    }

    /// Subscribes to the source again when it has failed, with whatever error, and a source of triggers says so;
    /// otherwise as the form for one type of error.
    @preconcurrency
    @inlinable
    public func retry<TriggerObservable: ObservableType>(
        when notificationHandler: @escaping @Sendable (Observable<Swift.Error>) -> TriggerObservable
    ) -> Observable<Element> {
        let kind = RetryWhenSink<Element, TriggerObservable.Element, Swift.Error>.kind
        return ClosureOperator(asObservable()) { source, downstream in
            RetryWhenSink<Element, TriggerObservable.Element, Swift.Error>.attach(source, kind, to: downstream) {
                notificationHandler($0).asObservable()
            }
        }
    }
}

/// Receives one attempt.
@usableFromInline
final class RetryWhenSink<Element, Trigger, Failure: Swift.Error>: OperatorSink<Element, Element>, @unchecked Sendable {
    @inlinable
    static var kind: ConcatKind<Element> { ConcatKind { RetryWhenSink($0) } }

    @inlinable
    init(_ succession: ConcatSink<Element>) {
        super.init(succession, plain: true, receive: succession.relay)
    }

    @usableFromInline
    static func attach(
        _ source: Observable<Element>,
        _ kind: ConcatKind<Element>,
        to downstream: Sink<Element>,
        triggers: (Observable<Failure>) -> Observable<Trigger>
    ) {
        let succession = RetryWhenSuccession<Element, Trigger, Failure>(
            downstream,
            SourceSequence(count: .max) { source },
            kind
        )
        downstream.setUpstream(succession)
        triggers(succession.errors).subscribe(sink: succession.handled)
        succession.advance()
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        guard lifecycle.stop() else { return }
        downstream._withUnsafeGuaranteedRef {
            let succession = $0.downcast(to: RetryWhenSuccession<Element, Trigger, Failure>.self)
            if let failure = error as? Failure { succession.attemptFailed(failure) } else { succession.error(error) }
        }
    }
}

/// Goes on to the next attempt when it is told to.
private final class RetryWhenSuccession<Element, Trigger, Failure: Swift.Error>: ConcatSink<Element>,
    @unchecked Sendable
{
    /// What the handler gets.
    let errors = PublishSubject<Failure>()

    /// What the handler's source sends, for an attempt that has failed; remembers how that ended.
    private let triggers: PublishSubject<Trigger>

    /// Receives the handler's source.
    let handled: EventSink<Trigger>

    override init(
        _ downstream: Sink<Element>,
        _ sources: SourceSequence<Element>,
        _ kind: ConcatKind<Element>
    ) {
        let triggers = PublishSubject<Trigger>()
        self.triggers = triggers
        handled = EventSink { triggers.on($0) }
        super.init(downstream, sources, kind)
    }

    // The source has vanished without a word, and nobody will dispose what it leaves behind.
    deinit {
        handled.dispose()
    }

    override func nextPart() -> Unmanaged<DisposeBase>? {
        lifecycle.claim() ? Unmanaged.passRetained(handled) : nil
    }

    /// Waits for a trigger in the place of the attempt, which is disposed by that.
    func attemptFailed(_ failure: Failure) {
        let trigger = RetryTriggerSink<Trigger, Element>(self)
        replaceUpstream(trigger)
        triggers.attach(trigger)
        errors.onNext(failure)
    }
}

/// Waits for one trigger. The end of the triggers is the end of the stream.
private final class RetryTriggerSink<Trigger, Element>: OperatorSink<Trigger, Element>, @unchecked Sendable {
    init(_ succession: ConcatSink<Element>) {
        super.init(succession, plain: true) { sink, _ in
            guard sink.lifecycle.stop() else { return }
            sink.downcast(to: RetryTriggerSink<Trigger, Element>.self).downstream._withUnsafeGuaranteedRef {
                $0.downcast(to: ConcatSink<Element>.self).advance()
            }
        }
    }
}
