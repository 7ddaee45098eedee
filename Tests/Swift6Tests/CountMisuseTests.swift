#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import TestSupport
    import Testing

    /// Counts that cannot be: the program stops, and the message names the operator and the argument, in optimized builds
    /// as well.
    struct CountMisuseTests {
        private static func requireMessage(_ bytes: [UInt8]?, _ parts: String...) {
            let text = String(decoding: bytes ?? [], as: UTF8.self)
            for part in parts { #expect(text.contains(part), "\(text)") }
        }

        @Test func takingANegativeNumber() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).take(-1)
            }
            Self.requireMessage(result?.standardErrorContent, "take(_:)", "count is -1")
        }

        @Test func takingANegativeNumberFromTheEnd() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).takeLast(-2)
            }
            Self.requireMessage(result?.standardErrorContent, "takeLast(_:)", "count is -2")
        }

        @Test func aNegativeIndex() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).element(at: -3)
            }
            Self.requireMessage(result?.standardErrorContent, "element(at:)", "index is -3")
        }

        @Test func aRangeOfANegativeNumber() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.range(start: 0, count: -4)
            }
            Self.requireMessage(result?.standardErrorContent, "range(start:count:)", "count is -4")
        }

        @Test func aRangePastTheLastInteger() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable<UInt8>.range(start: 255, count: 2)
            }
            Self.requireMessage(result?.standardErrorContent, "range(start:count:)", "goes past 255")
        }

        /// As in RxSwift, nothing is left out then.
        @Test func skippingANegativeNumber() {
            let recorder = Recorder<Int>()
            _ = Observable.of(1, 2).skip(-1).subscribe(recorder)
            #expect(recorder.marks == ["1", "2", "|"])
        }
    }
#endif
