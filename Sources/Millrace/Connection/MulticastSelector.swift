extension ObservableType {
    /// Shares one subscription to this source among all subscriptions that `selector` makes of it.
    ///
    /// - **Emits** what the observable that `selector` returns emits. For each subscription, that is subscribed to first;
    ///   then the subject is subscribed to this source.
    /// - **Completes** when that observable does.
    /// - **Fails** when that observable does, or with the error that one of the closures throws.
    /// - **Disposal** disposes that observable's subscription, then the one to this source.
    /// - **Thread**: the closures are called on the thread that subscribes.
    /// - **Complexity**: that of the subject.
    ///
    /// - Parameters:
    ///   - subjectSelector: makes the subject, once for each subscription.
    ///   - selector: makes an observable of the shared source.
    @preconcurrency
    @inlinable
    public func multicast<Subject: SubjectType, Result>(
        _ subjectSelector: @escaping @Sendable () throws -> Subject,
        selector: @escaping @Sendable (Observable<Subject.Element>) throws -> Observable<Result>
    ) -> Observable<Result>
    where Subject.Observer.Element == Element {
        ClosureOperator(asObservable()) { source, downstream in
            do {
                let connectable = source.multicast(try subjectSelector())
                let observable = try selector(connectable)
                let sink = MulticastSelectorSink<Result>(downstream)
                downstream.setUpstream(sink)
                observable.attach(sink)
                sink.connection.setDisposable(connectable.connect())
            } catch {
                downstream.error(error)
                downstream.sourceReleased()
            }
        }
    }
}

/// Passes everything on, and disposes the connection after what feeds it.
@usableFromInline
final class MulticastSelectorSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    @usableFromInline
    let connection = SingleAssignmentDisposable()

    @inlinable
    init(_ downstream: Sink<Element>) {
        super.init(downstream) { sink, element in
            sink.downcast(to: MulticastSelectorSink<Element>.self).forward(element)
        }
    }

    @usableFromInline
    override func nextPart() -> Unmanaged<DisposeBase>? {
        cell.claim() ? Unmanaged.passRetained(connection) : nil
    }
}
