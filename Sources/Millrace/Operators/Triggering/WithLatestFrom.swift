extension ObservableType {
    /// Combines each element with the latest element of a second source.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, b at 5, c at 10, the end at 12. Numbers: 1 at 3, 2 at 8. Result:
    /// b1 at 5, c2 at 10, the end at 12.](marbles-withLatestFrom)
    ///
    /// - **Emits** what `resultSelector` makes of both elements, for each element of this source. Elements that come
    ///   before the second source's first element are dropped. The second source is subscribed to first.
    /// - **Completes** when this source does. After the second source's completion, its last element is still used.
    /// - **Fails** as soon as one of them does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes this source's subscription, then the second source's.
    /// - **Thread**: `resultSelector` is called on the thread that this source emits on; if another thread is
    ///   delivering at that moment, that thread calls it instead. No thread waits.
    /// - **Complexity**: O(1) for each element.
    ///
    /// ```swift
    /// let amounts = PublishSubject<Int>()
    /// let price = BehaviorSubject(value: 5)
    /// let subscription = amounts
    ///     .withLatestFrom(price) { amount, price in amount * price }
    ///     .subscribe(onNext: { print($0) })
    /// amounts.onNext(3)
    /// price.onNext(6)
    /// amounts.onNext(4)
    /// // 15
    /// // 24
    /// ```
    ///
    /// - Parameters:
    ///   - second: the source whose latest element is used.
    ///   - resultSelector: makes the result from the element and the latest element of `second`.
    @inlinable
    public func withLatestFrom<Source: ObservableConvertibleType, ResultType>(
        _ second: Source,
        resultSelector: @escaping (Element, Source.Element) throws -> ResultType
    ) -> Observable<ResultType> {
        typealias Coordinator = TriggerCoordinator<Source.Element?, Element, ResultType>
        typealias CompanionSink = Coordinator.CompanionSink<Source.Element>
        let second = second.asObservable()
        let receive: Sink<Element>.Receive = { sink, element in
            let coordinator = sink.downcast(to: Coordinator.self)
            coordinator.deliver {
                guard coordinator.isOpen, let latest = coordinator.state else { return }
                do {
                    coordinator.forward(try resultSelector(element, latest))
                } catch {
                    coordinator.fail(error)
                }
            }
        }
        return ClosureOperator(asObservable()) { source, downstream in
            // The state is the latest element of the second source.
            let coordinator = Coordinator(downstream, state: nil, receive: receive)
            downstream.setUpstream(coordinator)
            let sink = CompanionSink(coordinator) { sink, element in
                sink.downcast(to: CompanionSink.self).withOwner { coordinator in
                    coordinator.deliver { releaseValue(exchange(&coordinator.state, for: element)) }
                }
            }
            coordinator.subscribe(sink, to: second)
            source.attach(coordinator)
        }
    }

    /// Emits, for each element, the latest element of a second source; otherwise as
    /// `withLatestFrom(_:resultSelector:)`.
    ///
    /// - Parameter second: the source whose latest element is emitted.
    @inlinable
    public func withLatestFrom<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Source.Element> {
        withLatestFrom(second) { $1 }
    }
}
