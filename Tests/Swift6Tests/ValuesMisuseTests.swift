#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import Testing

    /// What stops the program, and with which message, in optimized builds as well.
    struct ValuesMisuseTests {
        @Test func noRoomAtAll() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).values(capacity: 0, overflow: .dropOldest)
            }
            expectMessage(of: result, "values(capacity:overflow:onDrop:): capacity must be at least 1, not 0")
        }

        /// The stack of a function that is asynchronous does not have the place.
        @Test func noRoomAtAllInALoop() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try await ValuesMisuseTests.loopWithoutRoom()
            }
            expectMessage(
                of: result,
                "forEach(capacity:overflow:onDrop:_:): capacity must be at least 1, not 0; called at "
                    + "Swift6Tests/ValuesMisuseTests.swift:\(#line + 6)"
            )
        }

        // A function, since the closure above becomes part of what a macro writes.
        private static func loopWithoutRoom() async throws {
            try await Observable.of(1).forEach(capacity: 0) { _ in }
        }

        @Test func anInfallibleThatIsToFail() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Infallible.of(1).values(capacity: 1, overflow: .error)
            }
            expectMessage(of: result, "values(capacity:overflow:onDrop:): an Infallible cannot fail", "asObservable()")
        }

        @Test func aSourceThatCannotPause() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = PublishSubject<Int>().map { $0 + 1 }.values(capacity: 1, overflow: .suspend)
            }
            expectMessage(
                of: result,
                "values(capacity:overflow:onDrop:) at Swift6Tests/ValuesMisuseTests.swift:",
                ".suspend holds its source back, but PublishSubject<Int> cannot pause"
            )
        }

        @Test func anOperatorThatCannotHoldBack() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).observe(on: CurrentThreadScheduler.instance).values(
                    capacity: 1,
                    overflow: .suspend
                )
            }
            expectMessage(of: result, "but observe(on:) cannot pause")
        }

        @Test func aSharedSequence() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    _ = PublishSubject<Int>().asDriver(onErrorJustReturn: 0).values(capacity: 1, overflow: .suspend)
                }
            }
            expectMessage(of: result, "values(capacity:overflow:onDrop:) at Swift6Tests/", "cannot pause")
        }

        @Test func twoTasksAtATime() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let values = Observable<Int>.never().values(capacity: 1, overflow: .dropOldest)
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<2 { group.addTask { do { for try await _ in values {} } catch {} } }
                }
            }
            expectMessage(
                of: result,
                "values(capacity:overflow:onDrop:) at Swift6Tests/",
                "only one at a time may. Call values for each"
            )
        }
    }
#endif
