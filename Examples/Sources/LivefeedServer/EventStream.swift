#if Server
    import NIOCore

    extension ByteBuffer {
        /// One event as text/event-stream.
        ///
        /// - Parameters:
        ///   - id: what a browser sends as `Last-Event-ID` when it connects again.
        ///   - data: without line breaks.
        package static func event(_ name: String, id: Int? = nil, data: ByteBuffer) -> ByteBuffer {
            var event = ByteBuffer()
            event.reserveCapacity(data.readableBytes + 48)
            if let id { event.writeString("id: \(id)\n") }
            event.writeString("event: \(name)\ndata: ")
            event.writeImmutableBuffer(data)
            event.writeString("\n\n")
            return event
        }

        package static func event(_ name: String, data: String) -> ByteBuffer {
            event(name, data: ByteBuffer(string: data))
        }

        /// Writes a string of JSON. No control character is left in it, so a line of a log cannot end the event early.
        package mutating func writeJSON(_ text: String) {
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

        /// Several events in one piece, for one write.
        init(joining frames: some Collection<Frame>) {
            if frames.count == 1, let only = frames.first {
                self = only.bytes
                return
            }
            self.init()
            reserveCapacity(frames.reduce(0) { $0 + $1.bytes.readableBytes })
            for frame in frames { writeImmutableBuffer(frame.bytes) }
        }
    }

    /// An event that all clients share. While it waits in the queue of a client, it takes the room of a reference there.
    package final class Frame: Sendable {
        package let bytes: ByteBuffer

        package init(_ bytes: ByteBuffer) {
            self.bytes = bytes
        }
    }
#endif
