import Millrace

extension TestScheduler {
    /// A source that emits to each subscriber as the diagram says, counted from the subscription.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0, resolution: 0.01)
    /// let strings = scheduler.cold("-a--b-|")  // "a" after one tick, "b" after four
    /// let numbers = scheduler.cold("-a--b-|", ["a": 1, "b": 2])  // of any type
    /// let slow = scheduler.cold("a 10s b 250ms c|")  // long pauses, with spaces around them
    /// print(slow.recordedEvents.map(\.time))
    /// // [0, 1001, 1027, 1028]
    /// ```
    ///
    /// In a diagram, `-` is a tick, `|` completion, `#` an error; `(ab|)` are several events in one tick; any other
    /// character is an element. A number with `ms`, `s`, `m` (minutes) or `t` (ticks) that has a space or an end of the
    /// diagram on both sides is a duration, in place of as many dashes: `a 9t b` is `a---------b`. Other spaces mean
    /// nothing.
    ///
    /// - Parameters:
    ///   - diagram: the events.
    ///   - elements: the elements of the names in `diagram`.
    ///   - error: what `#` stands for.
    /// - Precondition: the diagram is well formed: each name in it is among `elements`, a duration is a whole number of
    ///   ticks, and nothing comes after the end. The message says what is wrong at which position, counted from 0.
    public func cold<Element>(
        _ diagram: String,
        _ elements: [Character: Element],
        error: Swift.Error = MarbleError()
    ) -> TestableObservable<Element> {
        let marbles = Marbles(diagram, of: self, from: 0, error: error, in: "cold(_:_:error:)") { elements[$0] }
        return createColdObservable(marbles.events)
    }

    /// With elements that are their own names; otherwise as `cold(_:_:error:)`.
    public func cold(_ diagram: String, error: Swift.Error = MarbleError()) -> TestableObservable<String> {
        let marbles = Marbles(diagram, of: self, from: 0, error: error, in: "cold(_:error:)") { String($0) }
        return createColdObservable(marbles.events)
    }

    /// A source that emits as the diagram says, whether or not there are subscribers. Its first character is the
    /// present time.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let clicks = scheduler.hot("-a-b-", ["a": 1, "b": 2])
    /// scheduler.expect(clicks, during: "--^-!", emits: "---b", ["b": 2])
    /// ```
    ///
    /// - Parameters:
    ///   - diagram: the events.
    ///   - elements: the elements of the names in `diagram`.
    ///   - error: what `#` stands for.
    /// - Precondition: as for `cold(_:_:error:)`, but events may follow a terminal event: later subscribers receive
    ///   them.
    public func hot<Element>(
        _ diagram: String,
        _ elements: [Character: Element],
        error: Swift.Error = MarbleError()
    ) -> TestableObservable<Element> {
        let function = "hot(_:_:error:)"
        let marbles = Marbles(diagram, .broadcast, of: self, from: clock, error: error, in: function) { elements[$0] }
        return createHotObservable(marbles.events)
    }

    /// With elements that are their own names; otherwise as `hot(_:_:error:)`.
    public func hot(_ diagram: String, error: Swift.Error = MarbleError()) -> TestableObservable<String> {
        let function = "hot(_:error:)"
        let marbles = Marbles(diagram, .broadcast, of: self, from: clock, error: error, in: function) { String($0) }
        return createHotObservable(marbles.events)
    }
}
