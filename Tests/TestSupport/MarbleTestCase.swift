import Millrace
import MillraceTest
import XCTest

/// Tests of when something is emitted, as pictures. A tick is a second; work that is scheduled for at once is due a tick
/// later, as RxTest has it by default.
///
/// The labels of a picture have six letters each, so that its lines stand one above the other:
///
/// - `source`: what the source emits; `#` is a `TestError`.
/// - `second`: what another, cold source emits from its subscription on, to be lined up with spaces.
/// - `during`: when the result is subscribed to and disposed.
/// - `result`: what it has to emit.
/// - `active`: when the source has to be subscribed to; empty if never, `nil` if that is of no matter.
/// - `joined`: the same of the second source.
open class MarbleTestCase: XCTestCase {
    /// - Parameters:
    ///   - isCold: whether the source emits to each subscriber, from its subscription on.
    ///   - error: the error that `#` stands for in the result.
    ///   - elements: the elements that the marks in the result stand for.
    /// - Returns: the tick in which the last work ran.
    @discardableResult
    public func check<Result: Equatable>(
        source: String,
        second: String = "",
        during: String = "^",
        result: String,
        active: String? = nil,
        joined: String? = nil,
        isCold: Bool = false,
        error: Error = TestError(),
        naming elements: [Character: Result],
        file: StaticString = #filePath,
        line: UInt = #line,
        _ apply: (Observable<String>, Observable<String>, TestScheduler) -> Observable<Result>
    ) -> TestTime {
        let scheduler = TestScheduler(initialClock: 0)
        let first =
            isCold ? scheduler.cold(source, error: TestError()) : scheduler.hot(source, error: TestError())
        let other = scheduler.cold(second, error: TestError())
        scheduler.expect(
            apply(first.asObservable(), other.asObservable(), scheduler),
            during: during,
            emits: result,
            elements,
            error: error,
            file: file,
            line: line
        )
        for case (let diagram?, let source) in [(active, first), (joined, other)] {
            if diagram.isEmpty {
                scheduler.expectSubscriptions(of: source, file: file, line: line)
            } else {
                scheduler.expectSubscriptions(of: source, diagram, file: file, line: line)
            }
        }
        return scheduler.clock
    }

    /// As above, of strings that are their own names.
    @discardableResult
    public func check(
        source: String,
        second: String,
        during: String = "^",
        result: String,
        active: String? = nil,
        joined: String? = nil,
        error: Error = TestError(),
        file: StaticString = #filePath,
        line: UInt = #line,
        _ apply: (Observable<String>, Observable<String>, TestScheduler) -> Observable<String>
    ) -> TestTime {
        check(
            source: source,
            second: second,
            during: during,
            result: result,
            active: active,
            joined: joined,
            error: error,
            naming: names(in: result),
            file: file,
            line: line,
            apply
        )
    }

    /// As above, with one source.
    @discardableResult
    public func check(
        source: String,
        during: String = "^",
        result: String,
        active: String? = nil,
        isCold: Bool = false,
        error: Error = TestError(),
        file: StaticString = #filePath,
        line: UInt = #line,
        _ apply: (Observable<String>, TestScheduler) -> Observable<String>
    ) -> TestTime {
        check(
            source: source,
            during: during,
            result: result,
            active: active,
            isCold: isCold,
            error: error,
            naming: names(in: result),
            file: file,
            line: line
        ) { source, _, scheduler in apply(source, scheduler) }
    }

    private func names(in diagram: String) -> [Character: String] {
        Dictionary(diagram.map { ($0, String($0)) }, uniquingKeysWith: { first, _ in first })
    }
}
