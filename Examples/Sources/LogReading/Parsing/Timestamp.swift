/// The time that a line says it was written at, and where in the line it says so.
///
/// Found near the start of a line, in these forms, with or without fractions of a second and a zone behind them:
///
///     2026-11-21T14:33:07     2026-11-21 14:33:07     2026/11/21 14:33:07
///     Nov 21 14:33:07         21/Nov/2026:14:33:07
///
/// Times are taken as they are written: an interval of the summary shows the times that the log shows, so zones are
/// skipped, not applied. The syslog form has no year and counts from the start of one.
package struct Timestamp {
    /// Seconds since 1970-01-01 00:00:00 on the log's own clock; since the start of a leap year if `hasYear` is false.
    package let seconds: Int

    package let hasYear: Bool

    /// The bytes of the line that say so, with brackets around and separators behind them.
    package let range: Range<Int>

    /// How far from the start of a line it is looked for.
    static let searchedBytes = 80

    /// The first timestamp near the start of a line.
    package init?(in line: UnsafeRawBufferPointer) {
        let classes = ByteClass.table
        let end = min(line.count, Timestamp.searchedBytes)
        var index = 0
        while index < end {
            let kind = classes[line[index]]
            guard !kind.isDisjoint(with: .word) else {
                index += 1
                continue
            }
            var cursor = TimeCursor(bytes: line, index: index)
            if let found = kind.contains(.digit) ? cursor.numericTime() : cursor.syslogTime() {
                self.init(found.seconds, hasYear: found.hasYear, from: index, to: cursor, of: line)
                return
            }
            // No: go on behind this word.
            while index < end, !classes[line[index]].isDisjoint(with: .word) { index += 1 }
        }
        return nil
    }

    init(seconds: Int, hasYear: Bool, range: Range<Int>) {
        self.seconds = seconds
        self.hasYear = hasYear
        self.range = range
    }

    private init(_ seconds: Int, hasYear: Bool, from start: Int, to end: TimeCursor, of line: UnsafeRawBufferPointer) {
        var cursor = end
        cursor.skipFractionAndZone()
        var start = start
        if start > 0, line[start - 1] == UInt8(ascii: "["), cursor.skip(UInt8(ascii: "]")) { start -= 1 }
        cursor.skipSeparators()
        self.seconds = seconds
        self.hasYear = hasYear
        range = start..<cursor.index
    }
}
