#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import MillraceTest
    import Testing

    /// Contracts that cannot be tried: the message names the argument. The messages are those of debug builds.
    struct OperatorContractMisuseTests {
        @Test func nothingToSend() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = OperatorContract("mine", sends: [Int]()) { source in source }
            }
            expectDebugMessage(of: result, "OperatorContract.init(_:sends:)", "sends is empty for \"mine\"")
        }

        @Test func anExcuseWithoutAReason() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = OperatorContract("mine", sends: [1], excusing: [.orderAtTheEnd: " "]) { source in source }
            }
            expectDebugMessage(
                of: result,
                "OperatorContract.init(_:sends:excusing:)",
                "orderAtTheEnd for \"mine\" has no reason"
            )
        }

        @Test func noTime() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = OperatorContract("mine", sends: [1], timeout: 0) { source in source }
            }
            expectDebugMessage(of: result, "OperatorContract.init(_:sends:timeout:)", "timeout is 0.0 for \"mine\"")
        }

        @Test func timeThatRunsBack() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = OperatorContract("mine", sends: [1], advancing: -2) { source, _ in source }
            }
            expectDebugMessage(of: result, "OperatorContract.init(_:sends:advancing:)", "advancing is -2")
        }
    }
#endif
