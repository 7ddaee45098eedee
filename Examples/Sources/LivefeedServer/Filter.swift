#if Server
    import Foundation
    import LogReading

    /// Which lines a client wants: those in which all of some words, phrases and expressions are found, in any case, and
    /// none of others; and whose severity is among some.
    package struct Filter: Hashable, Sendable {
        /// No client may have a longer filter, in bytes.
        package static let longest = 200
        /// No client may have a filter of more words, phrases and expressions.
        package static let mostWords = 8

        private enum Term: Hashable {
            case text([UInt8])
            case expression(Expression)

            init(_ text: String) { self = .text(Array(text.lowercased().utf8)) }

            func isFound(in line: [UInt8]) -> Bool {
                switch self {
                case .text(let text): line.contains(text)
                case .expression(let expression): expression.isFound(in: line)
                }
            }
        }

        private var wanted: [Term] = []
        private var unwanted: [Term] = []
        /// A bit for each.
        private let severities: UInt8

        /// - Parameters:
        ///   - text: words, `"phrases"` and `/expressions/` with spaces between them. A line has to contain each of them,
        ///     except those that have a `-` before them, which it must not contain. Without one, every line will do.
        ///   - least: the name of the severity that a line must have at least; `nil` for all lines.
        ///   - severities: the names of the severities that a line may have, with commas between them; `nil` for all.
        package init(_ text: String, least: String? = nil, severities: String? = nil) throws(Refusal) {
            guard text.utf8.count <= Filter.longest else {
                throw Refusal("filter must have at most \(Filter.longest) bytes")
            }
            let all = Severity.allCases
            let worst = try least.map { name throws(Refusal) in
                guard let severity = all.first(where: { "\($0)" == name }) else {
                    throw Refusal("least must be error, warning, info, debug or unknown")
                }
                return severity
            }
            let names = severities?.split(separator: ",").map(String.init) ?? all.map { "\($0)" }
            guard names.allSatisfy({ name in all.contains { "\($0)" == name } }) else {
                throw Refusal("severities must be error, warning, info, debug or unknown, with commas between them")
            }
            self.severities = all.reduce(0) { bits, severity in
                let isWanted = severity.rawValue <= (worst ?? .unknown).rawValue && names.contains("\(severity)")
                return isWanted ? bits | 1 << severity.rawValue : bits
            }
            try read(text)
            guard wanted.count + unwanted.count <= Filter.mostWords else {
                throw Refusal("filter must have at most \(Filter.mostWords) words")
            }
        }

        private mutating func read(_ text: String) throws(Refusal) {
            let text = Array(text.unicodeScalars)
            func isEnd(_ index: Int) -> Bool { index >= text.count || text[index].properties.isWhitespace }
            func string(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(text[range])) }
            var index = 0
            while index < text.count {
                if isEnd(index) {
                    index += 1
                    continue
                }
                let isUnwanted = text[index] == "-"
                if isUnwanted { index += 1 }
                // A lone "-" is on its way to being typed.
                if isEnd(index) { continue }
                let start = index
                index += 1
                let term: Term?
                switch text[start] {
                case "\"":
                    while index < text.count, text[index] != "\"" { index += 1 }
                    if index == text.count { throw Refusal("filter: a quote is not closed") }
                    index += 1
                    if !isEnd(index) { throw Refusal("filter: behind a phrase in quotes a space is missing") }
                    term = index - start == 2 ? nil : Term(string(start + 1..<index - 1))
                case "/":
                    // A slash that something follows is part of the expression.
                    while index < text.count, text[index] != "/" || !isEnd(index + 1) {
                        index += text[index] == "\\" ? 2 : 1
                    }
                    guard index < text.count else {
                        throw Refusal(
                            "filter: an expression ends with a slash; a word that begins with one needs quotes"
                        )
                    }
                    index += 1
                    term = .expression(try Expression(string(start + 1..<index - 1)))
                default:
                    while !isEnd(index) { index += 1 }
                    term = Term(string(start..<index))
                }
                guard let term else { continue }
                if isUnwanted { unwanted.append(term) } else { wanted.append(term) }
            }
        }

        package func wants(_ entry: Entry) -> Bool {
            severities >> entry.severity.rawValue & 1 == 1
                && wanted.allSatisfy { $0.isFound(in: entry.searched) }
                && !unwanted.contains { $0.isFound(in: entry.searched) }
        }
    }

    extension [UInt8] {
        /// Whether `part`, which is not empty, is somewhere in these bytes: looks for its first byte, then compares.
        fileprivate func contains(_ part: [UInt8]) -> Bool {
            withUnsafeBytes { all in
                part.withUnsafeBytes { part in
                    guard all.count >= part.count, let base = all.baseAddress else { return false }
                    var start = base
                    let end = base + (all.count - part.count + 1)
                    while start < end, let found = memchr(start, Int32(part[0]), end - start) {
                        if memcmp(found, part.baseAddress!, part.count) == 0 { return true }
                        start = UnsafeRawPointer(found) + 1
                    }
                    return false
                }
            }
        }
    }
#endif
