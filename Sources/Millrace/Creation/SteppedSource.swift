/// Makes the sources that produce their elements one by one.
@usableFromInline
enum SteppedSource {
    /// A source that emits the elements of a sequence; each subscription makes an iterator of its own.
    ///
    /// On `CurrentThreadScheduler` it emits in a loop; events come in the order that one scheduled action for each
    /// element would give. On any other scheduler, it schedules one action for each element.
    ///
    /// It takes a sequence type and not a closure that produces the elements, because the compiler specializes the
    /// type: a closure costs 13 ns more for each element.
    @inlinable
    static func iterating<Elements: Sequence>(
        _ elements: Elements,
        on scheduler: ImmediateSchedulerType,
        function: StaticString = #function
    ) -> Observable<Elements.Element> {
        guard scheduler.isCurrentThread else {
            return scheduled(on: scheduler, from: { elements.makeIterator() }, function: function) { $0.next() }
        }
        return ClosureSource(function: function) { downstream in
            var iterator = elements.makeIterator()
            Emitter.attach(downstream) { emitter in
                while let element = iterator.next() {
                    guard emitter.emit(element) else { return }
                }
                emitter.complete()
            }
        }
    }

    /// A source that begins each subscription with the state from `start()`, and emits what `step` produces until
    /// `step` returns `nil`: one element in each scheduled action.
    @usableFromInline
    static func scheduled<Element, State>(
        on scheduler: ImmediateSchedulerType,
        from start: @escaping () -> State,
        function: StaticString = #function,
        step: @escaping (inout State) throws -> Element?
    ) -> Observable<Element> {
        ScheduledSource(.event, on: scheduler, function: function) { downstream in
            let feed = ScheduledFeed(downstream)
            nonisolated(unsafe) let step = step
            feed.attach {
                scheduler.scheduleRecursive(start()) { state, recurse in
                    var state = state
                    do {
                        guard let element = try step(&state) else { return feed.complete() }
                        feed.next(element)
                        // A scheduler that runs actions at once has not yet returned a disposable.
                        if feed.isOpen { recurse(state) }
                    } catch {
                        feed.fail(error)
                    }
                }
            }
        }
    }
}
