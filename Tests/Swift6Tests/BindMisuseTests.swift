#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Foundation
    import Millrace
    import Testing

    /// An error that is bound: a debug build stops, a release build prints. Both name the place of the binding, however
    /// much later the source fails.
    struct BindMisuseTests {
        @Test func aClosure() async {
            let result = await #expect(processExitsWith: BindMisuseTests.end, observing: [\.standardErrorContent]) {
                BindMisuseTests.bindToClosure()
            }
            expectMessage(of: result, "bind(onNext:): an error was bound: ")
            expectMessage(of: result, "; at Swift6Tests/BindMisuseTests.swift:\(#line + 6)")
        }

        // Functions, since the closures above and below become part of what a macro writes.
        private static func bindToClosure() {
            let source = PublishSubject<Int>()
            let binding = source.bind(onNext: { _ in })
            fail(source)
            binding.dispose()
        }

        #if canImport(Glibc)
            @Test func aRelay() async {
                let result = await #expect(processExitsWith: BindMisuseTests.end, observing: [\.standardErrorContent]) {
                    BindMisuseTests.bindToRelay()
                }
                expectMessage(of: result, "an error was bound to a BehaviorRelay: ")
                expectMessage(of: result, "; at Swift6Tests/BindMisuseTests.swift:\(#line + 6)")
            }
        #endif

        private static func bindToRelay() {
            let source = PublishSubject<Int>()
            let binding = source.bind(to: BehaviorRelay(value: 0))
            fail(source)
            binding.dispose()
        }

        private static func fail(_ source: PublishSubject<Int>) { source.onError(RxError.timeout) }

        private static var end: ExitTest.Condition {
            #if DEBUG
                .failure
            #else
                .success
            #endif
        }
    }
#endif
