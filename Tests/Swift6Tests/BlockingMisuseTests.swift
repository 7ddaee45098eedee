#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import MillraceBlocking
    import TestSupport
    import Testing

    /// What stops the program, and with which message. The messages are those of debug builds.
    struct BlockingMisuseTests {
        private static func requireMessage(_ bytes: [UInt8]?, _ parts: [String]) {
            guard !TestMode.isOptimized else { return }
            let text = String(decoding: bytes ?? [], as: UTF8.self)
            for part in parts { #expect(text.contains(part), "\(text)") }
        }

        @Test func aNegativeTimeout() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.just(1).toBlocking(timeout: -0.5)
            }
            Self.requireMessage(result?.standardErrorContent, ["toBlocking(timeout:)", "-0.5"])
        }

        @Test func aTimeoutThatIsNoNumber() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.just(1).toBlocking(timeout: .nan)
            }
            Self.requireMessage(result?.standardErrorContent, ["toBlocking(timeout:)", "nan"])
        }
    }
#endif
