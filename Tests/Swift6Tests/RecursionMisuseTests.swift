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

            #if canImport(Glibc)
                /// None of the calls in the loop is the user's: the message has the place that has begun it.
                @Test func aRelayThatIsBoundToItself() async {
                    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                        RecursionMisuseTests.bindToItself()
                    }
                    let place = "Swift6Tests/RecursionMisuseTests.swift:\(#line + 7)"
                    expectMessage(of: result, "recursion", "Called at \(place)")
                }

                // Functions, since the closures above and below become part of what a macro writes.
                private static func bindToItself() {
                    let relay = BehaviorRelay(value: 0)
                    relay.bind(to: relay).dispose()
                }

                @Test func twoSubjectsThatFeedEachOther() async {
                    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                        RecursionMisuseTests.feedEachOther()
                    }
                    let place = "Swift6Tests/RecursionMisuseTests.swift:\(#line + 7)"
                    expectMessage(of: result, "recursion", "Called at \(place)")
                }

                private static func feedEachOther() {
                    let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())
                    let subscriptions = [one.subscribe(other), other.map { $0 + 1 }.subscribe(one)]
                    one.onNext(1)
                    for subscription in subscriptions { subscription.dispose() }
                }
            #endif
        #endif
    }
#endif
