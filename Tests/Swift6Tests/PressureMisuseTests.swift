#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Foundation
    import Millrace
    import MillraceTest
    import Testing

    /// Sources that cannot pause below a bounded queue with `.suspend`: the program stops when it subscribes, and the
    /// message names the source, the place and what to write instead.
    struct PressureMisuseTests {
        @Test func aSubject() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                suspended(PublishSubject<Int>().map { $0 })
            }
            expectMessage(of: result, "PublishSubject<Int> cannot pause. Use .dropOldest, .dropNewest or .error")
            expectMessage(of: result, "observe(on:capacity:overflow:) at Swift6Tests/PressureMisuseTests.swift:")
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.components(separatedBy: "PressureMisuseTests.swift:").count == 2, "the place once: \(text)")
        }

        @Test func aSubjectInsideAFlatMap() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                suspended(Observable.of(1).flatMap { _ in PublishSubject<Int>() })
            }
            expectMessage(
                of: result,
                "Millrace: unhandled error: observe(on:capacity:overflow:) at Swift6Tests/PressureMisuseTests.swift:",
                "PublishSubject<Int> cannot pause. Use .dropOldest, .dropNewest or .error",
                "or send through a Broadcast. Subscribed at Swift6Tests/PressureMisuseTests.swift:"
            )
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(!text.contains("What to do"), "another cure than that of the error: \(text)")
        }

        @Test func aSourceAmongSeveral() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                suspended(.merge(.of(1), .create { _ in Disposables.create() }))
            }
            expectMessage(of: result, "create(_:) cannot pause")
        }

        @Test func operatorsThatKeepElementsWithoutABound() async {
            let onAQueue = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                suspended(Observable.of(1).observe(on: CurrentThreadScheduler.instance).map { $0 })
            }
            expectMessage(of: onAQueue, "observe(on:) cannot pause")
            let zipped = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                suspended(.zip(Observable.of(1), Observable.of(2)) { $0 + $1 })
            }
            expectMessage(of: zipped, "zip cannot pause")
            let shared = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                suspended(Observable.of(1).share(replay: 1))
            }
            expectMessage(of: shared, "share(replay:scope:) cannot pause")
            let delayed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                suspended(Observable.of(1).delay(.seconds(1), scheduler: MainScheduler.instance))
            }
            expectMessage(of: delayed, "delay(_:scheduler:) cannot pause")
        }
    }

    private func suspended(_ source: Observable<Int>) {
        _ = source.observe(on: CurrentThreadScheduler.instance, capacity: 4, overflow: .suspend)
            .subscribe(onNext: { _ in })
    }
#endif
