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

        /// No more is joined for one write, in bytes.
        package static let longestPiece = 1 << 16

        /// Several events in one piece, for one write.
        init(joining frames: some Collection<Frame>) {
            if frames.count == 1, let only = frames.first {
                self = only.bytes
                return
            }
            self.init()
            reserveCapacity(frames.reduce(0) { $0 + $1.size })
            for frame in frames { writeImmutableBuffer(frame.bytes) }
        }
    }

    /// An event that all clients share, or several of them for one client. While it waits in the queue of a client, it
    /// takes the room of a reference there, and of one more for each of the several events.
    package final class Frame: Sendable {
        private enum Content: Sendable {
            case event(ByteBuffer)
            case several([Frame])
        }

        private let content: Content
        /// In bytes.
        let size: Int

        package init(_ bytes: ByteBuffer) {
            content = .event(bytes)
            size = bytes.readableBytes
        }

        package init(joining frames: [Frame]) {
            content = .several(frames)
            size = frames.reduce(0) { $0 + $1.size }
        }

        /// All in one piece, which the frame does not keep.
        package var bytes: ByteBuffer {
            switch content {
            case .event(let bytes): bytes
            case .several(let frames): ByteBuffer(joining: frames)
            }
        }

        /// The single events.
        fileprivate var events: [Frame] {
            switch content {
            case .event: [self]
            case .several(let frames): frames
            }
        }

        /// Whether it is a single event.
        fileprivate var isSingle: Bool {
            if case .event = content { true } else { false }
        }
    }

    /// What frames are written as: several events in one piece, but at most so many bytes, as that is what a client that
    /// reads slowly has for itself. An event is never divided.
    package struct Pieces<Frames: Collection<Frame>>: Sequence, IteratorProtocol {
        private var frames: Frames.SubSequence
        /// Of the first frame, those that are left; empty if it has not begun.
        private var events: ArraySlice<Frame> = []

        package init(of frames: Frames) {
            self.frames = frames[...]
        }

        /// The next piece, and how many frames end with it.
        package mutating func next() -> (bytes: ByteBuffer, ended: Int)? {
            // As most often: one line has come.
            if events.isEmpty, frames.count == 1, let only = frames.first, only.isSingle {
                frames.removeFirst()
                return (only.bytes, 1)
            }
            var (piece, size, ended) = ([Frame](), 0, 0)
            while let frame = frames.first {
                if events.isEmpty { events = frame.events[...] }
                while let event = events.first, piece.isEmpty || size + event.size <= ByteBuffer.longestPiece {
                    piece.append(event)
                    size += event.size
                    events.removeFirst()
                }
                if !events.isEmpty { break }
                frames.removeFirst()
                ended += 1
            }
            if piece.isEmpty, ended == 0 { return nil }
            return (ByteBuffer(joining: piece), ended)
        }
    }
#endif
