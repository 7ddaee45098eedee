/// A day of the Gregorian calendar, and the days between it and others: all that intervals need of a calendar, at a cost
/// of a few nanoseconds.
package struct CivilDate {
    package let year: Int
    package let month: Int
    package let day: Int

    /// The year that stands for the one that syslog leaves out.
    static let leapYear = 2000

    /// The first day of it, in days since 1970.
    private static let startOfLeapYear = 10_957

    init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), (1...31).contains(day) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The date so many days after 1970-01-01. A year is counted from March, so that a leap day is its last.
    package init(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The date so many days after the start of a leap year that is followed by others as long.
    package init(dayOfLeapYears day: Int) {
        self.init(daysSince1970: CivilDate.startOfLeapYear + (day % 366 + 366) % 366)
    }

    var daysSince1970: Int {
        let year = month <= 2 ? self.year - 1 : self.year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// For a date in `leapYear`.
    var daysSinceStartOfLeapYear: Int {
        daysSince1970 - CivilDate.startOfLeapYear
    }
}
