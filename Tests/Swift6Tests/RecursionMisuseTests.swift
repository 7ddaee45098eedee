#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import Testing

    /// Events that send events without an end stop a debug build with a message; a release build uses up its stack.
    struct RecursionMisuseTests {
        #if DEBUG
            @Test func aRelayThatAcceptsInItsOwnSubscription() async {
                let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    let relay = BehaviorRelay(value: 0)
                    _ = relay.subscribe(onNext: { relay.accept($0 + 1) })
                }
                expectMessage(of: result, "recursion", "Int")
            }

            @Test func aSubjectAtTheEndOfAChain() async {
                let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    let subject = PublishSubject<String>()
                    _ = subject.map { $0 + "!" }.bind(to: subject)
                    subject.onNext("")
                }
                expectMessage(of: result, "recursion", "String")
            }
        #endif
    }
#endif
