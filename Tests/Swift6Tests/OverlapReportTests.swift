#if DEBUG && os(Linux) && canImport(Runtime)
    import Dispatch
    import Foundation
    import Millrace
    import Testing

    /// What debug builds print when two threads are in one operator.
    struct OverlapReportTests {
        @Test func theReportNamesTheOperatorThePlaceAndTheFunctions() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                OverlapReportTests.overlap()
                exit(1)
            }
            expectMessage(
                of: result,
                "skip(while:) of the subscription at Swift6Tests/OverlapReportTests.swift:\(#line + 20)",
                "PublishSubject.onNext",
                "OverlapReportTests.overlap()"
            )
        }

        // A function, since the closure above becomes part of what a macro writes.
        private static func overlap() {
            let isInside = DispatchSemaphore(value: 0)
            let mayLeave = DispatchSemaphore(value: 0)
            let subject = PublishSubject<Int>()
            let subscription =
                subject
                .skip(while: { element in
                    if element == 1 {
                        isInside.signal()
                        _ = mayLeave.wait(timeout: .now() + 60)
                    }
                    return true
                })
                .subscribe()
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                subject.onNext(1)
                done.signal()
            }
            _ = isInside.wait(timeout: .now() + 60)
            subject.onNext(2)
            mayLeave.signal()
            _ = done.wait(timeout: .now() + 60)
            subscription.dispose()
        }
    }
#endif
