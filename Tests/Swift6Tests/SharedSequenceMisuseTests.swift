#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import Testing

    /// Drivers that are driven off the main thread: the program stops, and the message names the method, in optimized
    /// builds as well.
    struct SharedSequenceMisuseTests {
        private static let message =
            """
            Driver.drive: not on the main thread, where the element that is replayed has to be delivered. Call drive in a \
            function of the main actor, or in a block of DispatchQueue.main; or call asObservable().subscribe, which any \
            thread may.
            """

        @Test func closures() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { SharedSequenceMisuseTests.driveClosures() }.value
            }
            expectMessage(of: result, Self.message)
            #if canImport(Glibc)
                expectMessage(of: result, "Called at Swift6Tests/SharedSequenceMisuseTests.swift:\(#line + 6)")
            #endif
        }

        // Functions, since the closures above become part of what a macro writes.
        private static func driveClosures() {
            _ = Driver.just(1).drive(onNext: { _ in })
        }

        private static func driveRelay() {
            _ = Driver.just(1).drive(BehaviorRelay(value: 0))
        }

        @Test func anObserver() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { _ = Driver.just(1).drive(AnyObserver<Int> { _ in }) }.value
            }
            expectMessage(of: result, Self.message)
        }

        @Test func anObserverOfTheOptionalType() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { _ = Driver.just(1).drive(AnyObserver<Int?> { _ in }) }.value
            }
            expectMessage(of: result, Self.message)
        }

        @Test func aBehaviorRelay() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { SharedSequenceMisuseTests.driveRelay() }.value
            }
            expectMessage(of: result, Self.message)
            #if canImport(Glibc)
                expectMessage(of: result, "Called at Swift6Tests/SharedSequenceMisuseTests.swift:")
            #endif
        }

        @Test func aBehaviorRelayOfTheOptionalType() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { _ = Driver.just(1).drive(BehaviorRelay<Int?>(value: 0)) }.value
            }
            expectMessage(of: result, Self.message)
        }

        @Test func aReplayRelay() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { _ = Driver.just(1).drive(ReplayRelay<Int>.create(bufferSize: 1)) }.value
            }
            expectMessage(of: result, Self.message)
        }

        @Test func aReplayRelayOfTheOptionalType() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { _ = Driver.just(1).drive(ReplayRelay<Int?>.create(bufferSize: 1)) }.value
            }
            expectMessage(of: result, Self.message)
        }

        @Test func aFunction() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { _ = Driver.just(1).drive { (source: Observable<Int>) in source } }.value
            }
            expectMessage(of: result, Self.message)
        }

        @Test func aCurriedFunction() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { _ = Driver.just(1).drive({ source in { _ in source } }, curriedArgument: 1) }
                    .value
            }
            expectMessage(of: result, Self.message)
        }

        @Test func closuresWithAnObject() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { _ = Driver.just(1).drive(with: PublishRelay<Int>(), onNext: { _, _ in }) }.value
            }
            expectMessage(of: result, Self.message)
        }

        @Test func noClosures() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { _ = Driver.just(1).drive() }.value
            }
            expectMessage(of: result, Self.message)
        }
    }
#endif
