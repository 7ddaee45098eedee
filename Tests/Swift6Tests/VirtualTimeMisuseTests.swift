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
            Self.requireMessage(result?.standardErrorContent, ["sleep(_:): virtualInterval is -3", "10", "7"])
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

        @Test func subscribingBeforeTheSourceIsMade() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(initialClock: 0)
                    .start(created: 30, subscribed: 20, disposed: 40) { Observable.just(1) }
            }
            Self.requireMessage(
                result?.standardErrorContent,
                ["start(created:subscribed:disposed:create:): subscribed is 20, created is 30"]
            )
        }

        @Test func disposingBeforeTheSubscription() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(initialClock: 0).start(disposed: 150) { Observable.just(1) }
            }
            Self.requireMessage(
                result?.standardErrorContent,
                ["start(created:subscribed:disposed:create:): disposed is 150, subscribed is 200"]
            )
        }

        @Test func aColdEventAfterTheEndOfTime() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 10)
                _ = scheduler.createColdObservable([.next(Int.max, 1)]).subscribe()
            }
            Self.requireMessage(
                result?.standardErrorContent,
                ["createColdObservable(_:): an event's time is \(Int.max); counted from 10"]
            )
        }
    }
#endif
