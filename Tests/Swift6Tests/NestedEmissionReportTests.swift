#if DEBUG && !os(iOS) && !os(tvOS) && !os(watchOS)
    import Foundation
    import Millrace
    import Testing

    /// What debug builds print when an observer gets an older element last.
    struct NestedEmissionReportTests {
        @Test func aRelayThatIsSentToFromItsOwnEventIsReportedOnceWithTheCure() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let last = NestedEmissionReportTests.answer(times: 3)
                if last != 1 { exit(1) }
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.components(separatedBy: "Millrace: nested emission").count == 2, "once: \(text)")
            #expect(text.contains("asSerialized().share()"), "\(text)")
            #if canImport(Glibc)
                #expect(text.contains("sent at Swift6Tests/NestedEmissionReportTests.swift:\(#line + 12)"), "\(text)")
            #endif
        }

        /// What the second of two observers gets last: the first one answers 1 with 2.
        private static func answer(times: Int) -> Int? {
            var last: Int?
            for _ in 0..<times {
                let relay = BehaviorRelay(value: 0)
                let bag = DisposeBag()
                relay.subscribe(onNext: { if $0 == 1 { relay.accept(2) } }).disposed(by: bag)
                relay.subscribe(onNext: { last = $0 }).disposed(by: bag)
                relay.accept(1)
            }
            return last
        }

        @Test func nothingIsReportedWhereNobodyGetsAnOlderElementLast() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let subject = PublishSubject<Int>()
                let other = PublishSubject<Int>()
                let bag = DisposeBag()
                // The sender is the last observer; and elements for another subject are no matter.
                subject.subscribe(onNext: { other.onNext($0) }).disposed(by: bag)
                other.subscribe(onNext: { _ in }).disposed(by: bag)
                other.subscribe(onNext: { _ in }).disposed(by: bag)
                subject.subscribe(onNext: { if $0 < 3 { subject.onNext($0 + 1) } }).disposed(by: bag)
                subject.onNext(0)
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(!text.contains("Millrace: nested emission"), "\(text)")
        }
    }
#endif
