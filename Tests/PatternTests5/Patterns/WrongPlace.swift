import Foundation
import Millrace
import TestSupport
import Testing

@MainActor
private final class Label {
    var text: String
    init() { text = "" }
    func show(_ number: Int) { text = "\(number)" }

    nonisolated static let placeOfListen = "\(#fileID):\(#line + 2)"
    func listen(to source: Observable<Int>) -> Disposable {
        source.subscribe(onNext: { [weak self] in self?.show($0) })
    }

    nonisolated static let placeOfListenUnless = "\(#fileID):\(#line + 2)"
    func listen(to source: Observable<Int>, unless quiet: Bool) -> Disposable {
        source.subscribe(onNext: quiet ? nil : show, onCompleted: quiet ? nil : { @MainActor in self.text = "over" })
    }

    nonisolated static let placeOfListenAnywhere = "\(#fileID):\(#line + 2)"
    func listenAnywhere(to source: Observable<Int>, _ received: @escaping @Sendable (Int) -> Void) -> Disposable {
        source.subscribe(onNext: received)
    }
}

private actor Meter {
    private(set) var total = 0
    static let placeOfListen = "\(#fileID):\(#line + 2)"
    func listen(to source: Observable<Int>) -> Disposable {
        source.subscribe(onNext: { self.total += $0 })
    }
    func send(_ number: Int, to subject: PublishSubject<Int>) { subject.onNext(number) }
}

/// Runs `body` on a thread of its own, and waits for it.
private func elsewhere(_ body: @escaping @Sendable () -> Void) {
    let done = Moment()
    Thread.detachNewThread {
        body()
        done.set()
    }
    done.wait()
}

/// The reports of all tests of this file; a test looks for those that have its place.
private final class Reports: @unchecked Sendable {
    static let all = Reports()
    private let lock = NSLock()
    private var list: [IsolationViolation] = []

    init() {
        Hooks.isolationChecks = .report
        // The same tests in the other mode run in the same process.
        let former = Hooks.isolationHandler
        Hooks.isolationHandler = { violation in
            self.lock.withLock { self.list.append(violation) }
            former(violation)
        }
    }

    func at(_ place: String) -> [IsolationViolation] {
        lock.withLock { list.filter { $0.place == place } }
    }
}

struct WrongPlacePatterns {
    @Test func aReportForEachPlace() async {
        let reports = Reports.all
        let subject = PublishSubject<Int>()
        let label = await Label()
        let first = await label.listen(to: subject)
        let second = await label.listen(to: subject)
        elsewhere {
            subject.onNext(1)
            subject.onNext(2)
        }
        let own = reports.at(Label.placeOfListen)
        #expect(own.count == 1)
        #expect(own.first?.operation == "subscribe(onNext:)")
        #expect(own.first?.isolation == "the main actor")
        #expect(own.first?.description.contains("observe(on: MainScheduler") == true)
        #expect(own.first?.description.contains("@Sendable") == true)
        first.dispose()
        second.dispose()
    }

    @Test func closuresThatMayBeAbsentAreChecked() async {
        let reports = Reports.all
        let subject = PublishSubject<Int>()
        let completed = PublishSubject<Int>()
        let label = await Label()
        let subscription = await label.listen(to: subject, unless: false)
        let absent = await label.listen(to: completed, unless: true)
        elsewhere {
            completed.onNext(1)
            completed.onCompleted()
        }
        #expect(reports.at(Label.placeOfListenUnless).isEmpty)
        elsewhere { subject.onNext(1) }
        #expect(reports.at(Label.placeOfListenUnless).count == 1)
        subscription.dispose()
        absent.dispose()
    }

    @Test func noReportOnTheMainActorNorForSendableClosures() async {
        let reports = Reports.all
        let subject = PublishSubject<Int>()
        let label = await Label()
        let received = Moment()
        let subscription = await label.listenAnywhere(to: subject) { _ in received.set() }
        elsewhere { subject.onNext(1) }
        #expect(received.wait(seconds: 10))
        #expect(reports.at(Label.placeOfListenAnywhere).isEmpty)
        subscription.dispose()
    }

    @Test func anActorIsToldFromOthers() async {
        let reports = Reports.all
        let subject = PublishSubject<Int>()
        let meter = Meter()
        let subscription = await meter.listen(to: subject)
        await meter.send(1, to: subject)
        #expect(reports.at(Meter.placeOfListen).isEmpty)
        elsewhere { subject.onNext(2) }
        #expect(reports.at(Meter.placeOfListen).count == 1)
        subscription.dispose()
    }

    #if !os(iOS) && !os(tvOS) && !os(watchOS)
        @Test func stopping() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Hooks.isolationChecks = .stop
                let subject = PublishSubject<Int>()
                let label = await Label()
                let subscription = await label.listen(to: subject)
                elsewhere { subject.onNext(1) }
                subscription.dispose()
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("subscribe(onNext:) at"), "\(text)")
            #expect(text.contains(Label.placeOfListen), "\(text)")
            #expect(text.contains("the main actor"), "\(text)")
        }

        @Test func stoppingLeavesTheRightPlaceAlone() async {
            await #expect(processExitsWith: .success) {
                Hooks.isolationChecks = .stop
                let subject = PublishSubject<Int>()
                let label = await Label()
                let subscription = await label.listen(to: subject)
                await MainActor.run { subject.onNext(1) }
                subscription.dispose()
                exit(await label.text == "1" ? 0 : 1)
            }
        }

        @Test func aDriverOffTheMainThread() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                elsewhere { _ = Driver.just(1).drive(onNext: { _ in }) }
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("Driver.drive: not on the main thread"), "\(text)")
        }
    #endif
}
