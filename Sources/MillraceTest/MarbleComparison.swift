import Millrace

/// What a source emits by a scheduler's clock, side by side with what it ought to emit.
public struct MarbleComparison: CustomStringConvertible, Sendable {
    /// What was expected, as a diagram.
    public let expected: String

    /// What came, as a diagram: elements whose names are longer than a character stand in angle brackets.
    public let actual: String

    /// Whether the same events came at the same times.
    public let isEqual: Bool

    /// Both diagrams, one below the other.
    public var description: String { "expected: \(expected)\nactual:   \(actual)" }
}

extension TestScheduler {
    /// Subscribes to `source` now, runs everything, and compares what came with a diagram.
    ///
    /// For `#expect(scheduler.compare(…).isEqual)` and the like; `expect(_:emits:)` fails the running test by itself.
    ///
    /// - Precondition: as for `cold(_:_:error:)`.
    public func compare<Source: ObservableConvertibleType>(
        _ source: Source,
        with diagram: String,
        _ elements: [Character: Source.Element],
        error: Swift.Error = MarbleError()
    ) -> MarbleComparison where Source.Element: Equatable {
        compare(source, with: Marbles(diagram, from: clock, error: error) { elements[$0] }) { element in
            elements.first { $0.value == element }.map { String($0.key) } ?? "\(element)"
        }
    }

    /// As above, with elements that are their own names.
    public func compare<Source: ObservableConvertibleType>(
        _ source: Source,
        with diagram: String,
        error: Swift.Error = MarbleError()
    ) -> MarbleComparison where Source.Element == String {
        compare(source, with: Marbles(diagram, from: clock, error: error) { String($0) }) { $0 }
    }

    private func compare<Source: ObservableConvertibleType>(
        _ source: Source,
        with expected: Marbles<Source.Element>,
        name: (Source.Element) -> String
    ) -> MarbleComparison where Source.Element: Equatable {
        let begin = clock
        let observer = createObserver(Source.Element.self)
        let subscription = source.asObservable().subscribe(observer)
        start()
        subscription.dispose()
        return MarbleComparison(
            expected: Marbles.diagram(of: expected.events, from: begin, name: name),
            actual: Marbles.diagram(of: observer.events, from: begin, name: name),
            isEqual: observer.events == expected.events
        )
    }
}
