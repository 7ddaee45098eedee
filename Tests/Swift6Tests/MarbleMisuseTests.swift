#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import MillraceTest
    import TestSupport
    import Testing

    /// Mistakes in subscription diagrams: the program stops, and the message says what is wrong and where. The messages
    /// are those of debug builds.
    struct MarbleMisuseTests {
        private static func requireMessage(_ bytes: [UInt8]?, _ parts: [String]) {
            guard !TestMode.isOptimized else { return }
            let text = String(decoding: bytes ?? [], as: UTF8.self)
            for part in parts { #expect(text.contains(part), "\(text)") }
        }

        @Test func anUnknownMark() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                scheduler.expectSubscriptions(of: scheduler.hot("-a"), "--^-x")
            }
            Self.requireMessage(
                result?.standardErrorContent,
                ["expectSubscriptions(of:_:from:)", "position 4", "`x`", "    --^-x\n        ↑"]
            )
        }

        @Test func anEndWithoutABeginning() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                _ = scheduler.compare(scheduler.hot("-a"), during: "-!", with: "")
            }
            Self.requireMessage(
                result?.standardErrorContent,
                ["compare(_:during:with:error:)", "position 1", "`!` without `^`"]
            )
        }

        @Test func twoSubscriptionsInOneDiagram() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                _ = scheduler.compareSubscriptions(of: scheduler.hot("-a"), with: "^-!", "^-!-^")
            }
            Self.requireMessage(
                result?.standardErrorContent,
                ["compareSubscriptions(of:with:from:)", "position 4", "a second `^`"]
            )
        }

        @Test func aGroupThatDoesNotEnd() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                _ = scheduler.compareSubscriptions(of: scheduler.hot("-a"), with: "-(^!")
            }
            Self.requireMessage(result?.standardErrorContent, ["position 1", "`(` without `)`"])
        }

        @Test func nothingAtAll() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                _ = scheduler.compareSubscriptions(of: scheduler.hot("-a"), with: "---")
            }
            Self.requireMessage(result?.standardErrorContent, ["position 3", "there is no `^`"])
        }
    }
#endif
