#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import MillraceOperators
    import Testing

    /// Arguments that cannot be: the program stops, and the message names the operator and the argument.
    struct OperatorsMisuseUtilityTests {
        @Test func sharingWithANegativeReplay() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).share(replay: -1, resettingOn: [.error])
            }
            expectMessage(of: result, "share(replay:resettingOn:)", "replay is -1")
        }

        @Test func anOccasionToResetThatIsThereTwice() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).share(resettingOn: [.error, .error(when: { _ in Observable<Int>.never() })])
            }
            expectMessage(of: result, "share(replay:resettingOn:)", "resettingOn has error twice")
        }

        @Test func aUnicastSubjectWithoutRoom() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = UnicastSubject<Int>.create(bufferSize: 0)
            }
            expectMessage(of: result, "UnicastSubject.create(bufferSize:onDrop:)", "bufferSize is 0")
        }
    }
#endif
