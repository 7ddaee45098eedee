// One overload for each number of sources: storage, a coordinator, and a line for each source.

extension ObservableType {
    /// Puts the latest values of two sources together.
    ///
    /// - **Emits** what `resultSelector` makes of the latest values, once every source has one, each time that one comes.
    /// - **Completes** when all sources have, or when one comes to have a value after all others have ended and one of
    ///   those never had any.
    /// - **Fails** as soon as one of them does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread that sends the value; if another thread delivers at that
    ///   moment, on that one, which goes on with it. Nobody waits.
    /// - **Complexity**: O(1) for each value.
    @preconcurrency
    @inlinable
    public static func combineLatest<O1: ObservableType, O2: ObservableType>(
        _ source1: O1,
        _ source2: O2,
        resultSelector: @escaping @Sendable (O1.Element, O2.Element) throws -> Element
    ) -> Observable<Element> {
        typealias Values = (O1.Element?, O2.Element?)
        let source1 = source1.asObservable()
        let source2 = source2.asObservable()
        return ClosureSource { downstream in
            let coordinator = CombineLatestCoordinator<Values, Element>(downstream, (nil, nil), count: 2) {
                let values = $0.pointee
                return try resultSelector(values.0.unsafelyUnwrapped, values.1.unsafelyUnwrapped)
            }
            downstream.setUpstream(coordinator)
            coordinator.add(source1, 0) { exchange(&$0.pointee.0, for: $1) }
            coordinator.add(source2, 1) { exchange(&$0.pointee.1, for: $1) }
            coordinator.ready()
        }
    }

