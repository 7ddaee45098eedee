#if canImport(XCTest)
    import Millrace
    import XCTest

    extension TestScheduler {
        /// Subscribes to `source` now, runs everything, and fails the test unless it emitted what the diagram says;
        /// the message shows both diagrams.
        ///
        ///     scheduler.expect(scheduler.cold("a-b-|").delay(.seconds(2), scheduler: scheduler), emits: "--a-b-|")
        ///
        /// - Precondition: as for `cold(_:_:error:)`.
        public func expect<Source: ObservableConvertibleType>(
            _ source: Source,
            emits diagram: String,
            _ elements: [Character: Source.Element],
            error: Swift.Error = MarbleError(),
            file: StaticString = #filePath,
            line: UInt = #line
        ) where Source.Element: Equatable {
            let comparison = compare(source, with: diagram, elements, error: error)
            if !comparison.isEqual { XCTFail("\(comparison)", file: file, line: line) }
        }

        /// As above, with elements that are their own names.
        public func expect<Source: ObservableConvertibleType>(
            _ source: Source,
            emits diagram: String,
            error: Swift.Error = MarbleError(),
            file: StaticString = #filePath,
            line: UInt = #line
        ) where Source.Element == String {
            let comparison = compare(source, with: diagram, error: error)
            if !comparison.isEqual { XCTFail("\(comparison)", file: file, line: line) }
        }
    }
#endif
