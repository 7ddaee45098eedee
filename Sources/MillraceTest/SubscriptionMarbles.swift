/// When a subscription begins and ends, as a line of text, a tick a character.
///
/// | Mark   | Meaning                                                       |
/// |--------|---------------------------------------------------------------|
/// | `-`    | a tick in which nothing happens                               |
/// | `^`    | it begins                                                     |
/// | `!`    | it ends; without it, it does not                              |
/// | `(^!)` | it begins and ends in one tick                                |
/// | space  | nothing at all, for lining diagrams up                        |
///
/// The first character is tick 0.
struct SubscriptionMarbles {
    let subscription: Subscription

    /// - Parameters:
    ///   - start: the time of the first character.
    ///   - function: whose argument the diagram is, for the message of a mistake in it.
    init(_ diagram: String, from start: TestTime, in function: String) {
        func mistake(_ position: Int, _ what: String) -> Never {
            let pointer = String(repeating: " ", count: position) + "↑"
            preconditionFailure(
                "\(function): subscription diagram, position \(position): \(what)\n    \(diagram)\n    \(pointer)"
            )
        }
        var begin: TestTime?
        var end: TestTime?
        var time = start
        var group: Int?
        for (position, mark) in diagram.enumerated() where mark != " " {
            switch mark {
            case "-":
                if group != nil { mistake(position, "no time passes inside parentheses") }
            case "^":
                if begin != nil { mistake(position, "a second `^`; each subscription has a diagram of its own") }
                begin = time
            case "!":
                if begin == nil { mistake(position, "`!` without `^` before it") }
                if end != nil { mistake(position, "a second `!`") }
                end = time
            case "(":
                if group != nil { mistake(position, "parentheses inside parentheses") }
                group = position
                continue
            case ")":
                if group == nil { mistake(position, "`)` without `(`") }
                group = nil
            default:
                mistake(position, "`\(mark)` is none of the marks `-`, `^`, `!`, `(` and `)`")
            }
            if group == nil { time += 1 }
        }
        if let group { mistake(group, "`(` without `)`") }
        guard let begin else { mistake(diagram.count, "there is no `^`") }
        subscription = Subscription(begin, end ?? Int.max)
    }

    /// The diagram of a subscription; a time before `start` has no place in it and stands in angle brackets.
    static func diagram(of subscription: Subscription, from start: TestTime) -> String {
        func pause(_ from: TestTime, _ to: TestTime) -> String {
            to < from ? "<@\(to)>" : String(repeating: "-", count: to - from)
        }
        let (begin, end) = (subscription.subscribe, subscription.unsubscribe)
        let lead = pause(start, begin)
        if end == Int.max { return lead + "^" }
        return end == begin ? lead + "(^!)" : lead + "^" + pause(begin + 1, end) + "!"
    }
}
