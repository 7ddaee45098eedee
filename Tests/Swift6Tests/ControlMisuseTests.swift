// Release builds print the same and go on.
#if DEBUG && !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import TestSupport
    import Testing

    /// Control events and control properties do not fail: an error stops a debug build, and the message names who got it.
    struct ControlMisuseTests {
        @Test func bindingAnErrorToAControlProperty() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let property = ControlProperty(values: Observable<Int>.never(), valueSink: Recorder<Int>())
                _ = Observable<Int>.error(TestError("broken")).bind(to: property)
            }
            expectMessage(of: result, "ControlProperty", "broken")
        }

        @Test func aControlPropertyThatFailsAsADriver() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    let values = Observable<Int>.error(TestError("broken"))
                    _ = ControlProperty(values: values, valueSink: Recorder<Int>()).asDriver().drive()
                }
            }
            expectMessage(of: result, "ControlProperty.asDriver", "broken")
        }

        @Test func aControlEventThatFailsAsADriver() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    _ = ControlEvent(events: Observable<Int>.error(TestError("broken"))).asDriver().drive()
                }
            }
            expectMessage(of: result, "ControlEvent.asDriver", "broken")
        }

        @Test func aControlEventThatFailsAsASignal() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    _ = ControlEvent(events: Observable<Int>.error(TestError("broken"))).asSignal().emit()
                }
            }
            expectMessage(of: result, "ControlEvent.asSignal", "broken")
        }

        @Test func aControlEventThatFailsAsAnInfallible() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    _ = ControlEvent(events: Observable<Int>.error(TestError("broken"))).asInfallible().subscribe()
                }
            }
            expectMessage(of: result, "ControlEvent.asInfallible", "broken")
        }
    }
#endif
