import Foundation
import Millrace
import MillraceBlocking
import TestSupport
import XCTest

/// Waiting inside of a block of the main queue, which no run loop serves again before the block has returned.
final class MainQueueBlockTests: XCTestCase {
    private let background = ConcurrentDispatchQueueScheduler(qos: .default)

    private func inMainQueueBlock<Result>(_ body: @escaping () -> Result) -> Result? {
        let result = Box<Result?>(nil)
        let isOver = expectation(description: "the block has returned")
        DispatchQueue.main.async {
            result.value = body()
            isOver.fulfill()
        }
        wait(for: [isOver], timeout: 60)
        return result.value
    }

    private func result<Element>(_ source: Observable<Element>) -> MaterializedSequenceResult<Element>? {
        inMainQueueBlock { source.toBlocking(timeout: 60).materialize() }
    }

    private func assertFails(
        _ label: String,
        _ source: Observable<Int>,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        guard case .failed(_, let error)? = result(source) else {
            return XCTFail("\(label) did not fail", file: file, line: line)
        }
        let text = (error as? BlockingError)?.description ?? "\(error)"
        XCTAssertTrue(
            text.contains("toBlocking") && text.contains("main queue"),
            "\(label): \(text)",
            file: file,
            line: line
        )
    }

    private func assertCompletes(
        _ label: String,
        _ source: Observable<Int>,
        _ expected: [Int],
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        guard case .completed(let elements)? = result(source) else {
            return XCTFail("\(label) failed", file: file, line: line)
        }
        XCTAssertEqual(elements, expected, label, file: file, line: line)
    }

    func testWhatAlwaysWaitsForTheMainQueue() {
        assertFails("observe(on:)", Observable.of(1).observe(on: MainScheduler.asyncInstance))
        assertFails("subscribe(on:)", Observable.of(1).subscribe(on: MainScheduler.asyncInstance))
        assertFails("timer", .timer(.milliseconds(1), scheduler: MainScheduler.instance))
    }

    func testTheMainSchedulerOnceSomethingWaitsThere() {
        assertFails("from elsewhere", Observable.of(1, 2, scheduler: background).observe(on: MainScheduler.instance))
        let late = Observable<Int>.timer(.milliseconds(50), scheduler: background).observe(on: MainScheduler.instance)
        assertFails("from elsewhere, later", late.map { $0 + 1 })
    }

    func testInsideAnActionOfTheMainScheduler() {
        let result = inMainQueueBlock {
            let result = Box<Swift.Error?>(nil)
            _ = MainScheduler.instance.schedule(()) { _ in
                do {
                    _ = try Observable.of(1).observe(on: MainScheduler.instance).toBlocking(timeout: 60).first()
                } catch {
                    result.value = error
                }
                return Disposables.create()
            }
            return result.value
        }
        XCTAssertTrue(result is BlockingError, "\(result as Any)")
    }

    func testWhatTheMainSchedulerRunsAtOnce() {
        assertCompletes("observe(on:)", Observable.of(1, 2).observe(on: MainScheduler.instance), [1, 2])
        assertCompletes("subscribe(on:)", Observable.of(1, 2).subscribe(on: MainScheduler.instance), [1, 2])
    }

    func testWhatHasPassedTheMainSchedulerIsWaitedFor() {
        // Something else comes to wait for the main queue when the source's events have passed.
        func busy(_ source: Observable<Int>) -> Observable<Int> {
            Observable.create { observer in
                let subscription = source.subscribe(observer)
                TestThread {
                    _ = MainScheduler.instance.schedule(()) { _ in Disposables.create() }
                }.join()
                return subscription
            }
        }
        let main = MainScheduler.instance
        let later = Observable<Int>.timer(.milliseconds(50), scheduler: background).map { $0 + 7 }
        assertCompletes("joined", busy(.just(1)).observe(on: main).concatMap { _ in later }, [7])
        assertCompletes("subscribed", busy(later).subscribe(on: main), [7])
        let delayed = busy(.just(1)).observe(on: main).delay(.milliseconds(50), scheduler: background)
        assertCompletes("delayed", delayed, [1])
        let slow = ConcurrentDispatchQueueScheduler(qos: .background)
        assertCompletes("observed", busy(.just(1)).observe(on: main).observe(on: slow), [1])
    }

    func testSourcesThatDoNotNeedTheMainQueue() {
        assertCompletes("elsewhere", Observable.of(1, 2).observe(on: background), [1, 2])
        assertCompletes("timer", .timer(.milliseconds(1), scheduler: background), [0])
    }

    func testATimeoutEndsWhatIsNotKnown() {
        let source = Observable.merge(
            Observable<Int>.never(),
            Observable.of(1).observe(on: MainScheduler.asyncInstance)
        )
        let result = inMainQueueBlock { source.toBlocking(timeout: 0.05).materialize() }
        guard case .failed(_, RxError.timeout)? = result else { return XCTFail("\(result as Any)") }
    }

    func testATimeoutEndsAWaitForTheMainScheduler() {
        let source = Observable<Int>.never().observe(on: MainScheduler.instance)
        let result = inMainQueueBlock { source.toBlocking(timeout: 0.05).materialize() }
        guard case .failed(_, RxError.timeout)? = result else { return XCTFail("\(result as Any)") }
    }
}
