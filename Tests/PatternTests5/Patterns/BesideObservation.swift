#if canImport(Observation)
    import Millrace
    import Observation
    import Testing

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Observable
    private final class Model {
        var count = 0
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    private func isObserved(_ model: some Observation.Observable) -> Bool { true }

    struct ObservationPatterns {
        @Test func aModelBesideASource() {
            guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) else { return }
            let model = Model()
            let source: Observable<Int> = Observable.of(1, 2)
            let subscription = source.subscribe(onNext: { model.count += $0 })
            #expect(model.count == 3)
            #expect(isObserved(model))
            subscription.dispose()
        }
    }
#endif
