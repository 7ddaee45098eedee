#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import Testing

    /// Counts that cannot be: the program stops, and the message names the operator and the argument, in optimized builds
    /// as well.
    struct CountMisuseTests {
        @Test func takingANegativeNumber() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).take(-1)
            }
            expectMessage(of: result, "take(_:)", "count is -1")
        }

        #if DEBUG && os(Linux) && canImport(Runtime)
            @Test func theMessageHasThePlaceOfTheCall() async {
                let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    CountMisuseTests.takeTooFew()
                }
                expectMessage(of: result, "called at Swift6Tests/CountMisuseTests.swift:\(#line + 5)")
            }

            // A function, since the closure above becomes part of what a macro writes.
            private static func takeTooFew() {
                _ = Observable.of(1).take(-1)
            }
        #endif

        @Test func takingANegativeNumberFromTheEnd() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).takeLast(-2)
            }
            expectMessage(of: result, "takeLast(_:)", "count is -2")
        }

        @Test func aNegativeIndex() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).element(at: -3)
            }
            expectMessage(of: result, "element(at:)", "index is -3")
        }

        @Test func aRangeOfANegativeNumber() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.range(start: 0, count: -4)
            }
            expectMessage(of: result, "range(start:count:)", "count is -4")
        }

        @Test func aRangePastTheLastInteger() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable<UInt8>.range(start: 255, count: 2)
            }
            expectMessage(of: result, "range(start:count:)", "goes past 255")
        }
    }
#endif
