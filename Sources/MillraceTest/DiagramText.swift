/// The text of a diagram: time passes, groups are held together, and mistakes are shown where they are, whatever the
/// other marks mean.
struct DiagramText {
    let text: String
    /// What it is a diagram of, for the message of a mistake.
    let kind: String
    /// Whose argument it is, for the same.
    let function: String

    /// A mark that is neither time, nor a parenthesis, nor a space.
    struct Mark {
        let character: Character
        let position: Int
        let time: TestTime
    }

    /// Stops the program, and shows what is wrong.
    func mistake(at position: Int, _ what: String) -> Never {
        let pointer = String(repeating: " ", count: position) + "↑"
        preconditionFailure("\(function): \(kind), position \(position): \(what)\n    \(text)\n    \(pointer)")
    }

    /// Calls `body` with each mark.
    ///
    /// - Parameters:
    ///   - start: the time of the first character.
    ///   - clock: how long a tick is, for the durations.
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
