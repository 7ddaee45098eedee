#if Server
    /// A regular expression, in any case.
    ///
    /// Clients choose expressions, so none may cost more than others: Swift's `Regex` tries one way after the other, and
    /// `(a+)+b` takes years for a line of a hundred `a`. This one is an automaton (Glushkov's) of at most 64 states, which
    /// are the bits of a word. Each character of a line takes a step from one word to the next, whatever the expression.
    ///
    /// It knows `. [a-z] [^a-z] \d \w \s \D \W \S * + ? {2,3} | ( ) ^ $`, and `\` before any other sign.
    /// The page's `filter.js` reads them alike.
    struct Expression: Hashable, Sendable {
        /// How many characters it may have; what is repeated counts as often as it has to come.
        static let mostCharacters = 64

        private let pattern: String
        private let automaton: Automaton

        /// - Parameter pattern: without the slashes around it.
        init(_ pattern: String) throws(Refusal) {
            self.pattern = pattern
            var parser = ExpressionParser(pattern)
            automaton = Automaton(try parser.whole())
        }

        /// Whether it is found somewhere in the text, which is UTF-8 in lower case.
        func isFound(in text: [UInt8]) -> Bool { automaton.isFound(in: text) }

        static func == (a: Expression, b: Expression) -> Bool { a.pattern == b.pattern }
        func hash(into hasher: inout Hasher) { hasher.combine(pattern) }
    }

    /// What an expression consists of.
    indirect enum ExpressionNode {
        case empty
        case one(Symbol)
        case sequence(ExpressionNode, ExpressionNode)
        case either(ExpressionNode, ExpressionNode)
        case optional(ExpressionNode)
        /// Once or more often.
        case repeated(ExpressionNode)

        enum Symbol {
            case begin, end
            case character(CharacterClass)
        }

        /// How many symbols it has, and at least 1.
        var size: Int {
            switch self {
            case .empty, .one: 1
            case .sequence(let a, let b), .either(let a, let b): a.size + b.size
            case .optional(let a), .repeated(let a): a.size
            }
        }
    }

    /// Some characters, as their numbers in Unicode.
    struct CharacterClass {
        var ranges: [ClosedRange<UInt32>]
        var isNegated = false

        /// For a character in lower case; one that is in the class in upper case will do.
        func contains(_ character: UInt32) -> Bool {
            let upper = 0x61...0x7A ~= character ? character - 0x20 : character
            return ranges.contains { $0.contains(character) || $0.contains(upper) } != isNegated
        }
    }

    /// The states, each of which says "this symbol has just come".
    private final class Automaton: Sendable {
        private struct Part {
            var canBeEmpty: Bool
            var first: UInt64
            var last: UInt64
        }

        private let canBeEmpty: Bool
        private let first: UInt64
        private let last: UInt64
        /// Which states may follow, for each value of each byte of the word of states.
        private let following: [UInt64]
        /// The states of the begin and the end of a line, of each character of ASCII, and of the others by ranges, which
        /// begin at `starts`.
        private let begin: UInt64
        private let end: UInt64
        private let ascii: [UInt64]
        private let starts: [UInt32]
        private let others: [UInt64]

        init(_ expression: ExpressionNode) {
            var symbols: [ExpressionNode.Symbol] = []
            var follow = [UInt64](repeating: 0, count: Expression.mostCharacters)
            let whole = Automaton.build(expression, &symbols, &follow)
            (canBeEmpty, first, last) = (whole.canBeEmpty, whole.first, whole.last)
            following = (0..<8 * 256).map { index in
                (0..<8).reduce(0) { (index & 0xFF) >> $1 & 1 == 1 ? $0 | follow[index / 256 * 8 + $1] : $0 }
            }
            var (begin, end) = (UInt64(0), UInt64(0))
            var classes: [(state: UInt64, characters: CharacterClass)] = []
            for (index, symbol) in symbols.enumerated() {
                switch symbol {
                case .begin: begin |= 1 << index
                case .end: end |= 1 << index
                case .character(let characters): classes.append((1 << index, characters))
                }
            }
            (self.begin, self.end) = (begin, end)
            let states = { (character: UInt32) in
                classes.reduce(0) { $1.characters.contains(character) ? $0 | $1.state : $0 }
            }
            ascii = (0..<0x80).map(states)
            let bounds = classes.flatMap { $0.characters.ranges.flatMap { [$0.lowerBound, $0.upperBound &+ 1] } }
            starts = Set(bounds.filter { $0 > 0x80 } + [0x80]).sorted()
            others = starts.map(states)
        }

        private static func build(
            _ node: ExpressionNode,
            _ symbols: inout [ExpressionNode.Symbol],
            _ follow: inout [UInt64]
        ) -> Part {
            func connect(_ last: UInt64, _ first: UInt64) {
                for index in follow.indices where last >> index & 1 == 1 { follow[index] |= first }
            }
            switch node {
            case .empty:
                return Part(canBeEmpty: true, first: 0, last: 0)
            case .one(let symbol):
                symbols.append(symbol)
                let state = UInt64(1) << (symbols.count - 1)
                return Part(canBeEmpty: false, first: state, last: state)
            case .sequence(let a, let b):
                let (a, b) = (build(a, &symbols, &follow), build(b, &symbols, &follow))
                connect(a.last, b.first)
                return Part(
                    canBeEmpty: a.canBeEmpty && b.canBeEmpty,
                    first: a.canBeEmpty ? a.first | b.first : a.first,
                    last: b.canBeEmpty ? a.last | b.last : b.last
                )
            case .either(let a, let b):
                let (a, b) = (build(a, &symbols, &follow), build(b, &symbols, &follow))
                return Part(
                    canBeEmpty: a.canBeEmpty || b.canBeEmpty,
                    first: a.first | b.first,
                    last: a.last | b.last
                )
            case .optional(let a):
                var part = build(a, &symbols, &follow)
                part.canBeEmpty = true
                return part
            case .repeated(let a):
                let part = build(a, &symbols, &follow)
                connect(part.last, part.first)
                return part
            }
        }

        func isFound(in text: [UInt8]) -> Bool {
            if canBeEmpty { return true }
            var states = first & begin
            if states & last != 0 { return true }
            var index = 0
            while index < text.count {
                states = next(states) & self.states(of: text, at: &index)
                if states & last != 0 { return true }
            }
            return next(states) & end & last != 0
        }

        /// The states that the next character may lead to.
        private func next(_ states: UInt64) -> UInt64 {
            var (left, next, table) = (states, first, 0)
            while left != 0 {
                next |= following[table + Int(left & 0xFF)]
                left >>= 8
                table += 256
            }
            return next
        }

        /// The states of the character at `index`, which is moved behind it.
        private func states(of text: [UInt8], at index: inout Int) -> UInt64 {
            let byte = text[index]
            index += 1
            if byte < 0x80 { return ascii[Int(byte)] }
            let more = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
            var character = UInt32(byte) & (0x3F >> UInt32(more))
            for _ in 0..<more where index < text.count {
                character = character << 6 | UInt32(text[index] & 0x3F)
                index += 1
            }
            var (low, high) = (0, starts.count)
            while high - low > 1 {
                let middle = (low + high) / 2
                if starts[middle] <= character { low = middle } else { high = middle }
            }
            return others[low]
        }
    }
#endif
