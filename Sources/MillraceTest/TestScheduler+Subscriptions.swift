import Millrace

extension TestScheduler {
    /// Compares the subscriptions to `source` with diagrams, one for each subscription, in the order in which they
    /// began.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let source = scheduler.hot("-a-b-c-")
    /// scheduler.expect(source.take(2), during: "-^-----!", emits: "---b-(c|)")
    /// let comparison = scheduler.compareSubscriptions(of: source, with: "-^---!")
    /// XCTAssert(comparison.isEqual, "\(comparison)")
    /// ```
    ///
    /// In a diagram, `-` is a tick, `^` the beginning and `!` the end of the subscription, `(^!)` both in one tick, and
    /// ` 10s ` ten seconds. A subscription that does not end has no `!`. Other spaces mean nothing. Without diagrams,
    /// the source must not have been subscribed to.
    ///
    /// - Parameters:
    ///   - source: a source of this scheduler.
    ///   - diagrams: when the source should have been subscribed to.
    ///   - start: the time, in ticks, of the first character of each diagram.
    /// - Precondition: the diagrams are well formed; the message says what is wrong at which position, counted from 0.
    public func compareSubscriptions<Element>(
        of source: TestableObservable<Element>,
        with diagrams: String...,
        from start: TestTime = 0
    ) -> MarbleComparison {
        compareSubscriptions(source, diagrams, start, in: "compareSubscriptions(of:with:from:)")
    }

    /// Fails the running test, of XCTest or of Swift Testing, unless `source` was subscribed to as the diagrams say:
    /// one for each subscription, in the order in which they began. The message shows what was expected and what
    /// happened.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let source = scheduler.hot("-a-b-c-")
    /// scheduler.expect(source.take(2), emits: "-a-(b|)")
    /// scheduler.expectSubscriptions(of: source, "^--!")
    /// ```
    ///
    /// Diagrams are as for `compareSubscriptions(of:with:from:)`.
    ///
    /// - Parameters:
    ///   - source: a source of this scheduler.
    ///   - diagrams: when the source should have been subscribed to.
    ///   - start: the time, in ticks, of the first character of each diagram.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - file: the path of the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - column: the column of the call; the compiler fills it in.
    /// - Precondition: the diagrams are well formed; the message says what is wrong at which position, counted from 0.
    public func expectSubscriptions<Element>(
        of source: TestableObservable<Element>,
        _ diagrams: String...,
        from start: TestTime = 0,
        fileID: String = #fileID,
        file: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        compareSubscriptions(source, diagrams, start, in: "expectSubscriptions(of:_:from:)")
            .fail(unlessEqualAt: TestLocation(fileID, file, line, column))
    }

    private func compareSubscriptions<Element>(
        _ source: TestableObservable<Element>,
        _ diagrams: [String],
        _ start: TestTime,
        in function: String
    ) -> MarbleComparison {
        let expected = diagrams.map { SubscriptionMarbles($0, of: self, from: start, in: function).subscription }
        return MarbleComparison(expected: expected, actual: source.subscriptions, from: start)
    }
}
