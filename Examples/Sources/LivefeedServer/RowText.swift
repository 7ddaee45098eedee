#if Server
    import LogReading

    /// What a row of the page shows of a line: all but its time and severity, which the row shows beside it; of a JSON
    /// object its message, then its other members.
    enum RowText {
        /// `nil` if that is the line as it is. Not cut.
        static func bytes(of line: LineInfo) -> [UInt8]? {
            let cuts: [Range<Int>]
            switch line.form {
            case .object(let object): return bytes(of: object)
            case .request: cuts = [line.timestamp?.range].compactMap { $0 }
            case .text:
                let time = line.timestamp.map { withKey($0.range, in: line.bytes) }
                let word = line.severityRange.flatMap { level($0, behind: time, in: line.bytes) }
                cuts = [time, word].compactMap { $0 }.sorted { $0.lowerBound < $1.lowerBound }
            }
            if cuts.isEmpty { return nil }
            var left: [UInt8] = []
            var start = 0
            for cut in cuts {
                left += line.bytes[start..<max(start, cut.lowerBound)]
                start = max(start, cut.upperBound)
            }
            left += line.bytes[start...]
            let first = left.firstIndex { !" \t:|-".utf8.contains($0) } ?? left.endIndex
            return first == left.endIndex ? nil : Array(left[first...])
        }

        private static func bytes(of object: JSONLine) -> [UInt8] {
            var text: [UInt8] = []
            if let message = object.message { object.withValue(of: message) { text += $0 } }
            let shown = [object.message?.name, object.time?.name, object.level?.name]
            object.forEachMember { member in
                if shown.contains(member.name) { return }
                if !text.isEmpty { text.append(UInt8(ascii: " ")) }
                text += object.bytes[member.name]
                text.append(UInt8(ascii: "="))
                object.withValue(of: member) { text += $0 }
            }
            return text
        }

        /// The range with `level=` or `time="` before it, and the quote behind it.
        private static func withKey(_ range: Range<Int>, in line: UnsafeRawBufferPointer) -> Range<Int> {
            var start = range.lowerBound
            let isQuoted = start > 0 && line[start - 1] == UInt8(ascii: "\"")
            if isQuoted { start -= 1 }
            guard start > 0, line[start - 1] == UInt8(ascii: "=") else { return range }
            start -= 1
            while start > 0, isWord(line[start - 1]) || "._@-".utf8.contains(line[start - 1]) { start -= 1 }
            var end = range.upperBound
            if isQuoted, end < line.count, line[end] == UInt8(ascii: "\"") { end += 1 }
            while end < line.count, line[end] == UInt8(ascii: " ") { end += 1 }
            return start..<end
        }

        /// The word of a severity, with what belongs to it; `nil` if it is part of a sentence, which needs it.
        private static func level(
            _ word: Range<Int>,
            behind time: Range<Int>?,
            in line: UnsafeRawBufferPointer
        ) -> Range<Int>? {
            let keyed = withKey(word, in: line)
            if keyed != word { return keyed }
            var (start, end) = (word.lowerBound, word.upperBound)
            let isPriority = line[start] == UInt8(ascii: "<")
            var isLevel = isPriority || line[word].allSatisfy { $0 & 0x20 == 0 }
            if start > 0, end < line.count, "[(<".utf8.contains(line[start - 1]), "])>".utf8.contains(line[end]) {
                (start, end) = (start - 1, end + 1)
                isLevel = true
            }
            if end < line.count, ":|".utf8.contains(line[end]) { isLevel = true }
            var before = start
            while before > 0, line[before - 1] == UInt8(ascii: " "), before != time?.upperBound { before -= 1 }
            let isBehindTime = before == time?.upperBound
            let begins = before == 0 || isBehindTime || !isWord(line[before - 1])
            guard begins, isLevel || isBehindTime else { return nil }
            // `INFO: `, `ERROR - `
            while end < line.count, line[end] == UInt8(ascii: " ") { end += 1 }
            if end + 1 < line.count, ":|-".utf8.contains(line[end]), line[end + 1] == UInt8(ascii: " ") { end += 1 }
            while end < line.count, line[end] == UInt8(ascii: " ") { end += 1 }
            return start..<end
        }

        private static func isWord(_ byte: UInt8) -> Bool { !ByteClass.table[byte].isDisjoint(with: .word) }
    }
#endif
