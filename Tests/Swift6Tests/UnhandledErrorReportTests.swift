#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import TestSupport
    import Testing

    /// What is printed for an error that nobody handles: where the subscription was made, and what to do.
    struct UnhandledErrorReportTests {
        private let cure =
            "What to do: handle the error where you subscribe, with onError (of a Single, onFailure); or recover"

        @Test func anErrorHasThePlaceOfTheSubscriptionAndTheCure() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                UnhandledErrorReportTests.subscribe(failing: TestError("broken"))
            }
            expectMessage(of: result, "Millrace: unhandled error: broken; subscribed at Swift6Tests/", cure)
            expectMessage(of: result, "Swift6Tests/UnhandledErrorReportTests.swift:\(#line + 5)\n")
        }

        // Functions, since the closures above become part of what a macro writes.
        private static func subscribe(failing error: any Error) {
            _ = Observable<Int>.error(error).subscribe(onNext: { _ in })
        }

        @Test func theTextOfAnErrorMayEndAsASentence() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                UnhandledErrorReportTests.subscribe(failing: RxError.moreThanOneElement)
            }
            expectMessage(of: result, "Sequence contains more than one element. Subscribed at Swift6Tests/", cure)
        }

        #if canImport(Glibc)
            @Test func theRecordedStackIsThatOfTheProgramsOwnCalls() async {
                let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                    Hooks.recordCallStackOnError = true
                    UnhandledErrorReportTests.subscribe(failing: TestError("broken"))
                }
                expectMessage(of: result, "subscribed at static UnhandledErrorReportTests.subscribe(failing:)")
                expectMessage(of: result, "at Swift6Tests/UnhandledErrorReportTests.swift:\(#line - 17)\n", cure)
            }
        #endif
    }
#endif
