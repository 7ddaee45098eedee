import Millrace

extension TestScheduler {
    /// Subscribes to `source` now, runs everything, and fails the running test, of XCTest or of Swift Testing, unless
    /// `source` emitted what the diagram says. The message shows both diagrams.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
    /// scheduler.expect(scheduler.cold("a-b-|").delay(.seconds(2), scheduler: scheduler), emits: "--a-b-|")
    /// ```
    ///
    /// - Parameters:
    ///   - source: what to subscribe to.
    ///   - diagram: what `source` should emit, as in `cold(_:_:error:)`.
    ///   - elements: the elements of the names in `diagram`.
    ///   - error: what `#` stands for.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - file: the path of the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - column: the column of the call; the compiler fills it in.
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
        compare(source, with: diagram, MarbleNames(elements), error, in: "expect(_:emits:_:error:)")
            .fail(unlessEqualAt: TestLocation(fileID, file, line, column))
    }

    /// With elements that are their own names; otherwise as `expect(_:emits:_:error:)`.
    public func expect<Source: ObservableConvertibleType>(
        _ source: Source,
        emits diagram: String,
        error: Swift.Error = MarbleError(),
        fileID: String = #fileID,
        file: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) where Source.Element == String {
        compare(source, with: diagram, .own, error, in: "expect(_:emits:error:)")
            .fail(unlessEqualAt: TestLocation(fileID, file, line, column))
    }

    /// Subscribes to `source` and disposes the subscription at the times that a diagram gives, runs everything, and
    /// fails the running test, of XCTest or of Swift Testing, unless `source` emitted what the other diagram says. The
    /// message shows what came beside what was expected.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let source = scheduler.hot("-a-b-c-", ["a": 1, "b": 2, "c": 3])
    /// scheduler.expect(source, during: "--^-!", emits: "---b", ["b": 2])
    /// ```
    ///
    /// The order within a tick is as for `compare(_:during:with:_:error:)`.
    ///
    /// - Parameters:
    ///   - source: what to subscribe to.
    ///   - period: when to subscribe and dispose, as in `compare(_:during:with:_:error:)`.
    ///   - diagram: what `source` should emit, as in `cold(_:_:error:)`.
    ///   - elements: the elements of the names in `diagram`.
    ///   - error: what `#` stands for.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - file: the path of the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - column: the column of the call; the compiler fills it in.
    /// - Precondition: both diagrams are well formed; the message says what is wrong at which position, counted from 0.
    public func expect<Source: ObservableConvertibleType>(
        _ source: Source,
        during period: String,
        emits diagram: String,
        _ elements: [Character: Source.Element],
        error: Swift.Error = MarbleError(),
        fileID: String = #fileID,
        file: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) where Source.Element: Equatable {
        let function = "expect(_:during:emits:_:error:)"
        compare(source, during: period, with: diagram, MarbleNames(elements), error, in: function)
            .fail(unlessEqualAt: TestLocation(fileID, file, line, column))
    }

    /// With elements that are their own names; otherwise as `expect(_:during:emits:_:error:)`.
    public func expect<Source: ObservableConvertibleType>(
        _ source: Source,
        during period: String,
        emits diagram: String,
        error: Swift.Error = MarbleError(),
        fileID: String = #fileID,
        file: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) where Source.Element == String {
        compare(source, during: period, with: diagram, .own, error, in: "expect(_:during:emits:error:)")
            .fail(unlessEqualAt: TestLocation(fileID, file, line, column))
    }
}

extension MarbleComparison {
    /// Fails the running test if the two diagrams are not equal.
    func fail(unlessEqualAt location: TestLocation) {
        if !isEqual { location.fail(description) }
    }
}
