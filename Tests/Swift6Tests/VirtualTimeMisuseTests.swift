#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Dispatch
    import Foundation
    import Millrace
    import MillraceOperators
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

        @Test(.timeLimit(.minutes(5))) func anIntervalOfZeroWithoutEnd() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                VirtualTimeMisuseTests.limitTime()
                VirtualTimeMisuseTests.advanceWithoutEnd()
            }
            expectMessage(of: result, "interval(_:scheduler:): period is seconds(0)", "100000 runs", "1970-01-01")
            #if DEBUG && os(Linux) && canImport(Runtime)
                expectMessage(of: result, "Called at Swift6Tests/VirtualTimeMisuseTests.swift:\(#line + 8)")
            #endif
        }

        // A function, since the closure above becomes part of what a macro writes.
        private static func advanceWithoutEnd() {
            let scheduler = HistoricalScheduler()
            let subscription = Observable<Int>.interval(.seconds(0), scheduler: scheduler).subscribe()
            scheduler.advanceTo(Date(timeIntervalSince1970: 5))
            subscription.dispose()
        }

        @Test(.timeLimit(.minutes(5))) func aTimerWithANegativePeriod() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                VirtualTimeMisuseTests.limitTime()
                let scheduler = HistoricalScheduler()
                let subscription = Observable<Int>.timer(.seconds(1), period: .seconds(-1), scheduler: scheduler)
                    .subscribe()
                scheduler.start()
                subscription.dispose()
            }
            expectMessage(of: result, "timer(_:period:scheduler:): period is seconds(-1)")
        }

        @Test(.timeLimit(.minutes(5))) func aPeriodThatIsShorterThanATick() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                VirtualTimeMisuseTests.limitTime()
                let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
                let subscription = Observable.of(1).concat(Observable.never())
                    .sample(period: .milliseconds(1), scheduler: scheduler).subscribe()
                scheduler.advanceTo(5)
                subscription.dispose()
            }
            expectMessage(of: result, "sample(period:scheduler:): period is milliseconds(1)")
        }

        @Test(.timeLimit(.minutes(5))) func aBufferOfNoTime() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                VirtualTimeMisuseTests.limitTime()
                let scheduler = HistoricalScheduler()
                let subscription = Observable<Int>.never()
                    .buffer(timeSpan: .seconds(0), count: 2, scheduler: scheduler).subscribe()
                scheduler.start()
                subscription.dispose()
            }
            expectMessage(of: result, "buffer(timeSpan:count:scheduler:): timeSpan is seconds(0)")
        }

        @Test(.timeLimit(.minutes(5))) func aWindowOfNoTime() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                VirtualTimeMisuseTests.limitTime()
                let scheduler = HistoricalScheduler()
                let subscription = Observable<Int>.never()
                    .window(timeSpan: .seconds(0), count: 2, scheduler: scheduler).subscribe()
                scheduler.start()
                subscription.dispose()
            }
            expectMessage(of: result, "window(timeSpan:count:scheduler:): timeSpan is seconds(0)")
        }

        /// A program that goes on ends well after a minute, which is not expected. The time limit of a test ends no
        /// other program.
        private static func limitTime() {
            DispatchQueue.global().asyncAfter(deadline: .now() + 60) { exit(EXIT_SUCCESS) }
        }
    }
#endif
