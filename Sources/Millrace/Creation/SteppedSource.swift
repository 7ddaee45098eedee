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
        on scheduler: ImmediateSchedulerType
    ) -> Observable<Elements.Element> {
        guard scheduler.isCurrentThread else {
            return scheduled(on: scheduler, from: { elements.makeIterator() }) { $0.next() }
        }
        return ClosureSource { downstream in
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
        step: @escaping (inout State) throws -> Element?
    ) -> Observable<Element> {
        ScheduledSource(.event, on: scheduler) { downstream in
            let feed = SteppedFeed(downstream, step)
            feed.attach {
                scheduler.scheduleRecursive(start()) { state, recurse in
                    var state = state
                    if feed.advance(&state) { recurse(state) }
                }
            }
        }
    }
}

/// Emits one element for each action.
private final class SteppedFeed<Element, State>: ScheduledFeed<Element>, @unchecked Sendable {
    private let step: (inout State) throws -> Element?

    init(_ downstream: Sink<Element>, _ step: @escaping (inout State) throws -> Element?) {
        self.step = step
        super.init(downstream)
    }

    /// False: the source or the subscription has ended. The subscription is checked here too, because a scheduler that
    /// runs actions at once has not yet returned a disposable.
    func advance(_ state: inout State) -> Bool {
        do {
            guard let element = try step(&state) else {
                complete()
                return false
            }
            next(element)
            return isOpen
        } catch {
            fail(error)
            return false
        }
    }
}

/// Feeds a chain from the actions of a scheduler; owns the disposable that the scheduler returned.
@usableFromInline
class ScheduledFeed<Element>: DisposeBase, @unchecked Sendable {
    private let downstream: Held<Sink<Element>>

    init(_ downstream: Sink<Element>) {
        self.downstream = Held(retaining: downstream)
    }

    deinit {
        downstream.use { $0.sourceReleased() }
        releaseLink(downstream)
    }

    /// Becomes the downstream's upstream, then calls `schedule`, which schedules the actions that feed the downstream.
    final func attach(_ schedule: () -> Disposable) {
        downstream.use { $0.setUpstream(self) }
        if !isDisposed { holdResult(of: schedule()) }
    }

    final func next(_ element: Element) {
        if isOpen { downstream.next(element) }
    }

    final func complete() {
        if isOpen { downstream.completed() }
    }

    final func fail(_ error: Swift.Error) {
        if isOpen { downstream.error(error) }
    }
}
