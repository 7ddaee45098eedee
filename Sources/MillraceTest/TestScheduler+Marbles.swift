import Millrace

extension TestScheduler {
    /// A source that emits to each subscriber as the diagram says, from its subscription on.
    ///
    ///     scheduler.cold("-a--b-|")                     // strings: "a" after one tick, "b" after four
    ///     scheduler.cold("-a--b-|", ["a": 1, "b": 2])   // of any type
    ///
    /// In a diagram `-` is a tick, `|` completion, `#` an error; `(ab|)` are several events in one tick, any other
    /// character is an element. Spaces mean nothing.
    ///
    /// - Precondition: the diagram is well formed, and each name in it is among `elements`.
    public func cold<Element>(
        _ diagram: String,
        _ elements: [Character: Element],
        error: Swift.Error = MarbleError()
    ) -> TestableObservable<Element> {
        createColdObservable(Marbles(diagram, from: 0, error: error) { elements[$0] }.events)
    }

    /// As above, with elements that are their own names.
    public func cold(_ diagram: String, error: Swift.Error = MarbleError()) -> TestableObservable<String> {
        createColdObservable(Marbles(diagram, from: 0, error: error) { String($0) }.events)
    }

    /// A source that emits as the diagram says, whoever is subscribed; its first character is the present time.
    ///
    /// - Precondition: as for `cold(_:_:error:)`.
    public func hot<Element>(
        _ diagram: String,
        _ elements: [Character: Element],
        error: Swift.Error = MarbleError()
    ) -> TestableObservable<Element> {
        createHotObservable(Marbles(diagram, from: clock, error: error) { elements[$0] }.events)
    }

    /// As above, with elements that are their own names.
    public func hot(_ diagram: String, error: Swift.Error = MarbleError()) -> TestableObservable<String> {
        createHotObservable(Marbles(diagram, from: clock, error: error) { String($0) }.events)
    }
}
