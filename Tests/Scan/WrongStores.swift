// Stored values that are replaced in the wrong way: as withLatestFrom, sample and debounce once did it. The scan has to
// find each of them. This file is compiled together with the library for the scan, and for nothing else.

extension ObservableType {
    /// `withLatestFrom`, with an assignment.
    func wrongWithLatestFrom<Source: ObservableType>(_ second: Source) -> Observable<Source.Element> {
        typealias Coordinator = TriggerCoordinator<Source.Element?, Element, Source.Element>
        typealias CompanionSink = Coordinator.CompanionSink<Source.Element>
        let second = second.asObservable()
        return ClosureOperator(asObservable()) { source, downstream in
            let coordinator = Coordinator(downstream, state: nil) { sink, element in
                let coordinator = unsafeDowncast(sink, to: Coordinator.self)
                coordinator.deliver { if let latest = coordinator.state { coordinator.forward(latest) } }
            }
            downstream.setUpstream(coordinator)
            let sink = CompanionSink(coordinator) { sink, element in
                let sink = unsafeDowncast(sink, to: CompanionSink.self)
                sink.withOwner { coordinator in
                    coordinator.deliver { coordinator.state = element }
                }
            }
            coordinator.subscribe(sink, to: second)
            source.attach(coordinator)
        }
    }

    /// `sample`, with an assignment.
    func wrongSample<Source: ObservableType>(_ sampler: Source) -> Observable<Element> {
        typealias Coordinator = TriggerCoordinator<Element?, Element, Element>
        typealias SamplerSink = Coordinator.CompanionSink<Source.Element>
        let sampler = sampler.asObservable()
        return ClosureOperator(asObservable()) { source, downstream in
            let coordinator = Coordinator(downstream, state: nil) { sink, element in
                let coordinator = unsafeDowncast(sink, to: Coordinator.self)
                coordinator.deliver { coordinator.state = element }
            }
            downstream.setUpstream(coordinator)
            let sink = SamplerSink(coordinator) { sink, _ in
                unsafeDowncast(sink, to: SamplerSink.self).withOwner { coordinator in
                    coordinator.deliver { if let element = coordinator.state { coordinator.forward(element) } }
                }
            }
            source.attach(coordinator)
            coordinator.subscribe(sink, to: sampler)
        }
    }
}

/// A property that unspecialized code assigns to, as it once was in `debounce`.
final class WrongChecked<Element> {
    private var waiting: Element?

    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func wrongUnspecialized(_ element: Element) {
        waiting = element
    }
}

/// The former value comes back as a copy that nobody uses after the lock, as it once was in `Driver.withLatestFrom`.
@inline(never)
func wrongUnderLock(_ latest: Locked<Life?>, _ element: Life) {
    _ = latest.access { kept in
        defer { kept = element }
        return kept
    }
}

/// Makes the compiler specialize all of it for elements that are objects.
public func makeElementsOfAllKinds() -> [Any] {
    let life = Life(LifeRegistry())
    let source = PublishSubject<Life>()
    let checked = WrongChecked<Life>()
    checked.wrongUnspecialized(life)
    let locked = Locked<Life?>(nil)
    wrongUnderLock(locked, life)
    return [
        MortalOperators.ofLives(), MortalOperators.ofTwins(), source.wrongWithLatestFrom(source),
        source.wrongSample(source), checked, locked,
    ]
}
