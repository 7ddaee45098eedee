import Millrace

/// Events over time as a line of text. Each character is a tick.
///
/// | Mark    | Meaning                                                               |
/// |---------|-----------------------------------------------------------------------|
/// | `-`     | a tick in which nothing happens                                       |
/// | `\|`    | completion                                                            |
/// | `#`     | an error                                                              |
/// | `(ab\|)`| several events in one tick; the group takes one tick, as one mark does|
/// | ` 10s ` | ten seconds in which nothing happens; also `ms`, `m` and `t` for ticks|
/// | space   | nothing at all, for lining diagrams up                                |
/// | others  | an element of that name                                               |
///
/// The first character is tick 0.
struct Marbles<Element> {
    /// What a diagram stands for.
    enum Role {
        /// Events that one subscriber receives from the first to the last: nothing comes after the end.
        case sequence
        /// Events of a source that goes on, whether or not there are subscribers: those after an end are for later
        /// subscribers.
        case broadcast
    }

    let events: [Recorded<Event<Element>>]

    /// - Parameters:
    ///   - scheduler: says how long a tick is.
    ///   - start: the time of the first character.
    ///   - function: the function whose argument the diagram is, for messages about mistakes.
    ///   - element: the element of a name; `nil` if there is none, which is a mistake in the diagram.
    init(
        _ diagram: String,
        _ role: Role = .sequence,
        of scheduler: TestScheduler,
        from start: TestTime,
        error: Swift.Error,
        in function: String,
        element: (Character) -> Element?
    ) {
        let text = DiagramText(text: diagram, kind: "marble diagram", function: function)
        var events: [Recorded<Event<Element>>] = []
        var end: Character?
        text.read(from: start, by: scheduler.testClock) { mark in
            if role == .sequence, let end {
                text.mistake(at: mark.position, "`\(mark.character)` after the end, which is `\(end)`")
            }
            let event: Event<Element>
            switch mark.character {
            case "|":
                event = .completed
            case "#":
                event = .error(error)
            case let name:
                guard let value = element(name) else {
                    text.mistake(at: mark.position, "there is no element named `\(name)`\(text.hint(for: mark))")
                }
                event = .next(value)
            }
            if event.isStopEvent { end = mark.character }
            events.append(Recorded(time: mark.time, value: event))
        }
        self.events = events
    }

    /// The marks of events. A name that is not one character, or that means something else, stands in angle
    /// brackets.
    static func marks(
        of events: [Recorded<Event<Element>>],
        name: (Element) -> String
    ) -> DiagramPair.Marks {
        let ticks = Dictionary(grouping: events, by: \.time)
        return ticks.map { tick, group in
            let marks = group.map { mark(of: $0.value, name) }.joined()
            return (tick, group.count == 1 ? marks : "(\(marks))")
        }
    }

    private static func mark(of event: Event<Element>, _ name: (Element) -> String) -> String {
        switch event {
        case .completed: return "|"
        case .error: return "#"
        case .next(let element):
            let text = name(element)
            return text.count == 1 && !"-|#() ".contains(text) ? text : "<\(text)>"
        }
    }
}
