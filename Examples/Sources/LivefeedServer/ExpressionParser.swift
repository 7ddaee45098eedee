#if Server
    /// Reads an expression, or says in words what is wrong with it.
    struct ExpressionParser {
        private let pattern: [Unicode.Scalar]
        private var index = 0

        private static let digits: [ClosedRange<UInt32>] = [0x30...0x39]
        private static let word: [ClosedRange<UInt32>] = [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
        private static let spaces: [ClosedRange<UInt32>] = [0x09...0x0D, 0x20...0x20, 0xA0...0xA0]

        init(_ pattern: String) {
            self.pattern = Array(pattern.unicodeScalars)
        }

        mutating func whole() throws(Refusal) -> ExpressionNode {
            if pattern.isEmpty { throw Refusal("filter: an expression is empty") }
            let node = try alternatives()
            if index < pattern.count { throw Refusal("filter: a ) closes nothing") }
            if node.size > Expression.mostCharacters { throw tooLong }
            return node
        }

        private var tooLong: Refusal {
            Refusal("filter: an expression has more than \(Expression.mostCharacters) characters")
        }

        private var next: Unicode.Scalar? { index < pattern.count ? pattern[index] : nil }

        private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
            guard next == scalar else { return false }
            index += 1
            return true
        }

        private mutating func alternatives() throws(Refusal) -> ExpressionNode {
            var node = try sequence()
            while skip("|") { node = .either(node, try sequence()) }
            return node
        }

        private mutating func sequence() throws(Refusal) -> ExpressionNode {
            var node: ExpressionNode?
            while let scalar = next, scalar != "|", scalar != ")" {
                let part = try repetition()
                node = node.map { .sequence($0, part) } ?? part
            }
            return node ?? .empty
        }

        private mutating func repetition() throws(Refusal) -> ExpressionNode {
            if let sign = next, "*+?{".unicodeScalars.contains(sign) { throw nothingToRepeat(sign) }
            var (node, canRepeat) = try atom()
            while let sign = next, "*+?{".unicodeScalars.contains(sign) {
                if !canRepeat { throw nothingToRepeat(sign) }
                index += 1
                switch sign {
                case "*": node = .optional(.repeated(node))
                case "+": node = .repeated(node)
                case "?": node = .optional(node)
                default: node = try counted(node)
                }
                // `a+?` finds the same lines as `a+`.
                if sign != "?" { _ = skip("?") }
                canRepeat = false
            }
            return node
        }

        private func nothingToRepeat(_ sign: Unicode.Scalar) -> Refusal {
            Refusal("filter: before \(sign) there is nothing to repeat")
        }

        /// `{2}`, `{2,}` or `{2,3}`.
        private mutating func counted(_ node: ExpressionNode) throws(Refusal) -> ExpressionNode {
            let least = number()
            var most = least
            if skip(",") { most = next == "}" ? .max : number() }
            guard let least, let most, skip("}"), least <= most else {
                throw Refusal("filter: { } needs numbers, such as {2} or {2,3}; a { itself is \\{")
            }
            let times = most == .max ? max(1, least) : most
            if times * node.size > Expression.mostCharacters { throw tooLong }
            if most == .max {
                let repeated = ExpressionNode.repeated(node)
                return least == 0
                    ? .optional(repeated) : least == 1 ? repeated : .sequence(repeating(node, least - 1), repeated)
            }
            if most == least { return repeating(node, least) }
            let more = repeating(.optional(node), most - least)
            return least == 0 ? more : .sequence(repeating(node, least), more)
        }

        private func repeating(_ node: ExpressionNode, _ times: Int) -> ExpressionNode {
            if times == 0 { return .empty }
            return (1..<times).reduce(node) { sum, _ in .sequence(sum, node) }
        }

        private mutating func number() -> Int? {
            var number: Int?
            while let scalar = next, "0"..."9" ~= scalar {
                number = min(1_000, (number ?? 0) * 10 + Int(scalar.value - 0x30))
                index += 1
            }
            return number
        }

        private mutating func atom() throws(Refusal) -> (ExpressionNode, canRepeat: Bool) {
            let scalar = pattern[index]
            index += 1
            switch scalar {
            case "^": return (.one(.begin), false)
            case "$": return (.one(.end), false)
            case ".": return (.one(.character(.init(ranges: [], isNegated: true))), true)
            case "[": return (.one(.character(try characterClass())), true)
            case "(":
                if skip("?"), !skip(":") { throw Refusal("filter: of the forms with (? only (?: ) is known") }
                let node = try alternatives()
                guard skip(")") else { throw Refusal("filter: a ( is not closed") }
                return (node, true)
            case "\\": return (.one(.character(try escaped())), true)
            default:
                // Some characters are two or more in lower case.
                let parts = scalar.properties.lowercaseMapping.unicodeScalars.map {
                    ExpressionNode.one(.character(.init(ranges: [$0.value...$0.value])))
                }
                return (parts.dropFirst().reduce(parts[0]) { .sequence($0, $1) }, true)
            }
        }

        /// What follows a backslash.
        private mutating func escaped() throws(Refusal) -> CharacterClass {
            guard let scalar = next else { throw Refusal("filter: nothing follows the last \\") }
            index += 1
            switch scalar {
            case "d", "D": return CharacterClass(ranges: ExpressionParser.digits, isNegated: scalar == "D")
            case "w", "W": return CharacterClass(ranges: ExpressionParser.word, isNegated: scalar == "W")
            case "s", "S": return CharacterClass(ranges: ExpressionParser.spaces, isNegated: scalar == "S")
            case "t": return CharacterClass(ranges: [9...9])
            case "0"..."9", "A"..."Z", "a"..."z": throw Refusal("filter: \\\(scalar) is not known")
            default: return CharacterClass(ranges: [scalar.value...scalar.value])
            }
        }

        /// What follows `[`.
        private mutating func characterClass() throws(Refusal) -> CharacterClass {
            var all = CharacterClass(ranges: [], isNegated: skip("^"))
            var isFirst = true
            while let scalar = next {
                if scalar == "]", !isFirst {
                    index += 1
                    return all
                }
                isFirst = false
                let lower = try member()
                guard index + 1 < pattern.count, next == "-", pattern[index + 1] != "]" else {
                    all.ranges += lower.ranges
                    continue
                }
                index += 1
                let upper = try member()
                guard lower.ranges.count == 1, upper.ranges.count == 1,
                    case let (from, to) = (lower.ranges[0].lowerBound, upper.ranges[0].upperBound), from <= to
                else { throw Refusal("filter: a range in [ ] has its ends the wrong way round") }
                all.ranges.append(from...to)
            }
            throw Refusal("filter: a [ is not closed")
        }

        private mutating func member() throws(Refusal) -> CharacterClass {
            let scalar = pattern[index]
            index += 1
            guard scalar == "\\" else {
                let lower = scalar.properties.lowercaseMapping.unicodeScalars
                // Of ASCII, both cases count anyway, and a range may begin with one and end with the other.
                let value = scalar.isASCII || lower.count > 1 ? scalar.value : lower.first!.value
                return CharacterClass(ranges: [value...value])
            }
            let escaped = try escaped()
            if escaped.isNegated { throw Refusal("filter: \\D, \\W and \\S cannot be in [ ]") }
            return escaped
        }
    }
#endif
