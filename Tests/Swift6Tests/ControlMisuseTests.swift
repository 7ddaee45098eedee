// Release builds print the same and go on.
#if DEBUG && !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import TestSupport
    import Testing

    /// Control events and control properties do not fail: an error stops a debug build, and the message names who got it.
    struct ControlMisuseTests {
        private static func requireMessage(_ bytes: [UInt8]?, _ parts: String...) {
            let text = String(decoding: bytes ?? [], as: UTF8.self)
            for part in parts { #expect(text.contains(part), "\(text)") }
        }

        @Test func bindingAnErrorToAControlProperty() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let property = ControlProperty(values: Observable<Int>.never(), valueSink: Recorder<Int>())
                _ = Observable<Int>.error(TestError("broken")).bind(to: property)
            }
            Self.requireMessage(result?.standardErrorContent, "ControlProperty", "broken")
        }

        @Test func aControlPropertyThatFailsAsADriver() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    let values = Observable<Int>.error(TestError("broken"))
                    _ = ControlProperty(values: values, valueSink: Recorder<Int>()).asDriver().drive()
                }
            }
            Self.requireMessage(result?.standardErrorContent, "ControlProperty.asDriver", "broken")
        }

        @Test func aControlEventThatFailsAsADriver() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    _ = ControlEvent(events: Observable<Int>.error(TestError("broken"))).asDriver().drive()
                }
            }
            Self.requireMessage(result?.standardErrorContent, "ControlEvent.asDriver", "broken")
        }

        @Test func aControlEventThatFailsAsASignal() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    _ = ControlEvent(events: Observable<Int>.error(TestError("broken"))).asSignal().emit()
                }
            }
            Self.requireMessage(result?.standardErrorContent, "ControlEvent.asSignal", "broken")
        }

        @Test func aControlEventThatFailsAsAnInfallible() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    _ = ControlEvent(events: Observable<Int>.error(TestError("broken"))).asInfallible().subscribe()
                }
            }
            Self.requireMessage(result?.standardErrorContent, "ControlEvent.asInfallible", "broken")
        }
    }
#endif
