import LogReading

/// Puts times without a year in order: after December comes January of the next year.
struct YearlessClock {
    private static let year = 366 * 86_400

    private var latest: Int?
    private var startOfYear = 0

    /// The seconds of `timestamp`, with whole years added where the log has gone past the end of one.
    mutating func seconds(of timestamp: Timestamp) -> Int {
        if timestamp.hasYear { return timestamp.seconds }
        var seconds = startOfYear + timestamp.seconds
        if let latest {
            if seconds < latest - YearlessClock.year / 2 {
                startOfYear += YearlessClock.year
                seconds += YearlessClock.year
            } else if seconds > latest + YearlessClock.year / 2 {
                // Out of order, from just before the turn of the year.
                seconds -= YearlessClock.year
            }
        }
        latest = max(latest ?? seconds, seconds)
        return seconds
    }
}
