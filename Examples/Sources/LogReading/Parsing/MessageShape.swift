/// What a message looks like once the parts that vary are gone: its timestamp is dropped, and every number, hexadecimal
/// word and UUID is a `#`. Lines of one shape come from one place in a program.
///
/// Of a line of an access log, the status, the method and the path without its query count; of a JSON object its message,
/// or, if it has none, all members but its time and level.
///
/// Like a line, it is only valid during its delivery.
package struct MessageShape {
    package let bytes: UnsafeRawBufferPointer
    package let hash: UInt64

    package init(bytes: UnsafeRawBufferPointer, hash: UInt64) {
        self.bytes = bytes
        self.hash = hash
    }

    /// How much of a long message counts, in bytes.
    static let maximumLength = 400
}

/// Makes shapes, all in the same memory. For one thread: the one that emits the lines.
package final class Normalizer: @unchecked Sendable {
    private let shape = UnsafeMutableRawBufferPointer.allocate(byteCount: MessageShape.maximumLength, alignment: 8)
    // Nobody who writes into a log can guess two messages that would be taken for one.
    private let seed = UInt64.random(in: .min ... .max)
    private let classes = ByteClass.table

    package init() {}

    deinit {
        shape.deallocate()
    }

    package func shape(of line: LineInfo) -> MessageShape {
        var length = 0
        switch line.form {
        case .text:
            let timestamp = line.timestamp?.range ?? 0..<0
            append(UnsafeRawBufferPointer(rebasing: line.bytes[..<timestamp.lowerBound]), at: &length)
            append(UnsafeRawBufferPointer(rebasing: line.bytes[timestamp.upperBound...]), at: &length)
        case .request(let request):
            appendText("\(request.status) ", at: &length)
            append(UnsafeRawBufferPointer(rebasing: line.bytes[request.request]), at: &length)
        case .object(let object):
            append(object, at: &length)
        }
        while length > 0, shape[length - 1] == UInt8(ascii: " ") { length -= 1 }
        let bytes = UnsafeRawBufferPointer(rebasing: shape[..<length])
        return MessageShape(bytes: bytes, hash: hash(of: bytes))
    }

    private func append(_ object: JSONLine, at length: inout Int) {
        if let message = object.message {
            return object.withValue(of: message) { append($0, at: &length) }
        }
        object.forEachMember { member in
            if member.name == object.time?.name || member.name == object.level?.name { return }
            if length > 0 { appendText(" ", at: &length) }
            append(UnsafeRawBufferPointer(rebasing: object.bytes[member.name]), at: &length)
            appendText("=", at: &length)
            let value = UnsafeRawBufferPointer(rebasing: object.bytes[member.value])
            // The number of a status is no number that varies.
            if member.name == object.status?.name { appendText(value, at: &length) } else { append(value, at: &length) }
        }
    }

    private func appendText(_ text: String, at length: inout Int) {
        var text = text
        text.withUTF8 { appendText(UnsafeRawBufferPointer($0), at: &length) }
    }

    /// Appends `text` in its normal form, word by word, as far as there is room.
    private func append(_ text: UnsafeRawBufferPointer, at length: inout Int) {
        var index = 0
        while index < text.count, length < shape.count {
            let kind = classes[text[index]]
            if kind.isDisjoint(with: .word) {
                appendSeparator(kind.contains(.control) ? UInt8(ascii: " ") : text[index], at: &length)
                index += 1
                continue
            }
            let start = index
            var any: ByteClass = []
            var all: ByteClass = .hexadecimal
            repeat {
                let kind = classes[text[index]]
                any.formUnion(kind)
                all.formIntersection(kind)
                index += 1
            } while index < text.count && !classes[text[index]].isDisjoint(with: .word)
            let word = UnsafeRawBufferPointer(rebasing: text[start..<index])
            if word.count == 8, let end = endOfUUID(in: text, from: start) {
                index = end
                appendNumber(at: &length)
            } else if !any.contains(.digit) {
                appendText(word, at: &length)
            } else if isNumber(word, hexadecimal: all.contains(.hexadecimal) && word.count >= 4) {
                appendNumber(at: &length)
            } else {
                appendMixed(word, at: &length)
            }
        }
    }

    /// Spaces that follow each other count as one, and none comes first.
    private func appendSeparator(_ byte: UInt8, at length: inout Int) {
        if byte == UInt8(ascii: " "), length == 0 || shape[length - 1] == UInt8(ascii: " ") { return }
        shape[length] = byte
        length += 1
    }

    private func appendText(_ word: UnsafeRawBufferPointer, at length: inout Int) {
        let count = min(word.count, shape.count - length)
        UnsafeMutableRawBufferPointer(rebasing: shape[length..<length + count])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: word[..<count]))
        length += count
    }

    private func appendNumber(at length: inout Int) {
        if length < shape.count {
            shape[length] = UInt8(ascii: "#")
            length += 1
        }
    }

    /// Letters and digits together: a digit or two at the end belong to the name (`amd64`, `eth0`), others are a number.
    private func appendMixed(_ word: UnsafeRawBufferPointer, at length: inout Int) {
        var index = 0
        while index < word.count {
            let start = index
            let digits = classes[word[index]].contains(.digit)
            while index < word.count, classes[word[index]].contains(.digit) == digits { index += 1 }
            if digits, start == 0 || index < word.count || index - start > 2 {
                appendNumber(at: &length)
            } else {
                appendText(UnsafeRawBufferPointer(rebasing: word[start..<index]), at: &length)
            }
        }
    }

    /// Whether all of `word`, which has a digit, is a number: decimal, `0x…`, or hexadecimal and long enough.
    private func isNumber(_ word: UnsafeRawBufferPointer, hexadecimal: Bool) -> Bool {
        if hexadecimal { return true }
        if word.count > 2, word[0] == UInt8(ascii: "0"), word[1] | 0x20 == UInt8(ascii: "x") {
            return word[2...].allSatisfy { classes[$0].contains(.hexadecimal) }
        }
        return word.allSatisfy { classes[$0].contains(.digit) }
    }

    /// Where the UUID that begins at `start` ends; its parts may happen to have no digit.
    private func endOfUUID(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        let end = start + 36
        guard end <= text.count, text[start + 8] == UInt8(ascii: "-") else { return nil }
        for offset in 0..<36 {
            let byte = text[start + offset]
            let expected =
                [8, 13, 18, 23].contains(offset)
                ? byte == UInt8(ascii: "-") : classes[byte].contains(.hexadecimal)
            guard expected else { return nil }
        }
        return end == text.count || classes[text[end]].isDisjoint(with: .word) ? end : nil
    }

    /// Eight bytes at a time: one multiplication each.
    private func hash(of bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = seed ^ UInt64(bytes.count)
        var index = 0
        while index + 8 <= bytes.count {
            mix(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self), into: &hash)
            index += 8
        }
        var rest: UInt64 = 0
        while index < bytes.count {
            rest = rest << 8 | UInt64(bytes[index])
            index += 1
        }
        mix(rest, into: &hash)
        return hash
    }

    @inline(__always)
    private func mix(_ word: UInt64, into hash: inout UInt64) {
        let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        hash = product.high ^ product.low
    }
}
