#if Server
    import LogReading
    import NIOCore

    /// A line of the log on its way to the browsers.
    package struct Entry: Sendable {
        /// Higher than that of each earlier line, also of those of an earlier run.
        package let number: Int
        package let severity: Severity
        /// Whether the line came before the program was started.
        package let isPast: Bool
        /// Whether it goes on with what the line before it says, as a stack trace does. It has no severity of its own then.
        package let isContinued: Bool
        /// The line in lower case, which filters look into.
        let searched: [UInt8]
        /// What the line looks like without what varies in it, and a hash of that.
        let shape: (bytes: [UInt8], hash: UInt64)
        /// The line as browsers get it. Made once, however many get it.
        package let frame: Frame
        private let dataLength: Int

        /// No browser gets more of a line, and no filter looks into more of it, in bytes.
        package static let longest = 4_096

        fileprivate init(
            _ line: LineInfo,
            number: Int,
            time: Int?,
            isPast: Bool,
            isContinued: Bool,
            shape: MessageShape
        ) {
            self.number = number
            self.isPast = isPast || time == nil
            self.isContinued = isContinued
            self.shape = (Array(shape.bytes), shape.hash)
            severity = isContinued ? .unknown : line.severity
            let kept = UnsafeRawBufferPointer(rebasing: line.bytes.prefix(Entry.longest))
            // Repairs what is not UTF-8, also a character that is cut.
            let text = String(decoding: kept, as: UTF8.self)
            searched = Array(text.lowercased().utf8)
            var data = ByteBuffer()
            data.writeString("{\"time\":\(time.map(String.init) ?? "null"),\"severity\":\"\(severity)\",")
            if isContinued { data.writeString("\"continued\":true,") }
            if let logged = line.timestamp {
                data.writeString("\"logged\":\"\(LogTime(seconds: logged.seconds, hasYear: logged.hasYear).text)\",")
            }
            if !isContinued, let row = RowText.bytes(of: line) {
                data.writeString("\"row\":")
                data.writeJSON(String(decoding: row.prefix(Entry.longest), as: UTF8.self))
                data.writeString(",")
            }
            data.writeString("\"cut\":\(kept.count < line.bytes.count),\"text\":")
            data.writeJSON(text)
            data.writeString("}")
            dataLength = data.readableBytes
            frame = Frame(.event("line", id: number, data: data))
        }

        /// The JSON object in the frame.
        var data: ByteBuffer {
            frame.bytes.getSlice(at: frame.bytes.readableBytes - dataLength - 2, length: dataLength) ?? ByteBuffer()
        }
    }

    /// Makes entries of a log's lines, in their order. For one thread at a time.
    package final class EntryParser: @unchecked Sendable {
        private var records = Records()
        private let normalizer = Normalizer()

        package init() {}

        /// - Parameters:
        ///   - bytes: the line, without its end.
        ///   - time: when the line was read, in milliseconds since 1970; `nil` if it was there before.
        ///   - isPast: whether the line came before this program was started; `true` anyway if there is no time.
        package func entry(_ bytes: UnsafeRawBufferPointer, number: Int, time: Int?, isPast: Bool = false) -> Entry {
            let line = LineInfo(bytes)
            return Entry(
                line,
                number: number,
                time: time,
                isPast: isPast,
                isContinued: records.continues(line),
                shape: normalizer.shape(of: line)
            )
        }
    }
#endif
