/// When a subscription begins and ends, as a line of text. Each character is a tick.
///
/// | Mark    | Meaning                                                                |
/// |---------|------------------------------------------------------------------------|
/// | `-`     | a tick in which nothing happens                                        |
/// | `^`     | it begins                                                              |
/// | `!`     | it ends; without it, it does not                                       |
/// | `(^!)`  | it begins and ends in one tick                                         |
/// | ` 10s ` | ten seconds in which nothing happens; also `ms`, `m` and `t` for ticks |
/// | space   | nothing at all, for lining diagrams up                                 |
///
/// The first character is tick 0.
struct SubscriptionMarbles {
    let subscription: Subscription

    /// - Parameters:
    ///   - scheduler: says how long a tick is.
    ///   - start: the time of the first character.
    ///   - function: the function whose argument the diagram is, for messages about mistakes.
    init(_ diagram: String, of scheduler: TestScheduler, from start: TestTime, in function: String) {
        let text = DiagramText(text: diagram, kind: "subscription diagram", function: function)
        var begin: TestTime?
        var end: TestTime?
        text.read(from: start, by: scheduler.testClock) { mark in
            func mistake(_ what: String) -> Never { text.mistake(at: mark.position, what) }
            switch mark.character {
            case "^":
                if begin != nil { mistake("a second `^`; each subscription has a diagram of its own") }
                begin = mark.time
            case "!":
                if begin == nil { mistake("`!` without `^` before it") }
                if end != nil { mistake("a second `!`") }
                end = mark.time
            case let other:
                mistake("`\(other)` is none of the marks `-`, `^`, `!`, `(` and `)`\(text.hint(for: mark))")
            }
        }
        guard let begin else { text.mistake(at: diagram.count, "there is no `^`") }
        subscription = Subscription(begin, end ?? Int.max)
    }

    /// The marks of a subscription; none for `nil`.
    static func marks(of subscription: Subscription?) -> DiagramPair.Marks {
        guard let subscription else { return [] }
        let (begin, end) = (subscription.subscribe, subscription.unsubscribe)
        if begin == end { return [(begin, "(^!)")] }
        return end == Int.max ? [(begin, "^")] : [(begin, "^"), (end, "!")]
    }
}
