/// A line that is one JSON object, such as `{"time":"…","level":"info","msg":"started"}`, and which of its members say
/// when, how severe and what.
///
/// Like a line, it is only valid during its delivery.
package struct JSONLine {
    /// A name and a value, as ranges of the line's bytes. Both without the quotes of a string.
    package struct Member {
        package let name: Range<Int>
        package let value: Range<Int>
        package let isString: Bool
    }

    package let bytes: UnsafeRawBufferPointer
    package private(set) var time: Member?
    package private(set) var level: Member?
    package private(set) var message: Member?
    /// The status of an answer of HTTP.
    package private(set) var status: Member?

    /// `nil` where the line is anything else, or does not end where the object does.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        guard var cursor = JSONCursor(bytes) else { return nil }
        // Of several names for the same, the one that comes first in the list counts.
        var ranks = (time: Int.max, level: Int.max, message: Int.max, status: Int.max)
        while let member = cursor.next() {
            guard let (role, rank) = Role.of(bytes[member.name]) else { continue }
            switch role {
            case .time: if rank < ranks.time { (time, ranks.time) = (member, rank) }
            case .level: if rank < ranks.level { (level, ranks.level) = (member, rank) }
            case .message: if rank < ranks.message { (message, ranks.message) = (member, rank) }
            case .status: if rank < ranks.status { (status, ranks.status) = (member, rank) }
            }
        }
        guard cursor.isAtEnd else { return nil }
    }

    /// Calls `body` with each member, in order.
    package func forEachMember(_ body: (Member) -> Void) {
        var cursor = JSONCursor(bytes)
        while let member = cursor?.next() { body(member) }
    }

    /// The bytes of a value, or of what a string stands for.
    package func withValue<Result>(of member: Member, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let value = UnsafeRawBufferPointer(rebasing: bytes[member.value])
        guard member.isString, value.contains(UInt8(ascii: "\\")) else { return body(value) }
        return JSONLine.unescaped(value).withUnsafeBytes(body)
    }

    /// What a number says, without what follows a decimal point; `nil` for anything else.
    func number(of member: Member) -> Int? {
        var number = 0
        let value = bytes[member.value]
        for byte in value {
            let digit = byte &- UInt8(ascii: "0")
            if byte == UInt8(ascii: "."), number > 0 { break }
            guard digit < 10, number <= (.max - 9) / 10 else { return nil }
            number = number * 10 + Int(digit)
        }
        return value.isEmpty ? nil : number
    }

    private static func unescaped(_ text: UnsafeRawBufferPointer) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        /// Four hexadecimal digits; `nil` where they are none.
        func unit(at start: Int) -> UInt16? {
            guard start + 4 <= text.count else { return nil }
            return UInt16(String(decoding: text[start..<start + 4], as: UTF8.self), radix: 16)
        }
        while index < text.count {
            guard text[index] == UInt8(ascii: "\\"), index + 1 < text.count else {
                result.append(text[index])
                index += 1
                continue
            }
            let escape = text[index + 1]
            index += 2
            switch escape {
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "u"):
                guard let first = unit(at: index) else { break }
                index += 4
                var units = [first]
                if UTF16.isLeadSurrogate(first), index + 1 < text.count, text[index] == UInt8(ascii: "\\"),
                    text[index + 1] == UInt8(ascii: "u"), let second = unit(at: index + 2)
                {
                    units.append(second)
                    index += 6
                }
                result += Array(String(decoding: units, as: UTF16.self).utf8)
            default: result.append(escape)
            }
        }
        return result
    }
}

/// What a member says of its line, by its name.
private enum Role {
    case time, level, message, status

    /// The usual names, the surest first.
    private static let names: [(String, Role)] = [
        ("time", .time), ("timestamp", .time), ("@timestamp", .time), ("ts", .time), ("@t", .time),
        ("datetime", .time), ("date", .time), ("asctime", .time),
        ("level", .level), ("severity", .level), ("lvl", .level), ("log.level", .level), ("loglevel", .level),
        ("log_level", .level), ("levelname", .level), ("severity_text", .level), ("severitytext", .level),
        ("@l", .level), ("priority", .level),
        ("msg", .message), ("message", .message), ("@m", .message), ("short_message", .message), ("@mt", .message),
        ("event", .message), ("log", .message), ("text", .message), ("body", .message),
        ("status", .status), ("status_code", .status), ("statuscode", .status), ("http_status", .status),
        ("http.status_code", .status), ("response_code", .status),
    ]

    /// The names of each length.
    private static let byLength: [[(name: [UInt8], role: Role, rank: Int)]] = {
        var table: [[(name: [UInt8], role: Role, rank: Int)]] = Array(repeating: [], count: 20)
        for (rank, (name, role)) in names.enumerated() { table[name.utf8.count].append((Array(name.utf8), role, rank)) }
        return table
    }()

    static func of(_ name: Slice<UnsafeRawBufferPointer>) -> (Role, rank: Int)? {
        guard name.count < byLength.count else { return nil }
        for candidate in byLength[name.count]
        // Capital letters differ in one bit, and so do no other two bytes of the names.
        where zip(candidate.name, name).allSatisfy({ $0 == $1 || $0 == $1 | 0x20 && $0 >= UInt8(ascii: "a") }) {
            return (candidate.role, candidate.rank)
        }
        return nil
    }
}

/// Goes through the members of an object, and finds where each value ends, whatever is in it.
private struct JSONCursor {
    private let bytes: UnsafeRawBufferPointer
    private var index = 0
    private var isFirst = true

    /// Whether the object has ended, and the line with it.
    private(set) var isAtEnd = false

    /// `nil` if there is no object at the beginning.
    init?(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        skipSpaces()
        guard skip(UInt8(ascii: "{")) else { return nil }
    }

    /// The next member; `nil` at the end, and where what follows is no member.
    mutating func next() -> JSONLine.Member? {
        skipSpaces()
        if skip(UInt8(ascii: "}")) {
            skipSpaces()
            isAtEnd = index == bytes.count
            return nil
        }
        if !isFirst {
            guard skip(UInt8(ascii: ",")) else { return nil }
            skipSpaces()
        }
        isFirst = false
        guard let name = string() else { return nil }
        skipSpaces()
        guard skip(UInt8(ascii: ":")) else { return nil }
        skipSpaces()
        if let value = string() { return JSONLine.Member(name: name, value: value, isString: true) }
        let start = index
        guard skipValue(), index > start else { return nil }
        return JSONLine.Member(name: name, value: start..<index, isString: false)
    }

    /// What is between two quotes.
    private mutating func string() -> Range<Int>? {
        guard skip(UInt8(ascii: "\"")) else { return nil }
        let start = index
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return start..<index - 1
            case UInt8(ascii: "\\"): index += 2
            default: index += 1
            }
        }
        index = start - 1
        return nil
    }

    /// A number, a word, an array or an object.
    private mutating func skipValue() -> Bool {
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                if depth == 0 || string() == nil { return false }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return true }
                depth -= 1
                if depth == 0 {
                    index += 1
                    return true
                }
            case UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "\t"): if depth == 0 { return true }
            default: break
            }
            index += 1
        }
        return false
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipSpaces() {
        while skip(UInt8(ascii: " ")) || skip(UInt8(ascii: "\t")) {}
    }
}
