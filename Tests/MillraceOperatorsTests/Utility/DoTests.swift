import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class DoTests: MarbleTestCase {
    private var log: [String] = []

    override func setUp() {
        log = []
    }

    func testEventsPass() {
        for apply: (Observable<String>) -> Observable<String> in [
            { $0.do(finally: {}) }, { $0.do(onTerminate: {}) }, { $0.do(onEach: { _ in }) },
        ] {
            check(source: "-a-b-|", result: "-a-b-|", active: "^----!") { source, _ in apply(source) }
            check(source: "-a-#", result: "-a-#", active: "^--!") { source, _ in apply(source) }
            check(source: "-a-b-|", during: "^-!", result: "-a", active: "^-!") { source, _ in apply(source) }
        }
    }

    private func observe(_ source: Observable<Int>) -> Disposable {
        source.subscribe { [unowned self] in log.append("\($0)") }
    }

    func testFinallyIsCalledOnceWhateverEndsTheSubscription() {
        for end: (Event<Int>)? in [.completed, .error(TestError()), nil] {
            log = []
            let subject = PublishSubject<Int>()
            let subscription = observe(subject.do(finally: { [unowned self] in log.append("finally") }))
            if let end { subject.on(end) } else { subscription.dispose() }
            subscription.dispose()
            XCTAssertEqual(log, (end.map { ["\($0)"] } ?? []) + ["finally"])
        }
    }

    func testOnTerminateComesBeforeEitherEnd() {
        for end: Event<Int> in [.completed, .error(TestError())] {
            log = []
            let subject = PublishSubject<Int>()
            let subscription = observe(subject.do(onTerminate: { [unowned self] in log.append("before") }))
            subject.on(end)
            subscription.dispose()
            XCTAssertEqual(log, ["before", "\(end)"])
        }
    }

    func testOnTerminateIsNotCalledAtDisposal() {
        let subject = PublishSubject<Int>()
        observe(subject.do(onTerminate: { [unowned self] in log.append("before") })).dispose()
        subject.onCompleted()
        XCTAssertEqual(log, [])
    }

    func testAnErrorThatOnTerminateThrowsTakesThePlaceOfTheEnd() {
        check(source: "-a-|", result: "-a-#", error: TestError("thrown")) { source, _ in
            source.do(onTerminate: { throw TestError("thrown") })
        }
        check(source: "-a-#", result: "-a-#", error: TestError("thrown")) { source, _ in
            source.do(onTerminate: { throw TestError("thrown") })
        }
    }

    func testOnEachComesBeforeEachEvent() {
        let subject = PublishSubject<Int>()
        _ = observe(subject.do(onEach: { [unowned self] in log.append("before \($0)") }))
        subject.onNext(1)
        subject.onCompleted()
        XCTAssertEqual(log, ["before next(1)", "next(1)", "before completed", "completed"])
    }

    func testAnErrorThatOnEachThrowsEndsTheStream() {
        check(source: "-a-b-|", result: "-a-#", active: "^--!", error: TestError("thrown")) { source, _ in
            source.do(onEach: { if $0.element == "b" { throw TestError("thrown") } })
        }
    }

    func testAClosureWithoutALabelIsCalledForElements() {
        let received = Box<[Int]>([])
        _ = Observable.of(1, 2).do { received.value.append($0) }.subscribe()
        _ = Observable.of(3).do { print($0, terminator: "", to: &self.printed) }.subscribe()
        _ = Observable.of(4).do(onNext: { received.value.append($0) }).subscribe()
        _ = Observable.of(5).do(onNext: nil, onCompleted: { received.value.append(6) }).subscribe()
        XCTAssertEqual(received.value, [1, 2, 4, 6])
        XCTAssertEqual(printed, "3")
    }

    private var printed = ""
}
