/// What a line says of itself: when it was written, how severe it is, and in which form it says so.
///
/// Like a line, it is only valid during its delivery.
package struct LineInfo {
    package enum Form {
        case text
        /// A line of an access log.
        case request(AccessLine)
        /// A JSON object.
        case object(JSONLine)
    }

    package let bytes: UnsafeRawBufferPointer
    package let timestamp: Timestamp?
    package let severity: Severity
    /// The bytes of a line of text that say how severe it is; `nil` if none do, or if it is of another form.
    package let severityRange: Range<Int>?
    package let form: Form

    package init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        if let object = JSONLine(bytes) {
            form = .object(object)
            timestamp = object.time.flatMap { Timestamp(of: $0, in: object) } ?? Timestamp(in: bytes)
            severity = Severity(of: object)
            severityRange = nil
            return
        }
        timestamp = Timestamp(in: bytes)
        if let timestamp, let request = AccessLine(bytes, from: timestamp.range.upperBound) {
            form = .request(request)
            severity = Severity(status: request.status)
            severityRange = nil
        } else {
            form = .text
            let level = LineInfo.level(in: bytes, timestamp?.range)
            severity = level?.severity ?? .unknown
            severityRange = level?.range
        }
    }

    /// Behind the time; or before it, where some logs have it.
    private static func level(
        in line: UnsafeRawBufferPointer,
        _ time: Range<Int>?
    ) -> (severity: Severity, range: Range<Int>)? {
        guard let time else { return Severity.found(in: line, from: 0) }
        return Severity.found(in: line, from: time.upperBound)
            ?? Severity.found(in: UnsafeRawBufferPointer(rebasing: line[..<time.lowerBound]), from: 0)
    }
}

extension Timestamp {
    /// The time that a member of an object says: as text, or in seconds, milli-, micro- or nanoseconds since 1970.
    fileprivate init?(of member: JSONLine.Member, in line: JSONLine) {
        let text = UnsafeRawBufferPointer(rebasing: line.bytes[member.value])
        if let time = Timestamp(in: text) {
            self.init(seconds: time.seconds, hasYear: time.hasYear, range: member.value)
            return
        }
        // Before 1973 nobody wrote such a log, and what is larger than the last bound is no time.
        guard var number = line.number(of: member), number >= 100_000_000 else { return nil }
        while number >= 100_000_000_000 { number /= 1_000 }
        self.init(seconds: number, hasYear: true, range: member.value)
    }
}

extension Severity {
    /// What the object's level says; without one, its status; without both, its message, or all of it.
    fileprivate init(of line: JSONLine) {
        let level = line.level.flatMap { member in
            line.number(of: member).flatMap(Severity.init(number:))
                ?? Severity(level: UnsafeRawBufferPointer(rebasing: line.bytes[member.value]))
        }
        if let level {
            self = level
        } else if let status = line.status.flatMap({ line.number(of: $0) }), 100...599 ~= status {
            self.init(status: status)
        } else if let message = line.message {
            self = line.withValue(of: message) { Severity(of: $0, from: 0) }
        } else {
            self.init(of: line.bytes, from: 0)
        }
    }
}
