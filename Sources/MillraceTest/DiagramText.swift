/// The text of a diagram. It handles time, groups and the display of mistakes, for all kinds of marks.
struct DiagramText {
    let text: String
    /// The kind of diagram, for messages about mistakes.
    let kind: String
    /// The function whose argument the diagram is, for messages about mistakes.
    let function: String

    /// A mark. Time, parentheses and spaces are not marks.
    struct Mark {
        let character: Character
        let position: Int
        let time: TestTime
    }

    /// Stops the program and shows the mistake.
    func mistake(at position: Int, _ what: String) -> Never {
        let pointer = String(repeating: " ", count: position) + "↑"
        preconditionFailure("\(function): \(kind), position \(position): \(what)\n    \(text)\n    \(pointer)")
    }

    /// Calls `body` with each mark.
    ///
    /// - Parameters:
    ///   - start: the time of the first character.
    ///   - clock: says how long a tick is, for the durations.
    func read(from start: TestTime, by clock: TestClock, _ body: (Mark) -> Void) {
        let characters = Array(text)
        var time = start
        var group: Int?
        var position = 0
        func pass(_ ticks: Int) {
            if group != nil { mistake(at: position, "no time passes inside parentheses") }
            let (end, isTooLate) = time.addingReportingOverflow(ticks)
            if isTooLate { mistake(at: position, "the time after that is more than an `Int` holds") }
            time = end
        }
        while position < characters.count {
            if let duration = DiagramDuration(at: position, of: characters) {
                switch duration.ticks(by: clock.minimumResolution) {
                case .success(let ticks): pass(ticks)
                case .failure(let problem): mistake(at: position, problem.text)
                }
                position += duration.length
                continue
            }
            switch characters[position] {
            case " ":
                break
            case "-":
                pass(1)
            case "(":
                if group != nil { mistake(at: position, "parentheses inside parentheses") }
                group = position
            case ")":
                if group == nil { mistake(at: position, "`)` without `(`") }
                group = nil
                pass(1)
            case let mark:
                body(Mark(character: mark, position: position, time: time))
                if group == nil { pass(1) }
            }
            position += 1
        }
        if let group { mistake(at: group, "`(` without `)`") }
    }

    /// What to add to the message about a mark that has no meaning, if a duration may have been meant.
    func hint(for mark: Mark) -> String {
        guard mark.character.isASCII, mark.character.isNumber else { return "" }
        return "; a duration is a number and one of `ms`, `s`, `m` and `t`, with a space before and after it"
    }
}
