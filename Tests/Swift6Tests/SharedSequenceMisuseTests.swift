#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import Testing

    /// Drivers that are driven off the main thread: the program stops, and the message names the method, in optimized
    /// builds as well.
    struct SharedSequenceMisuseTests {
        private static func requireMessage(_ bytes: [UInt8]?) {
            let text = String(decoding: bytes ?? [], as: UTF8.self)
            let message =
                "Driver.drive: not on the main thread, where the element that is replayed has to be delivered."
            #expect(text.contains(message), "\(text)")
        }

        @Test func closures() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { _ = Driver.just(1).drive(onNext: { _ in }) }.value
            }
            Self.requireMessage(result?.standardErrorContent)
        }

        @Test func anObserver() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { _ = Driver.just(1).drive(AnyObserver<Int> { _ in }) }.value
            }
            Self.requireMessage(result?.standardErrorContent)
        }

        @Test func anObserverOfTheOptionalType() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { _ = Driver.just(1).drive(AnyObserver<Int?> { _ in }) }.value
            }
            Self.requireMessage(result?.standardErrorContent)
        }

        @Test func aBehaviorRelay() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { _ = Driver.just(1).drive(BehaviorRelay(value: 0)) }.value
            }
            Self.requireMessage(result?.standardErrorContent)
        }

        @Test func aBehaviorRelayOfTheOptionalType() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { _ = Driver.just(1).drive(BehaviorRelay<Int?>(value: 0)) }.value
            }
            Self.requireMessage(result?.standardErrorContent)
        }

        @Test func aReplayRelay() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { _ = Driver.just(1).drive(ReplayRelay<Int>.create(bufferSize: 1)) }.value
            }
            Self.requireMessage(result?.standardErrorContent)
        }

        @Test func aReplayRelayOfTheOptionalType() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { _ = Driver.just(1).drive(ReplayRelay<Int?>.create(bufferSize: 1)) }.value
            }
            Self.requireMessage(result?.standardErrorContent)
        }

        @Test func aFunction() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { _ = Driver.just(1).drive { (source: Observable<Int>) in source } }.value
            }
            Self.requireMessage(result?.standardErrorContent)
        }

        @Test func aCurriedFunction() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { _ = Driver.just(1).drive({ source in { _ in source } }, curriedArgument: 1) }
                    .value
            }
            Self.requireMessage(result?.standardErrorContent)
        }

        @Test func closuresWithAnObject() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { _ = Driver.just(1).drive(with: PublishRelay<Int>(), onNext: { _, _ in }) }.value
            }
            Self.requireMessage(result?.standardErrorContent)
        }

        @Test func noClosures() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await Task.detached { _ = Driver.just(1).drive() }.value
            }
            Self.requireMessage(result?.standardErrorContent)
        }
    }
#endif
