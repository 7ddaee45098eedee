#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import MillraceTest
    import TestSupport
    import Testing

    /// What stops the program, and with which message. The messages are those of debug builds.
    struct VirtualTimeMisuseTests {
        private static func requireMessage(_ bytes: [UInt8]?, _ parts: [String]) {
            guard !TestMode.isOptimized else { return }
            let text = String(decoding: bytes ?? [], as: UTF8.self)
            for part in parts { #expect(text.contains(part), "\(text)") }
        }

        @Test func sleepingToThePast() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                TestScheduler(initialClock: 10).sleep(-3)
            }
            Self.requireMessage(result?.standardErrorContent, ["sleep(_:)", "10", "7"])
        }

        @Test func advancingInsideARun() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                scheduler.scheduleAt(5) { scheduler.advanceTo(9) }
                scheduler.start()
            }
            Self.requireMessage(result?.standardErrorContent, ["advanceTo(_:)", "5", "9"])
        }

        @Test func twoThreadsAtOnce() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                scheduler.scheduleAt(5) {
                    TestThread { scheduler.scheduleAt(6) {} }.join()
                }
                scheduler.start()
            }
            Self.requireMessage(
                result?.standardErrorContent,
                ["scheduleAbsoluteVirtual(_:time:action:)", "another thread"]
            )
        }

        @Test func aDiagramWithAMistake() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(initialClock: 0).cold("-(ab")
            }
            Self.requireMessage(result?.standardErrorContent, ["-(ab", "without `)`"])
        }

        @Test func anElementWithoutAValue() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(initialClock: 0).hot("-x", ["y": 1])
            }
            Self.requireMessage(result?.standardErrorContent, ["-x", "named `x`"])
        }
    }
#endif
