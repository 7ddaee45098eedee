#if Server
    import LogReading
    import NIOCore

    /// A line of the log on its way to the browsers.
    struct Entry: Sendable {
        /// Higher than that of each earlier line, also of those of an earlier run.
        let number: Int
        let severity: Severity
        /// The line in lower case, which filters look into.
        let searched: [UInt8]
        /// The line as browsers get it. Made once, however many get it.
        let frame: ByteBuffer

        /// No browser shows more of a line, in bytes.
        static let longest = 4_096

        /// - Parameter time: when the line was read, in milliseconds since 1970.
        init(_ line: Line, number: Int, time: Int) {
            self.number = number
            let shown = UnsafeRawBufferPointer(rebasing: line.bytes.prefix(Entry.longest))
            severity = Severity(of: line.bytes, from: 0)
            let text = String(decoding: shown, as: UTF8.self)
            searched = Array(text.lowercased().utf8)
            var data = ByteBuffer()
            data.writeString("{\"time\":\(time),\"severity\":\"\(severity)\",\"cut\":\(shown.count < line.bytes.count),\"text\":")
            data.writeJSON(text)
            data.writeString("}")
            frame = .event("line", id: number, data: data)
        }
    }

    extension ByteBuffer {
        /// One event as text/event-stream.
        static func event(_ name: String, id: Int? = nil, data: ByteBuffer) -> ByteBuffer {
            var event = ByteBuffer()
            event.reserveCapacity(data.readableBytes + 48)
            if let id { event.writeString("id: \(id)\n") }
            event.writeString("event: \(name)\ndata: ")
            event.writeImmutableBuffer(data)
            event.writeString("\n\n")
            return event
        }

        /// Writes a string of JSON. No control character is left in it, so a line of a log cannot end the event early.
        mutating func writeJSON(_ text: String) {
            writeString("\"")
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "\""): writeString("\\\"")
                case UInt8(ascii: "\\"): writeString("\\\\")
                case 0..<0x10: writeString("\\u000\(String(byte, radix: 16))")
                case 0x10..<0x20, 0x7F: writeString("\\u00\(String(byte, radix: 16))")
                default: writeInteger(byte)
                }
            }
            writeString("\"")
        }
    }
#endif
