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
        /// The line in lower case, which filters look into.
        let searched: [UInt8]
        /// The line as browsers get it. Made once, however many get it.
        package let frame: Frame

        /// No browser gets more of a line, in bytes.
        package static let longest = 4_096

        /// - Parameters:
        ///   - bytes: the line, without its end.
        ///   - time: when the line was read, in milliseconds since 1970; `nil` if it was there before.
        ///   - isPast: whether the line came before this program was started; `true` anyway if there is no time.
        package init(_ bytes: UnsafeRawBufferPointer, number: Int, time: Int?, isPast: Bool = false) {
            self.number = number
            self.isPast = isPast || time == nil
            severity = Severity(of: bytes, from: 0)
            let shown = UnsafeRawBufferPointer(rebasing: bytes.prefix(Entry.longest))
            // Repairs what is not UTF-8, also a character that is cut.
            let text = String(decoding: shown, as: UTF8.self)
            searched = Array(text.lowercased().utf8)
            var data = ByteBuffer()
            data.writeString("{\"time\":\(time.map(String.init) ?? "null"),\"severity\":\"\(severity)\",")
            data.writeString("\"cut\":\(shown.count < bytes.count),\"text\":")
            data.writeJSON(text)
            data.writeString("}")
            frame = Frame(.event("line", id: number, data: data))
        }
    }
#endif
