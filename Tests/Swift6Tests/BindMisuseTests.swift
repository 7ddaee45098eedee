#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Foundation
    import Millrace
    import TestSupport
    import Testing

    /// An error that is bound: a debug build stops, a release build prints. Both name the place of the binding, however
    /// much later the source fails.
    struct BindMisuseTests {
        private let cure = "recover from the error in front of bind, with catchAndReturn(_:), catch(_:) or retry(_:)"

        @Test func aClosure() async {
            let result = await #expect(processExitsWith: BindMisuseTests.end, observing: [\.standardErrorContent]) {
                BindMisuseTests.bindToClosure()
            }
            expectMessage(of: result, "bind(onNext:): an error was bound: ")
            expectMessage(of: result, "; at Swift6Tests/BindMisuseTests.swift:\(#line + 7)")
            expectMessage(of: result, "\(cure); or use subscribe, with onError.")
        }

        // Functions, since the closures above and below become part of what a macro writes.
        private static func bindToClosure() {
            let source = PublishSubject<Int>()
            let binding = source.bind(onNext: { _ in })
            fail(source)
            binding.dispose()
        }

        @Test func aClosureWithAnObject() async {
            let result = await #expect(processExitsWith: BindMisuseTests.end, observing: [\.standardErrorContent]) {
                let (source, object) = (PublishSubject<Int>(), BehaviorRelay(value: 0))
                let binding = source.bind(with: object, onNext: { $0.accept($1) })
                BindMisuseTests.fail(source, with: RxError.timeout)
                binding.dispose()
            }
            // The text of the error ends as a sentence.
            expectMessage(of: result, "bind(with:onNext:): an error was bound: Sequence timeout. At Swift6Tests/", cure)
        }

        #if canImport(Glibc)
            @Test func aRelay() async {
                let result = await #expect(processExitsWith: BindMisuseTests.end, observing: [\.standardErrorContent]) {
                    BindMisuseTests.bindToRelay()
                }
                expectMessage(of: result, "an error was bound to a BehaviorRelay: ")
                expectMessage(of: result, "; at Swift6Tests/BindMisuseTests.swift:\(#line + 36)", cure)
            }

            @Test func aBinder() async {
                let result = await #expect(processExitsWith: BindMisuseTests.end, observing: [\.standardErrorContent]) {
                    BindMisuseTests.bindToBinder()
                }
                expectMessage(of: result, "bind: an error was bound to a Binder: ", cure)
                expectMessage(of: result, "; at Swift6Tests/BindMisuseTests.swift:\(#line + 35)")
            }

            @Test func aControlProperty() async {
                let result = await #expect(processExitsWith: BindMisuseTests.end, observing: [\.standardErrorContent]) {
                    BindMisuseTests.bindToProperty()
                }
                expectMessage(of: result, "bind: an error was bound to a ControlProperty: ", cure)
                expectMessage(of: result, "; at Swift6Tests/BindMisuseTests.swift:\(#line + 34)")
            }
        #endif

        @Test func aBinderOfAnotherType() async {
            let result = await #expect(processExitsWith: BindMisuseTests.end, observing: [\.standardErrorContent]) {
                let source = PublishSubject<Int>()
                let binding = source.bind(to: Binder(source, binding: { _, _ in }).asObserver())
                BindMisuseTests.fail(source)
                binding.dispose()
            }
            expectMessage(
                of: result,
                "Binder: an error was bound to it: ",
                "recover from the error in front of the Binder"
            )
        }

        private static func bindToRelay() {
            let source = PublishSubject<Int>()
            let binding = source.bind(to: BehaviorRelay(value: 0))
            fail(source)
            binding.dispose()
        }

        private static func bindToBinder() {
            let source = PublishSubject<Int>()
            let binding = source.bind(to: Binder(source, binding: { _, _ in }))
            fail(source)
            binding.dispose()
        }

        private static func bindToProperty() {
            let (source, value) = (PublishSubject<Int>(), BehaviorSubject(value: 0))
            let binding = source.bind(to: ControlProperty(values: value, valueSink: value))
            fail(source)
            binding.dispose()
        }

        private static func fail(_ source: PublishSubject<Int>, with error: any Error = TestError("broken")) {
            source.onError(error)
        }

        private static var end: ExitTest.Condition {
            #if DEBUG
                .failure
            #else
                .success
            #endif
        }
    }
#endif