    /// Puts the latest values of three sources together.
    ///
    /// - **Emits** what `resultSelector` makes of the latest values, once every source has one, each time that one comes.
    /// - **Completes** when all sources have, or when one comes to have a value after all others have ended and one of
    ///   those never had any.
    /// - **Fails** as soon as one of them does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread that sends the value; if another thread delivers at that
    ///   moment, on that one, which goes on with it. Nobody waits.
    /// - **Complexity**: O(1) for each value.
    @preconcurrency
    @inlinable
    public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
        _ source1: O1,
        _ source2: O2,
        _ source3: O3,
        resultSelector: @escaping @Sendable (O1.Element, O2.Element, O3.Element) throws -> Element
    ) -> Observable<Element> {
        typealias Values = (O1.Element?, O2.Element?, O3.Element?)
        let source1 = source1.asObservable()
        let source2 = source2.asObservable()
        let source3 = source3.asObservable()
        return ClosureSource { downstream in
            let coordinator = CombineLatestCoordinator<Values, Element>(downstream, (nil, nil, nil), count: 3) {
                let values = $0.pointee
                return try resultSelector(
                    values.0.unsafelyUnwrapped,
                    values.1.unsafelyUnwrapped,
                    values.2.unsafelyUnwrapped
                )
            }
            downstream.setUpstream(coordinator)
            coordinator.add(source1, 0) { exchange(&$0.pointee.0, for: $1) }
            coordinator.add(source2, 1) { exchange(&$0.pointee.1, for: $1) }
            coordinator.add(source3, 2) { exchange(&$0.pointee.2, for: $1) }
            coordinator.ready()
        }
    }

    /// Puts the latest values of four sources together.
    ///
    /// - **Emits** what `resultSelector` makes of the latest values, once every source has one, each time that one comes.
    /// - **Completes** when all sources have, or when one comes to have a value after all others have ended and one of
    ///   those never had any.
    /// - **Fails** as soon as one of them does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread that sends the value; if another thread delivers at that
    ///   moment, on that one, which goes on with it. Nobody waits.
    /// - **Complexity**: O(1) for each value.
    @preconcurrency
    @inlinable
    public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType>(
        _ source1: O1,
        _ source2: O2,
        _ source3: O3,
        _ source4: O4,
        resultSelector: @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element) throws -> Element
    ) -> Observable<Element> {
        typealias Values = (O1.Element?, O2.Element?, O3.Element?, O4.Element?)
        let source1 = source1.asObservable()
        let source2 = source2.asObservable()
        let source3 = source3.asObservable()
        let source4 = source4.asObservable()
        return ClosureSource { downstream in
            let coordinator = CombineLatestCoordinator<Values, Element>(downstream, (nil, nil, nil, nil), count: 4) {
                let values = $0.pointee
                return try resultSelector(
                    values.0.unsafelyUnwrapped,
                    values.1.unsafelyUnwrapped,
                    values.2.unsafelyUnwrapped,
                    values.3.unsafelyUnwrapped
                )
            }
            downstream.setUpstream(coordinator)
            coordinator.add(source1, 0) { exchange(&$0.pointee.0, for: $1) }
            coordinator.add(source2, 1) { exchange(&$0.pointee.1, for: $1) }
            coordinator.add(source3, 2) { exchange(&$0.pointee.2, for: $1) }
            coordinator.add(source4, 3) { exchange(&$0.pointee.3, for: $1) }
            coordinator.ready()
        }
    }

    /// Puts the latest values of five sources together.
    ///
    /// - **Emits** what `resultSelector` makes of the latest values, once every source has one, each time that one comes.
    /// - **Completes** when all sources have, or when one comes to have a value after all others have ended and one of
    ///   those never had any.
    /// - **Fails** as soon as one of them does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread that sends the value; if another thread delivers at that
    ///   moment, on that one, which goes on with it. Nobody waits.
    /// - **Complexity**: O(1) for each value.
    @preconcurrency
    @inlinable
    public static func combineLatest<
        O1: ObservableType,
        O2: ObservableType,
        O3: ObservableType,
        O4: ObservableType,
        O5: ObservableType
    >(
        _ source1: O1,
        _ source2: O2,
        _ source3: O3,
        _ source4: O4,
        _ source5: O5,
        resultSelector:
            @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element) throws -> Element
    ) -> Observable<Element> {
        typealias Values = (O1.Element?, O2.Element?, O3.Element?, O4.Element?, O5.Element?)
        let source1 = source1.asObservable()
        let source2 = source2.asObservable()
        let source3 = source3.asObservable()
        let source4 = source4.asObservable()
        let source5 = source5.asObservable()
        return ClosureSource { downstream in
            let coordinator = CombineLatestCoordinator<Values, Element>(downstream, (nil, nil, nil, nil, nil), count: 5)
            {
                let values = $0.pointee
                return try resultSelector(
                    values.0.unsafelyUnwrapped,
                    values.1.unsafelyUnwrapped,
                    values.2.unsafelyUnwrapped,
                    values.3.unsafelyUnwrapped,
                    values.4.unsafelyUnwrapped
                )
            }
            downstream.setUpstream(coordinator)
            coordinator.add(source1, 0) { exchange(&$0.pointee.0, for: $1) }
            coordinator.add(source2, 1) { exchange(&$0.pointee.1, for: $1) }
            coordinator.add(source3, 2) { exchange(&$0.pointee.2, for: $1) }
            coordinator.add(source4, 3) { exchange(&$0.pointee.3, for: $1) }
            coordinator.add(source5, 4) { exchange(&$0.pointee.4, for: $1) }
            coordinator.ready()
        }
    }

    /// Puts the latest values of six sources together.
    ///
    /// - **Emits** what `resultSelector` makes of the latest values, once every source has one, each time that one comes.
    /// - **Completes** when all sources have, or when one comes to have a value after all others have ended and one of
    ///   those never had any.
    /// - **Fails** as soon as one of them does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread that sends the value; if another thread delivers at that
    ///   moment, on that one, which goes on with it. Nobody waits.
    /// - **Complexity**: O(1) for each value.
    @preconcurrency
    @inlinable
    public static func combineLatest<
        O1: ObservableType,
        O2: ObservableType,
        O3: ObservableType,
        O4: ObservableType,
        O5: ObservableType,
        O6: ObservableType
    >(
        _ source1: O1,
        _ source2: O2,
        _ source3: O3,
        _ source4: O4,
        _ source5: O5,
        _ source6: O6,
        resultSelector:
            @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element) throws ->
            Element
    ) -> Observable<Element> {
        typealias Values = (O1.Element?, O2.Element?, O3.Element?, O4.Element?, O5.Element?, O6.Element?)
        let source1 = source1.asObservable()
        let source2 = source2.asObservable()
        let source3 = source3.asObservable()
        let source4 = source4.asObservable()
        let source5 = source5.asObservable()
        let source6 = source6.asObservable()
        return ClosureSource { downstream in
            let coordinator = CombineLatestCoordinator<Values, Element>(
                downstream,
                (nil, nil, nil, nil, nil, nil),
                count: 6
            ) {
                let values = $0.pointee
                return try resultSelector(
                    values.0.unsafelyUnwrapped,
                    values.1.unsafelyUnwrapped,
                    values.2.unsafelyUnwrapped,
                    values.3.unsafelyUnwrapped,
                    values.4.unsafelyUnwrapped,
                    values.5.unsafelyUnwrapped
                )
            }
            downstream.setUpstream(coordinator)
            coordinator.add(source1, 0) { exchange(&$0.pointee.0, for: $1) }
            coordinator.add(source2, 1) { exchange(&$0.pointee.1, for: $1) }
            coordinator.add(source3, 2) { exchange(&$0.pointee.2, for: $1) }
            coordinator.add(source4, 3) { exchange(&$0.pointee.3, for: $1) }
            coordinator.add(source5, 4) { exchange(&$0.pointee.4, for: $1) }
            coordinator.add(source6, 5) { exchange(&$0.pointee.5, for: $1) }
            coordinator.ready()
        }
    }

    /// Puts the latest values of seven sources together.
    ///
    /// - **Emits** what `resultSelector` makes of the latest values, once every source has one, each time that one comes.
    /// - **Completes** when all sources have, or when one comes to have a value after all others have ended and one of
    ///   those never had any.
    /// - **Fails** as soon as one of them does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread that sends the value; if another thread delivers at that
    ///   moment, on that one, which goes on with it. Nobody waits.
    /// - **Complexity**: O(1) for each value.
    @preconcurrency
    @inlinable
    public static func combineLatest<
        O1: ObservableType,
        O2: ObservableType,
        O3: ObservableType,
        O4: ObservableType,
        O5: ObservableType,
        O6: ObservableType,
        O7: ObservableType
    >(
        _ source1: O1,
        _ source2: O2,
        _ source3: O3,
        _ source4: O4,
        _ source5: O5,
        _ source6: O6,
        _ source7: O7,
        resultSelector:
            @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element)
            throws -> Element
    ) -> Observable<Element> {
        typealias Values = (O1.Element?, O2.Element?, O3.Element?, O4.Element?, O5.Element?, O6.Element?, O7.Element?)
        let source1 = source1.asObservable()
        let source2 = source2.asObservable()
        let source3 = source3.asObservable()
        let source4 = source4.asObservable()
        let source5 = source5.asObservable()
        let source6 = source6.asObservable()
        let source7 = source7.asObservable()
        return ClosureSource { downstream in
            let coordinator = CombineLatestCoordinator<Values, Element>(
                downstream,
                (nil, nil, nil, nil, nil, nil, nil),
                count: 7
            ) {
                let values = $0.pointee
                return try resultSelector(
                    values.0.unsafelyUnwrapped,
                    values.1.unsafelyUnwrapped,
                    values.2.unsafelyUnwrapped,
                    values.3.unsafelyUnwrapped,
                    values.4.unsafelyUnwrapped,
                    values.5.unsafelyUnwrapped,
                    values.6.unsafelyUnwrapped
                )
            }
            downstream.setUpstream(coordinator)
            coordinator.add(source1, 0) { exchange(&$0.pointee.0, for: $1) }
            coordinator.add(source2, 1) { exchange(&$0.pointee.1, for: $1) }
            coordinator.add(source3, 2) { exchange(&$0.pointee.2, for: $1) }
            coordinator.add(source4, 3) { exchange(&$0.pointee.3, for: $1) }
            coordinator.add(source5, 4) { exchange(&$0.pointee.4, for: $1) }
            coordinator.add(source6, 5) { exchange(&$0.pointee.5, for: $1) }
            coordinator.add(source7, 6) { exchange(&$0.pointee.6, for: $1) }
            coordinator.ready()
        }
    }

    /// Puts the latest values of eight sources together.
    ///
    /// - **Emits** what `resultSelector` makes of the latest values, once every source has one, each time that one comes.
    /// - **Completes** when all sources have, or when one comes to have a value after all others have ended and one of
    ///   those never had any.
    /// - **Fails** as soon as one of them does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread that sends the value; if another thread delivers at that
    ///   moment, on that one, which goes on with it. Nobody waits.
    /// - **Complexity**: O(1) for each value.
    @preconcurrency
    @inlinable
    public static func combineLatest<
        O1: ObservableType,
        O2: ObservableType,
        O3: ObservableType,
        O4: ObservableType,
        O5: ObservableType,
        O6: ObservableType,
        O7: ObservableType,
        O8: ObservableType
    >(
        _ source1: O1,
        _ source2: O2,
        _ source3: O3,
        _ source4: O4,
        _ source5: O5,
        _ source6: O6,
        _ source7: O7,
        _ source8: O8,
        resultSelector:
            @escaping @Sendable (
                O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element
            ) throws -> Element
    ) -> Observable<Element> {
        typealias Values = (
            O1.Element?, O2.Element?, O3.Element?, O4.Element?, O5.Element?, O6.Element?, O7.Element?, O8.Element?
        )
        let source1 = source1.asObservable()
        let source2 = source2.asObservable()
        let source3 = source3.asObservable()
        let source4 = source4.asObservable()
        let source5 = source5.asObservable()
        let source6 = source6.asObservable()
        let source7 = source7.asObservable()
        let source8 = source8.asObservable()
        return ClosureSource { downstream in
            let coordinator = CombineLatestCoordinator<Values, Element>(
                downstream,
                (nil, nil, nil, nil, nil, nil, nil, nil),
                count: 8
            ) {
                let values = $0.pointee
                return try resultSelector(
                    values.0.unsafelyUnwrapped,
                    values.1.unsafelyUnwrapped,
                    values.2.unsafelyUnwrapped,
                    values.3.unsafelyUnwrapped,
                    values.4.unsafelyUnwrapped,
                    values.5.unsafelyUnwrapped,
                    values.6.unsafelyUnwrapped,
                    values.7.unsafelyUnwrapped
                )
            }
            downstream.setUpstream(coordinator)
            coordinator.add(source1, 0) { exchange(&$0.pointee.0, for: $1) }
            coordinator.add(source2, 1) { exchange(&$0.pointee.1, for: $1) }
            coordinator.add(source3, 2) { exchange(&$0.pointee.2, for: $1) }
            coordinator.add(source4, 3) { exchange(&$0.pointee.3, for: $1) }
            coordinator.add(source5, 4) { exchange(&$0.pointee.4, for: $1) }
            coordinator.add(source6, 5) { exchange(&$0.pointee.5, for: $1) }
            coordinator.add(source7, 6) { exchange(&$0.pointee.6, for: $1) }
            coordinator.add(source8, 7) { exchange(&$0.pointee.7, for: $1) }
            coordinator.ready()
        }
    }
}
