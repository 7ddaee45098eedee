#if canImport(XCTest)
    import Millrace
    import XCTest

    /// Fails the test unless both arrays have equal events at equal times; says which differ.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public func XCTAssertEqual<Element: Equatable>(
        _ lhs: [Recorded<Event<Element>>],
        _ rhs: [Recorded<Event<Element>>],
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        if let difference = RecordedDifference(lhs, rhs) { XCTFail(difference.description, file: file, line: line) }
    }

    /// Fails the test unless both arrays have equal events; says which differ.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public func XCTAssertEqual<Element: Equatable>(
        _ lhs: [Event<Element>],
        _ rhs: [Event<Element>],
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        if let difference = RecordedDifference(lhs, rhs) { XCTFail(difference.description, file: file, line: line) }
    }

    /// Fails the test unless `stream` has these elements, whenever they came, and has not ended.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public func XCTAssertRecordedElements<Element: Equatable>(
        _ stream: [Recorded<Event<Element>>],
        _ elements: [Element],
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        if let end = stream.first(where: { $0.value.isStopEvent }) {
            XCTFail("the stream has ended: \(end)", file: file, line: line)
        } else if let difference = RecordedDifference(stream.compactMap(\.value.element), elements) {
            XCTFail(difference.description, file: file, line: line)
        }
    }
#endif
