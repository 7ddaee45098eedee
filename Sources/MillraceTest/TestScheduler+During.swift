import Millrace

extension TestScheduler {
    /// Subscribes to `source` and disposes the subscription when a diagram says so, runs everything, and compares what
    /// came with another diagram. The first character of both is the present time.
    ///
    ///     scheduler.compare(source, during: "--^----!", with: "---a--b-", ["a": 1, "b": 2])
    ///
    /// In the tick of `^`, what was scheduled before comes before the subscription, unless that tick is the present one.
    /// In the tick of `!`, what was scheduled before the subscription or by it comes before the disposal.
    ///
    /// - Parameters:
    ///   - source: what to subscribe to.
    ///   - period: `-` is a tick, `^` the subscription, `!` its disposal, `(^!)` both in one tick. Spaces mean nothing.
    ///   - diagram: as for `cold(_:_:error:)`.
    ///   - elements: the elements of the names in `diagram`.
    ///   - error: the error that `#` stands for.
    /// - Precondition: both diagrams are well formed.
    public func compare<Source: ObservableConvertibleType>(
        _ source: Source,
        during period: String,
        with diagram: String,
        _ elements: [Character: Source.Element],
        error: Swift.Error = MarbleError()
    ) -> MarbleComparison where Source.Element: Equatable {
        compare(
            source,
            period,
            Marbles(diagram, from: clock, error: error) { elements[$0] },
            in: "compare(_:during:with:_:error:)"
        ) { element in
            elements.first { $0.value == element }.map { String($0.key) } ?? "\(element)"
        }
    }

    /// As above, with elements that are their own names.
    public func compare<Source: ObservableConvertibleType>(
        _ source: Source,
        during period: String,
        with diagram: String,
        error: Swift.Error = MarbleError()
    ) -> MarbleComparison where Source.Element == String {
        compare(
            source,
            period,
            Marbles(diagram, from: clock, error: error) { String($0) },
            in: "compare(_:during:with:error:)"
        ) { $0 }
    }

    private func compare<Source: ObservableConvertibleType>(
        _ source: Source,
        _ period: String,
        _ expected: Marbles<Source.Element>,
        in function: String,
        name: (Source.Element) -> String
    ) -> MarbleComparison where Source.Element: Equatable {
        let start = clock
        let planned = SubscriptionMarbles(period, from: start, in: function).subscription
        let observer = createObserver(Source.Element.self)
        let subscription = SerialDisposable()
        func subscribe() {
            subscription.disposable = source.asObservable().subscribe(observer)
            if planned.unsubscribe != Int.max { scheduleAt(planned.unsubscribe) { subscription.dispose() } }
        }
        if planned.subscribe == start { subscribe() } else { scheduleAt(planned.subscribe, action: subscribe) }
        self.start()
        subscription.dispose()
        return MarbleComparison(
            expected: Marbles.diagram(of: expected.events, from: start, name: name),
            actual: Marbles.diagram(of: observer.events, from: start, name: name),
            isEqual: observer.events == expected.events
        )
    }
}

#if canImport(XCTest)
    import XCTest

    extension TestScheduler {
        /// Subscribes to `source` and disposes the subscription when a diagram says so, runs everything, and fails the
        /// test unless it emitted what the other diagram says; the message shows what came beside what was expected.
        ///
        ///     scheduler.expect(scheduler.hot("-a-b-c-"), during: "--^--!", emits: "---b", ["b": 2])
        ///
        /// When what happens is as for `compare(_:during:with:_:error:)`.
        ///
        /// - Precondition: both diagrams are well formed.
        public func expect<Source: ObservableConvertibleType>(
            _ source: Source,
            during period: String,
            emits diagram: String,
            _ elements: [Character: Source.Element],
            error: Swift.Error = MarbleError(),
            file: StaticString = #filePath,
            line: UInt = #line
        ) where Source.Element: Equatable {
            let comparison = compare(source, during: period, with: diagram, elements, error: error)
            if !comparison.isEqual { XCTFail("\(comparison)", file: file, line: line) }
        }

        /// As above, with elements that are their own names.
        public func expect<Source: ObservableConvertibleType>(
            _ source: Source,
            during period: String,
            emits diagram: String,
            error: Swift.Error = MarbleError(),
            file: StaticString = #filePath,
            line: UInt = #line
        ) where Source.Element == String {
            let comparison = compare(source, during: period, with: diagram, error: error)
            if !comparison.isEqual { XCTFail("\(comparison)", file: file, line: line) }
        }
    }
#endif
