import Millrace

/// Events over time as a line of text, a tick a character.
///
/// | Mark    | Meaning                                                               |
/// |---------|-----------------------------------------------------------------------|
/// | `-`     | a tick in which nothing happens                                       |
/// | `\|`    | completion                                                            |
/// | `#`     | an error                                                              |
/// | `(ab\|)`| several events in one tick; the group takes one tick, as one mark does|
/// | space   | nothing at all, for lining diagrams up                                |
/// | others  | an element of that name                                               |
///
/// The first character is tick 0.
struct Marbles<Element> {
    let events: [Recorded<Event<Element>>]

    /// - Parameters:
    ///   - start: the time of the first character.
    ///   - element: the element of a name; `nil` if there is none, which is a mistake in the diagram.
    init(_ diagram: String, from start: TestTime, error: Swift.Error, element: (Character) -> Element?) {
        var events: [Recorded<Event<Element>>] = []
        var time = start
        var isGroup = false
        for mark in diagram where mark != " " {
            switch mark {
            case "-":
                precondition(!isGroup, "marble diagram \"\(diagram)\": no time passes inside parentheses")
            case "(":
                precondition(!isGroup, "marble diagram \"\(diagram)\": parentheses inside parentheses")
                isGroup = true
                continue
            case ")":
                precondition(isGroup, "marble diagram \"\(diagram)\": `)` without `(`")
                isGroup = false
            case "|":
                events.append(Recorded(time: time, value: .completed))
            case "#":
                events.append(Recorded(time: time, value: .error(error)))
            default:
                guard let value = element(mark) else {
                    preconditionFailure("marble diagram \"\(diagram)\": there is no element named `\(mark)`")
                }
                events.append(Recorded(time: time, value: .next(value)))
            }
            if !isGroup { time += 1 }
        }
        precondition(!isGroup, "marble diagram \"\(diagram)\": `(` without `)`")
        self.events = events
    }

    /// The diagram of events that begins at `start`; what has no name of one character stands in angle brackets.
    static func diagram(
        of events: [Recorded<Event<Element>>],
        from start: TestTime,
        name: (Element) -> String
    ) -> String {
        var diagram = ""
        var time = start
        var index = 0
        while index < events.count {
            let tick = events[index].time
            let group = events[index...].prefix { $0.time == tick }
            // Events from before the start, or out of order, have no place in the line.
            if tick < time {
                diagram += "<@\(tick)>"
            } else {
                diagram += String(repeating: "-", count: tick - time)
                time = tick + 1
            }
            let marks = group.map { mark(of: $0.value, name) }.joined()
            diagram += group.count == 1 ? marks : "(\(marks))"
            index += group.count
        }
        return diagram
    }

    private static func mark(of event: Event<Element>, _ name: (Element) -> String) -> String {
        switch event {
        case .completed: return "|"
        case .error: return "#"
        case .next(let element):
            let text = name(element)
            return text.count == 1 ? text : "<\(text)>"
        }
    }
}
