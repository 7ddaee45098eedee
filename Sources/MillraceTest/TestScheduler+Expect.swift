import Millrace

extension TestScheduler {
    /// Subscribes to `source` now, runs everything, and fails the running test, of XCTest or of Swift Testing, unless it
    /// emitted what the diagram says; the message shows both diagrams.
    ///
    ///     scheduler.expect(scheduler.cold("a-b-|").delay(.seconds(2), scheduler: scheduler), emits: "--a-b-|")
    ///
    /// - Precondition: as for `cold(_:_:error:)`.
    public func expect<Source: ObservableConvertibleType>(
        _ source: Source,
        emits diagram: String,
        _ elements: [Character: Source.Element],
        error: Swift.Error = MarbleError(),
        fileID: String = #fileID,
        file: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) where Source.Element: Equatable {
        let comparison = compare(source, with: diagram, elements, error: error)
        if !comparison.isEqual { TestLocation(fileID, file, line, column).fail("\(comparison)") }
    }

    /// As above, with elements that are their own names.
    public func expect<Source: ObservableConvertibleType>(
        _ source: Source,
        emits diagram: String,
        error: Swift.Error = MarbleError(),
        fileID: String = #fileID,
        file: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) where Source.Element == String {
        let comparison = compare(source, with: diagram, error: error)
        if !comparison.isEqual { TestLocation(fileID, file, line, column).fail("\(comparison)") }
    }
}
