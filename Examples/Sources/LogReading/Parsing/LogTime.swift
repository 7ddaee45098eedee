/// A time of the log, as text.
package struct LogTime {
    /// Seconds since 1970 on the log's own clock, or since the start of some year.
    let seconds: Int
    let hasYear: Bool

    package init(seconds: Int, hasYear: Bool) {
        self.seconds = seconds
        self.hasYear = hasYear
    }

    /// `2026-11-21 14:33:07`, or `11-21 14:33:07` where the log leaves out the year.
    package var text: String {
        let day = (Double(seconds) / 86_400).rounded(.down)
        let second = seconds - Int(day) * 86_400
        let time = [second / 3_600, second / 60 % 60, second % 60].map(twoDigits).joined(separator: ":")
        let date =
            hasYear ? CivilDate(daysSince1970: Int(day)) : CivilDate(dayOfLeapYears: Int(day))
        let monthAndDay = "\(twoDigits(date.month))-\(twoDigits(date.day))"
        return hasYear ? "\(date.year)-\(monthAndDay) \(time)" : "\(monthAndDay) \(time)"
    }

    private func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
