extension ObservableType {
    /// Emits `initialState` and then what `iterate` makes of each previous element, as long as `condition` holds.
    ///
    /// - **Completes** when `condition` is false for the next element, which is not emitted.
    /// - **Fails** with the error that `condition` or `iterate` throws.
    /// - **Disposal** stops it between two elements.
    /// - **Thread**: emits and calls the closures on `scheduler`; on the default one, before `subscribe` returns.
    /// - **Complexity**: O(1) for each element; with a scheduler other than the default, one scheduled action for each.
    ///
    /// ```swift
    /// let powers = Observable.generate(
    ///     initialState: 1,
    ///     condition: { $0 < 50 },
    ///     iterate: { $0 * 3 }
    /// )
    /// let subscription = powers.subscribe(onNext: { print($0) })
    /// // 1
    /// // 3
    /// // 9
    /// // 27
    /// ```
    ///
    /// - Parameters:
    ///   - initialState: the first element.
    ///   - condition: whether an element is to be emitted.
    ///   - scheduler: where to emit.
    ///   - iterate: makes the next element; called when the next element is due.
    @inlinable
    public static func generate(
        initialState: Element,
        condition: @escaping (Element) throws -> Bool,
        scheduler: ImmediateSchedulerType = CurrentThreadScheduler.instance,
        iterate: @escaping (Element) throws -> Element
    ) -> Observable<Element> {
        guard scheduler.isCurrentThread else {
            return SteppedSource.scheduled(on: scheduler, from: { (element: initialState, isFirst: true) }) { state in
                if !state.isFirst { releaseValue(exchange(&state.element, for: try iterate(state.element))) }
                state.isFirst = false
                return try condition(state.element) ? state.element : nil
            }
        }
        return ClosureSource(kind: .pausable) { downstream in
            var element = initialState
            var isFirst = true
            Emitter.attach(downstream) { emitter in
                do {
                    while true {
                        if !isFirst { releaseValue(exchange(&element, for: try iterate(element))) }
                        isFirst = false
                        guard try condition(element) else { return emitter.complete() }
                        guard emitter.emit(element) else { return }
                    }
                } catch {
                    emitter.fail(error)
                }
            }
        }
    }
}
