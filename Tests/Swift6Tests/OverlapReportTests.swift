#if DEBUG && os(Linux) && canImport(Glibc)
    import Dispatch
    import Foundation
    import Millrace
    import TestSupport
    import Testing

    /// What debug builds print when two threads are in one operator.
    struct OverlapReportTests {
        @Test func theReportNamesTheOperatorThePlaceTheUsersFunctionsAndTheCure() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                OverlapReportTests.overlap()
                exit(1)
            }
            expectMessage(
                of: result,
                "skip(while:) of the subscription at Swift6Tests/OverlapReportTests.swift:\(#line + 49)",
                "overlap",
                "at Swift6Tests/OverlapReportTests.swift:",
                "What to do: let one thread at a time send. asSerialized()"
            )
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(!text.contains("PublishSubject.onNext"), "\(text)")
            #expect(!text.contains("/Stream/") && !text.contains("/Subjects/"), "\(text)")
        }

        /// The program that loses updates: short closures, from whose overlap each thread is away again at once.
        @Test func shortClosuresThatLoseAnUpdateAreReported() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let text = await OverlapReportTests.addUp()
                if text { FileHandle.standardError.write(Data("an update was lost\n".utf8)) }
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            guard text.contains("an update was lost") else { return }
            #expect(text.contains("Millrace: two threads called one observer at the same time"), "\(text)")
            #expect(text.contains("Where: Swift6Tests/OverlapReportTests.swift:"), "\(text)")
        }

        /// Whether an update was lost.
        private static func addUp() async -> Bool {
            let count = 100_000
            let subject = PublishSubject<Int>()
            nonisolated(unsafe) var sum = 0
            let subscription = subject.subscribe(onNext: { sum += $0 })
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { for _ in 0..<count { subject.onNext(1) } } }
            }
            subscription.dispose()
            return sum != 4 * count
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
                        mayLeave.waitPatiently()
                    }
                    return true
                })
                .subscribe()
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                subject.onNext(1)
                done.signal()
            }
            isInside.waitPatiently()
            subject.onNext(2)
            mayLeave.signal()
            done.waitPatiently()
            subscription.dispose()
        }
    }
#endif
