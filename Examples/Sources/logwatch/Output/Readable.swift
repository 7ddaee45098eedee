import LogReading

/// A line as people read it: of a JSON object the time, the level and the message, then each other member as
/// `name=value`; any other line as it is. Without control characters.
func readable(_ line: String) -> String {
    var text = line
    let fields = text.withUTF8 { bytes in
        JSONLine(UnsafeRawBufferPointer(bytes)).map { fieldsText(of: $0) }
    }
    return printable(fields ?? line)
}

private func fieldsText(of line: JSONLine) -> String {
    let first = [line.time, line.level, line.message].compactMap { $0 }
    func text(_ member: JSONLine.Member) -> String {
        line.withValue(of: member) { String(decoding: $0, as: UTF8.self) }
    }
    var parts = first.map(text)
    line.forEachMember { member in
        if first.contains(where: { $0.name == member.name }) { return }
        let value = text(member)
        let shown = member.isString && value.contains(where: { $0 == " " || $0 == "\"" }) ? "\"\(value)\"" : value
        parts.append("\(String(decoding: line.bytes[member.name], as: UTF8.self))=\(shown)")
    }
    return parts.joined(separator: " ")
}
