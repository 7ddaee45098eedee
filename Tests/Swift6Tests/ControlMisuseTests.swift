// Release builds print the same and go on.
#if DEBUG && !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import TestSupport
    import Testing

    /// Control events and control properties do not fail: an error stops a debug build, and the message names who got it.
    struct ControlMisuseTests {
        private let cure = "recover from the error in front of"

        @Test func bindingAnErrorToAControlProperty() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let property = ControlProperty(values: Observable<Int>.never(), valueSink: Recorder<Int>())
                property.onError(TestError("broken"))
            }
            expectMessage(
                of: result,
                "ControlProperty: an error was bound to it: broken",
                "\(cure) the ControlProperty"
            )
        }

        @Test func aControlPropertyThatFailsAsADriver() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    let values = Observable<Int>.error(TestError("broken"))
                    _ = ControlProperty(values: values, valueSink: Recorder<Int>()).asDriver().drive()
                }
            }
            expectMessage(
                of: result,
                "ControlProperty.asDriver",
                "broken",
                "\(cure) ControlProperty(values:valueSink:)"
            )
        }

        @Test func aControlEventThatFailsAsADriver() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    _ = ControlEvent(events: Observable<Int>.error(TestError("broken"))).asDriver().drive()
                }
            }
            expectMessage(of: result, "ControlEvent.asDriver", "broken", "\(cure) ControlEvent(events:)")
        }

        @Test func aControlEventThatFailsAsASignal() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    _ = ControlEvent(events: Observable<Int>.error(TestError("broken"))).asSignal().emit()
                }
            }
            expectMessage(of: result, "ControlEvent.asSignal", "broken", "\(cure) ControlEvent(events:)")
        }

        @Test func aControlEventThatFailsAsAnInfallible() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    _ = ControlEvent(events: Observable<Int>.error(TestError("broken"))).asInfallible().subscribe()
                }
            }
            expectMessage(of: result, "ControlEvent.asInfallible", "broken", "\(cure) ControlEvent(events:)")
        }
    }
#endif
