#if MILLRACE_EXPLORE
    import CMillrace
#endif

/// A schedule as text: for each turn, the letter of a thread and how many steps it takes.
struct Replay {
    /// The token cannot be read.
    struct Unreadable: Error, CustomStringConvertible {
        let token: String

        var description: String { "\"\(token)\" is no token of an ExploreFailure" }
    }

    private static let version = "1-"
    private static let letters = Array("abcdefghijklmnop")

    let token: String
    private let numbers: [(thread: Int, steps: Int)]

    init(_ token: String) throws {
        guard token.hasPrefix(Replay.version) else { throw Unreadable(token: token) }
        var numbers: [(thread: Int, steps: Int)] = []
        var rest = token.dropFirst(Replay.version.count)
        while let letter = rest.popFirst() {
            let digits = rest.prefix { $0.isNumber }
            guard let thread = Replay.letters.firstIndex(of: letter), let steps = Int32(digits) else {
                throw Unreadable(token: token)
            }
            rest = rest.dropFirst(digits.count)
            numbers.append((thread, Int(steps)))
        }
        self.token = token
        self.numbers = numbers
    }

    #if MILLRACE_EXPLORE
        init(turns: [mr_explore_turn]) {
            numbers = turns.map { (thread: Int($0.thread), steps: Int($0.steps)) }
            token = Replay.version + numbers.map { "\(Replay.letters[$0.thread])\($0.steps)" }.joined()
        }

        var turns: [mr_explore_turn] {
            numbers.map { mr_explore_turn(thread: Int32($0.thread), steps: Int32($0.steps)) }
        }
    #endif
}
