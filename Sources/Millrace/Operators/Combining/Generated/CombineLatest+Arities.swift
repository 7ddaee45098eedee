// Written by `make generate` (Tools/generate-arities); do not edit.

extension ObservableType {
    /// Combines the latest values of three sources; otherwise as `combineLatest(_:_:resultSelector:)`.
    @_alwaysEmitIntoClient
    public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
        _ source1: O1,
        _ source2: O2,
        _ source3: O3,
        resultSelector: @escaping (O1.Element, O2.Element, O3.Element) throws -> Element
    ) -> Observable<Element> {
        typealias Values = (O1.Element?, O2.Element?, O3.Element?)
        let source1 = source1.asObservable()
        let source2 = source2.asObservable()
        let source3 = source3.asObservable()
        return ClosureSource { downstream in
            let coordinator = CombiningCoordinator<Values, Element>(downstream, (nil, nil, nil), count: 3) {
                let values = $0
                return try resultSelector(known(values.0), known(values.1), known(values.2))
            }
            let sink1 = coordinator.makeSink(forLatestOf: source1, 0) { exchange(&$0.0, for: $1) }
            let sink2 = coordinator.makeSink(forLatestOf: source2, 1) { exchange(&$0.1, for: $1) }
            let sink3 = coordinator.makeSink(forLatestOf: source3, 2) { exchange(&$0.2, for: $1) }
            downstream.setUpstream(coordinator)
            coordinator.subscribe(sink1, to: source1, 0)
            coordinator.subscribe(sink2, to: source2, 1)
            coordinator.subscribe(sink3, to: source3, 2)
            coordinator.ready()
        }
    }

    /// Combines the latest values of four sources; otherwise as `combineLatest(_:_:resultSelector:)`.
    @_alwaysEmitIntoClient
    public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType>(
        _ source1: O1,
        _ source2: O2,
        _ source3: O3,
        _ source4: O4,
        resultSelector: @escaping (O1.Element, O2.Element, O3.Element, O4.Element) throws -> Element
    ) -> Observable<Element> {
        typealias Values = (O1.Element?, O2.Element?, O3.Element?, O4.Element?)
        let source1 = source1.asObservable()
        let source2 = source2.asObservable()
        let source3 = source3.asObservable()
        let source4 = source4.asObservable()
        return ClosureSource { downstream in
            let coordinator = CombiningCoordinator<Values, Element>(downstream, (nil, nil, nil, nil), count: 4) {
                let values = $0
                return try resultSelector(known(values.0), known(values.1), known(values.2), known(values.3))
            }
            let sink1 = coordinator.makeSink(forLatestOf: source1, 0) { exchange(&$0.0, for: $1) }
            let sink2 = coordinator.makeSink(forLatestOf: source2, 1) { exchange(&$0.1, for: $1) }
            let sink3 = coordinator.makeSink(forLatestOf: source3, 2) { exchange(&$0.2, for: $1) }
            let sink4 = coordinator.makeSink(forLatestOf: source4, 3) { exchange(&$0.3, for: $1) }
            downstream.setUpstream(coordinator)
            coordinator.subscribe(sink1, to: source1, 0)
            coordinator.subscribe(sink2, to: source2, 1)
            coordinator.subscribe(sink3, to: source3, 2)
            coordinator.subscribe(sink4, to: source4, 3)
            coordinator.ready()
        }
    }

    /// Combines the latest values of five sources; otherwise as `combineLatest(_:_:resultSelector:)`.
    @_alwaysEmitIntoClient
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
        resultSelector: @escaping (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element) throws -> Element
    ) -> Observable<Element> {
        typealias Values = (O1.Element?, O2.Element?, O3.Element?, O4.Element?, O5.Element?)
        let source1 = source1.asObservable()
        let source2 = source2.asObservable()
        let source3 = source3.asObservable()
        let source4 = source4.asObservable()
        let source5 = source5.asObservable()
        return ClosureSource { downstream in
            let coordinator = CombiningCoordinator<Values, Element>(downstream, (nil, nil, nil, nil, nil), count: 5) {
                let values = $0
                return try resultSelector(
                    known(values.0),
                    known(values.1),
                    known(values.2),
                    known(values.3),
                    known(values.4)
                )
            }
            let sink1 = coordinator.makeSink(forLatestOf: source1, 0) { exchange(&$0.0, for: $1) }
            let sink2 = coordinator.makeSink(forLatestOf: source2, 1) { exchange(&$0.1, for: $1) }
            let sink3 = coordinator.makeSink(forLatestOf: source3, 2) { exchange(&$0.2, for: $1) }
            let sink4 = coordinator.makeSink(forLatestOf: source4, 3) { exchange(&$0.3, for: $1) }
            let sink5 = coordinator.makeSink(forLatestOf: source5, 4) { exchange(&$0.4, for: $1) }
            downstream.setUpstream(coordinator)
            coordinator.subscribe(sink1, to: source1, 0)
            coordinator.subscribe(sink2, to: source2, 1)
            coordinator.subscribe(sink3, to: source3, 2)
            coordinator.subscribe(sink4, to: source4, 3)
            coordinator.subscribe(sink5, to: source5, 4)
            coordinator.ready()
        }
    }

    /// Combines the latest values of six sources; otherwise as `combineLatest(_:_:resultSelector:)`.
    @_alwaysEmitIntoClient
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
            @escaping (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element) throws -> Element
    ) -> Observable<Element> {
        typealias Values = (O1.Element?, O2.Element?, O3.Element?, O4.Element?, O5.Element?, O6.Element?)
        let source1 = source1.asObservable()
        let source2 = source2.asObservable()
        let source3 = source3.asObservable()
        let source4 = source4.asObservable()
        let source5 = source5.asObservable()
        let source6 = source6.asObservable()
        return ClosureSource { downstream in
            let coordinator = CombiningCoordinator<Values, Element>(
                downstream,
                (nil, nil, nil, nil, nil, nil),
                count: 6
            ) {
                let values = $0
                return try resultSelector(
                    known(values.0),
                    known(values.1),
                    known(values.2),
                    known(values.3),
                    known(values.4),
                    known(values.5)
                )
            }
            let sink1 = coordinator.makeSink(forLatestOf: source1, 0) { exchange(&$0.0, for: $1) }
            let sink2 = coordinator.makeSink(forLatestOf: source2, 1) { exchange(&$0.1, for: $1) }
            let sink3 = coordinator.makeSink(forLatestOf: source3, 2) { exchange(&$0.2, for: $1) }
            let sink4 = coordinator.makeSink(forLatestOf: source4, 3) { exchange(&$0.3, for: $1) }
            let sink5 = coordinator.makeSink(forLatestOf: source5, 4) { exchange(&$0.4, for: $1) }
            let sink6 = coordinator.makeSink(forLatestOf: source6, 5) { exchange(&$0.5, for: $1) }
            downstream.setUpstream(coordinator)
            coordinator.subscribe(sink1, to: source1, 0)
            coordinator.subscribe(sink2, to: source2, 1)
            coordinator.subscribe(sink3, to: source3, 2)
            coordinator.subscribe(sink4, to: source4, 3)
            coordinator.subscribe(sink5, to: source5, 4)
            coordinator.subscribe(sink6, to: source6, 5)
            coordinator.ready()
        }
    }

    /// Combines the latest values of seven sources; otherwise as `combineLatest(_:_:resultSelector:)`.
    @_alwaysEmitIntoClient
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
            @escaping (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element) throws ->
            Element
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
            let coordinator = CombiningCoordinator<Values, Element>(
                downstream,
                (nil, nil, nil, nil, nil, nil, nil),
                count: 7
            ) {
                let values = $0
                return try resultSelector(
                    known(values.0),
                    known(values.1),
                    known(values.2),
                    known(values.3),
                    known(values.4),
                    known(values.5),
                    known(values.6)
                )
            }
            let sink1 = coordinator.makeSink(forLatestOf: source1, 0) { exchange(&$0.0, for: $1) }
            let sink2 = coordinator.makeSink(forLatestOf: source2, 1) { exchange(&$0.1, for: $1) }
            let sink3 = coordinator.makeSink(forLatestOf: source3, 2) { exchange(&$0.2, for: $1) }
            let sink4 = coordinator.makeSink(forLatestOf: source4, 3) { exchange(&$0.3, for: $1) }
            let sink5 = coordinator.makeSink(forLatestOf: source5, 4) { exchange(&$0.4, for: $1) }
            let sink6 = coordinator.makeSink(forLatestOf: source6, 5) { exchange(&$0.5, for: $1) }
            let sink7 = coordinator.makeSink(forLatestOf: source7, 6) { exchange(&$0.6, for: $1) }
            downstream.setUpstream(coordinator)
            coordinator.subscribe(sink1, to: source1, 0)
            coordinator.subscribe(sink2, to: source2, 1)
            coordinator.subscribe(sink3, to: source3, 2)
            coordinator.subscribe(sink4, to: source4, 3)
            coordinator.subscribe(sink5, to: source5, 4)
            coordinator.subscribe(sink6, to: source6, 5)
            coordinator.subscribe(sink7, to: source7, 6)
            coordinator.ready()
        }
    }

    /// Combines the latest values of eight sources; otherwise as `combineLatest(_:_:resultSelector:)`.
    @_alwaysEmitIntoClient
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
            @escaping (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element)
            throws -> Element
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
            let coordinator = CombiningCoordinator<Values, Element>(
                downstream,
                (nil, nil, nil, nil, nil, nil, nil, nil),
                count: 8
            ) {
                let values = $0
                return try resultSelector(
                    known(values.0),
                    known(values.1),
                    known(values.2),
                    known(values.3),
                    known(values.4),
                    known(values.5),
                    known(values.6),
                    known(values.7)
                )
            }
            let sink1 = coordinator.makeSink(forLatestOf: source1, 0) { exchange(&$0.0, for: $1) }
            let sink2 = coordinator.makeSink(forLatestOf: source2, 1) { exchange(&$0.1, for: $1) }
            let sink3 = coordinator.makeSink(forLatestOf: source3, 2) { exchange(&$0.2, for: $1) }
            let sink4 = coordinator.makeSink(forLatestOf: source4, 3) { exchange(&$0.3, for: $1) }
            let sink5 = coordinator.makeSink(forLatestOf: source5, 4) { exchange(&$0.4, for: $1) }
            let sink6 = coordinator.makeSink(forLatestOf: source6, 5) { exchange(&$0.5, for: $1) }
            let sink7 = coordinator.makeSink(forLatestOf: source7, 6) { exchange(&$0.6, for: $1) }
            let sink8 = coordinator.makeSink(forLatestOf: source8, 7) { exchange(&$0.7, for: $1) }
            downstream.setUpstream(coordinator)
            coordinator.subscribe(sink1, to: source1, 0)
            coordinator.subscribe(sink2, to: source2, 1)
            coordinator.subscribe(sink3, to: source3, 2)
            coordinator.subscribe(sink4, to: source4, 3)
            coordinator.subscribe(sink5, to: source5, 4)
            coordinator.subscribe(sink6, to: source6, 5)
            coordinator.subscribe(sink7, to: source7, 6)
            coordinator.subscribe(sink8, to: source8, 7)
            coordinator.ready()
        }
    }
}

