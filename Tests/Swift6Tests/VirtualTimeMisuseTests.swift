#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import MillraceTest
    import TestSupport
    import Testing

    /// What stops the program, and with which message. The messages are those of debug builds.
    struct VirtualTimeMisuseTests {
        @Test func sleepingToThePast() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                TestScheduler(initialClock: 10).sleep(-3)
            }
            expectDebugMessage(of: result, "sleep(_:): virtualInterval is -3", "10", "7")
        }

        @Test func advancingInsideARun() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                scheduler.scheduleAt(5) { scheduler.advanceTo(9) }
                scheduler.start()
            }
            expectDebugMessage(of: result, "advanceTo(_:)", "5", "9")
        }

        @Test func twoThreadsAtOnce() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                scheduler.scheduleAt(5) {
                    TestThread { scheduler.scheduleAt(6) {} }.join()
                }
                scheduler.start()
            }
            expectDebugMessage(of: result, "scheduleAbsoluteVirtual(_:time:action:)", "another thread")
        }

        @Test func subscribingBeforeTheSourceIsMade() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(initialClock: 0)
                    .start(created: 30, subscribed: 20, disposed: 40) { Observable.just(1) }
            }
            expectDebugMessage(
                of: result,
                "start(created:subscribed:disposed:create:): subscribed is 20, created is 30"
            )
        }

        @Test func disposingBeforeTheSubscription() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(initialClock: 0).start(disposed: 150) { Observable.just(1) }
            }
            expectDebugMessage(
                of: result,
                "start(created:subscribed:disposed:create:): disposed is 150, subscribed is 200"
            )
        }

        @Test func aColdEventAfterTheEndOfTime() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 10)
                _ = scheduler.createColdObservable([.next(Int.max, 1)]).subscribe()
            }
            expectDebugMessage(of: result, "createColdObservable(_:): an event's time is \(Int.max); counted from 10")
        }
    }
#endif
