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
        return ClosureSource(kind: .pausable, function: function) { downstream in
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
        ClosureSource(kind: .scheduled(Awaited(.event, of: scheduler)), function: function) { downstream in
            let steps = Steps(ScheduledFeed(downstream), scheduler, Pressure.below(downstream), step)
            let pressure = steps.pressure
            steps.feed.attach {
                guard let pressure else { return steps.schedule(from: start()) }
                let runs = SerialDisposable()
                steps.start(from: start(), runs)
                return Disposables.create {
                    runs.dispose()
                    pressure.cancel()
                }
            }
        }
    }

    /// The steps of one subscription.
    private final class Steps<Element, State>: @unchecked Sendable {
        let feed: ScheduledFeed<Element>
        let pressure: Pressure?
        private let scheduler: ImmediateSchedulerType
        private let step: (inout State) throws -> Element?

        init(
            _ feed: ScheduledFeed<Element>,
            _ scheduler: ImmediateSchedulerType,
            _ pressure: Pressure?,
            _ step: @escaping (inout State) throws -> Element?
        ) {
            self.feed = feed
            self.scheduler = scheduler
            self.pressure = pressure
            self.step = step
        }

        /// - Parameter pause: called instead of a step while there is no room further down.
        func schedule(from state: State, pause: ((State) -> Void)? = nil) -> Disposable {
            nonisolated(unsafe) let pause = pause
            return scheduler.scheduleRecursive(state) { state, recurse in
                if let pressure = self.pressure, let pause, !pressure.isOpen { return pause(state) }
                var state = state
                do {
                    guard let element = try self.step(&state) else { return self.feed.complete() }
                    self.feed.next(element)
                    // A scheduler that runs actions at once has not yet returned a disposable.
                    if self.feed.isOpen { recurse(state) }
                } catch {
                    self.feed.fail(error)
                }
            }
        }

        /// Schedules the steps that follow, and again after each pause.
        func start(from state: State, _ runs: SerialDisposable) {
            // Stored before the first step can run: that step may pause, and be resumed by another thread.
            let run = SingleAssignmentDisposable()
            runs.disposable = run
            run.setDisposable(
                schedule(from: state) { state in
                    self.pressure?.onReopen { [weak runs] in
                        if let runs { self.start(from: state, runs) }
                    }
                }
            )
        }
    }
}