extension ObservableType where Element == Any {
    /// Combines the latest values of three sources in a tuple; otherwise as `combineLatest(_:_:)`.
    @_alwaysEmitIntoClient
    public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
        _ source1: O1,
        _ source2: O2,
        _ source3: O3
    ) -> Observable<(O1.Element, O2.Element, O3.Element)> {
        Observable.combineLatest(source1, source2, source3) { ($0, $1, $2) }
    }

    /// Combines the latest values of four sources in a tuple; otherwise as `combineLatest(_:_:)`.
    @_alwaysEmitIntoClient
    public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType>(
        _ source1: O1,
        _ source2: O2,
        _ source3: O3,
        _ source4: O4
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element)> {
        Observable.combineLatest(source1, source2, source3, source4) { ($0, $1, $2, $3) }
    }

    /// Combines the latest values of five sources in a tuple; otherwise as `combineLatest(_:_:)`.
    @_alwaysEmitIntoClient
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
        _ source5: O5
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element)> {
        Observable.combineLatest(source1, source2, source3, source4, source5) { ($0, $1, $2, $3, $4) }
    }

    /// Combines the latest values of six sources in a tuple; otherwise as `combineLatest(_:_:)`.
    @_alwaysEmitIntoClient
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
        _ source6: O6
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element)> {
        Observable.combineLatest(source1, source2, source3, source4, source5, source6) { ($0, $1, $2, $3, $4, $5) }
    }

    /// Combines the latest values of seven sources in a tuple; otherwise as `combineLatest(_:_:)`.
    @_alwaysEmitIntoClient
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
        _ source7: O7
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element)> {
        Observable.combineLatest(source1, source2, source3, source4, source5, source6, source7) {
            ($0, $1, $2, $3, $4, $5, $6)
        }
    }

    /// Combines the latest values of eight sources in a tuple; otherwise as `combineLatest(_:_:)`.
    @_alwaysEmitIntoClient
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
        _ source8: O8
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element)> {
        Observable.combineLatest(source1, source2, source3, source4, source5, source6, source7, source8) {
            ($0, $1, $2, $3, $4, $5, $6, $7)
        }
    }
}
