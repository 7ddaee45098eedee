import Millrace

extension TestScheduler {
    /// Compares when `source` was subscribed to with diagrams, one for each subscription in the order of beginning.
    ///
    ///     scheduler.compareSubscriptions(of: source, with: "^--!", "--^")
    ///
    /// In a diagram `-` is a tick, `^` the beginning and `!` the end of the subscription, `(^!)` both in one tick; one
    /// that does not end has no `!`. Spaces mean nothing. Without diagrams the source must not have been subscribed to.
    ///
    /// - Parameters:
    ///   - source: a source of this scheduler's.
    ///   - diagrams: when it ought to have been subscribed to.
    ///   - start: the time, in ticks, of the first character of each diagram.
    /// - Precondition: the diagrams are well formed; the message says what is wrong at which position, counted from 0.
    public func compareSubscriptions<Element>(
        of source: TestableObservable<Element>,
        with diagrams: String...,
        from start: TestTime = 0
    ) -> MarbleComparison {
        compareSubscriptions(source, diagrams, start, in: "compareSubscriptions(of:with:from:)")
    }

    func compareSubscriptions<Element>(
        _ source: TestableObservable<Element>,
        _ diagrams: [String],
        _ start: TestTime,
        in function: String
    ) -> MarbleComparison {
        let expected = diagrams.map { SubscriptionMarbles($0, from: start, in: function).subscription }
        func text(_ subscriptions: [Subscription]) -> String {
            let diagrams = subscriptions.map { SubscriptionMarbles.diagram(of: $0, from: start) }
            return diagrams.isEmpty ? "none" : diagrams.joined(separator: ", ")
        }
        return MarbleComparison(
            expected: text(expected),
            actual: text(source.subscriptions),
            isEqual: source.subscriptions == expected
        )
    }
}

#if canImport(XCTest)
    import XCTest

    extension TestScheduler {
        /// Fails the test unless `source` was subscribed to as the diagrams say, one for each subscription in the order
        /// of beginning; the message shows what was expected and what happened.
        ///
        ///     let source = scheduler.hot("-a-b-c-")
        ///     scheduler.expect(source.take(2), emits: "-a-(b|)")
        ///     scheduler.expectSubscriptions(of: source, "^--!")
        ///
        /// In a diagram `-` is a tick, `^` the beginning and `!` the end of the subscription, `(^!)` both in one tick;
        /// one that does not end has no `!`. Spaces mean nothing. Without diagrams the source must not have been
        /// subscribed to.
        ///
        /// - Parameters:
        ///   - source: a source of this scheduler's.
        ///   - diagrams: when it ought to have been subscribed to.
        ///   - start: the time, in ticks, of the first character of each diagram.
        /// - Precondition: the diagrams are well formed; the message says what is wrong at which position, counted
        ///   from 0.
        public func expectSubscriptions<Element>(
            of source: TestableObservable<Element>,
            _ diagrams: String...,
            from start: TestTime = 0,
            file: StaticString = #filePath,
            line: UInt = #line
        ) {
            let comparison = compareSubscriptions(source, diagrams, start, in: "expectSubscriptions(of:_:from:)")
            if !comparison.isEqual { XCTFail("\(comparison)", file: file, line: line) }
        }
    }
#endif
