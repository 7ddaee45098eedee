#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import TestSupport
    import Testing

    /// Asynchronous closures and waits that cannot be: the program stops with a message.
    struct AsyncMisuseTests {
        @Test func noClosureAtATime() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).map(maxConcurrent: 0) { $0 }
            }
            expectMessage(of: result, "map(maxConcurrent:ordered:_:): maxConcurrent must be at least 1, not 0")
        }

        @Test func noRoom() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).filter(maxConcurrent: 1, capacity: -1, overflow: .dropNewest) { _ in true }
            }
            expectMessage(
                of: result,
                "filter(maxConcurrent:ordered:capacity:overflow:_:): capacity must be at least 1, not -1"
            )
        }

        #if compiler(>=6.2)
            @Test func waitingForOneself() async {
                guard #available(macOS 26, *) else { return }
                let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    let subject = PublishSubject<Int>()
                    let subscription = Box<WaitableSubscription?>(nil)
                    subscription.value = subject.subscribeWaitable(onNext: { _ in
                        if #available(macOS 26, *) {
                            Task.immediate { await subscription.value?.disposeAndWait() }
                        }
                    })
                    subject.onNext(1)
                }
                expectMessage(of: result, "disposeAndWait(): called on a thread on which a closure")
            }
        #endif
    }
#endif
