// Stored values that are replaced in the wrong way: as withLatestFrom, sample and debounce once did it. The scan has to
// find each of them. This file is compiled together with the library for the scan, and for nothing else.

extension ObservableType {
    /// `withLatestFrom`, with an assignment.
    func wrongWithLatestFrom<Source: ObservableType>(_ second: Source) -> Observable<Source.Element> {
        typealias Coordinator = WithLatestFromCoordinator<Element, Source.Element, Source.Element>
        typealias CompanionSink = Coordinator.CompanionSink<Source.Element>
        let second = second.asObservable()
        return ClosureOperator(asObservable()) { source, downstream in
            let coordinator = Coordinator(downstream) { sink, element in
                let coordinator = unsafeDowncast(sink, to: Coordinator.self)
                let pass = coordinator.enterGate()
                coordinator.combine(element) { $1 }
                coordinator.leaveGate(pass)
            }
            downstream.setUpstream(coordinator)
            let sink = CompanionSink(coordinator) { sink, element in
                let sink = unsafeDowncast(sink, to: CompanionSink.self)
                sink.withOwner { coordinator in
                    let pass = coordinator.enterGate()
                    if pass == .busy { return coordinator.submit { coordinator.state = element } }
                    coordinator.state = element
                    coordinator.leaveGate(pass)
                }
            }
            coordinator.subscribe(sink, to: second)
            source.attach(coordinator)
        }
    }

    /// `sample`, with an assignment.
    func wrongSample<Source: ObservableType>(_ sampler: Source) -> Observable<Element> {
        let sampler = sampler.asObservable()
        return ClosureOperator(asObservable()) { source, downstream in
            let coordinator = SampleCoordinator<Element>(downstream, nil) { sink, element in
                let coordinator = unsafeDowncast(sink, to: SampleCoordinator<Element>.self)
                let pass = coordinator.enterGate()
                if pass == .busy { return coordinator.submit { coordinator.state = element } }
                coordinator.state = element
                coordinator.leaveGate(pass)
            }
            downstream.setUpstream(coordinator)
            let sink = SampleCoordinator.SamplerSink<Source.Element>(coordinator)
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
