import Millrace

// The functions have only these parameters: with more, the compiler prefers XCTest's functions of the same name, which
// do not say what differs.

/// Fails the running test, of XCTest or of Swift Testing, unless both arrays have equal events at equal
/// times; says which differ.
///
/// - Parameters:
///   - lhs: one array.
///   - rhs: the other array.
///   - file: the path of the file of the call; the compiler fills it in.
///   - line: the line of the call; the compiler fills it in.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [Recorded<Event<Element>>],
    _ rhs: [Recorded<Event<Element>>],
    file: StaticString = #filePath,
    line: UInt = #line
) {
    RecordedDifference(lhs, rhs)?.fail(at: TestLocation(file, line))
}

/// Fails the running test, of XCTest or of Swift Testing, unless both arrays have equal events; says which differ.
///
/// - Parameters:
///   - lhs: one array.
///   - rhs: the other array.
///   - file: the path of the file of the call; the compiler fills it in.
///   - line: the line of the call; the compiler fills it in.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [Event<Element>],
    _ rhs: [Event<Element>],
    file: StaticString = #filePath,
    line: UInt = #line
) {
    RecordedDifference(lhs, rhs)?.fail(at: TestLocation(file, line))
}

/// Fails the running test, of XCTest or of Swift Testing, unless both arrays have equal results, where
/// errors that read the same are equal; says which differ.
///
/// - Parameters:
///   - lhs: one array.
///   - rhs: the other array.
///   - file: the path of the file of the call; the compiler fills it in.
///   - line: the line of the call; the compiler fills it in.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [SingleEvent<Element>],
    _ rhs: [SingleEvent<Element>],
    file: StaticString = #filePath,
    line: UInt = #line
) {
    // Results are equatable only if their errors are, so the results are compared as events, which are equatable.
    func events(_ results: [SingleEvent<Element>]) -> [MaybeEvent<Element>] {
        results.map { result in
            switch result {
            case .success(let element): .success(element)
            case .failure(let error): .error(error)
            }
        }
    }
    RecordedDifference(events(lhs), events(rhs))?.fail(at: TestLocation(file, line))
}

/// Fails the running test, of XCTest or of Swift Testing, unless both arrays have equal events; says which differ.
///
/// - Parameters:
///   - lhs: one array.
///   - rhs: the other array.
///   - file: the path of the file of the call; the compiler fills it in.
///   - line: the line of the call; the compiler fills it in.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [MaybeEvent<Element>],
    _ rhs: [MaybeEvent<Element>],
    file: StaticString = #filePath,
    line: UInt = #line
) {
    RecordedDifference(lhs, rhs)?.fail(at: TestLocation(file, line))
}

/// Fails the running test, of XCTest or of Swift Testing, unless both arrays have equal events; says which differ.
///
/// - Parameters:
///   - lhs: one array.
///   - rhs: the other array.
///   - file: the path of the file of the call; the compiler fills it in.
///   - line: the line of the call; the compiler fills it in.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func XCTAssertEqual(
    _ lhs: [CompletableEvent],
    _ rhs: [CompletableEvent],
    file: StaticString = #filePath,
    line: UInt = #line
) {
    RecordedDifference(lhs, rhs)?.fail(at: TestLocation(file, line))
}

/// Fails the running test, of XCTest or of Swift Testing, unless `stream` has these elements, at any times, and has not
/// ended.
///
/// ```swift
/// let scheduler = TestScheduler(initialClock: 0)
/// let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2)])
/// let result = scheduler.start { source.map { $0 * 10 } }
/// XCTAssertRecordedElements(result.events, [10, 20])
/// ```
///
/// - Parameters:
///   - stream: the recorded events.
///   - elements: the expected elements.
///   - file: the path of the file of the call; the compiler fills it in.
///   - line: the line of the call; the compiler fills it in.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func XCTAssertRecordedElements<Element: Equatable>(
    _ stream: [Recorded<Event<Element>>],
    _ elements: [Element],
    file: StaticString = #filePath,
    line: UInt = #line
) {
    let location = TestLocation(file, line)
    if let end = stream.first(where: { $0.value.isStopEvent }) {
        location.fail("the stream has ended: \(end)")
    } else if let difference = RecordedDifference(stream.compactMap(\.value.element), elements) {
        difference.fail(at: location)
    }
}
