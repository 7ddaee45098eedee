/// A position in a line at which parts of a timestamp are read.
struct TimeCursor {
    let bytes: UnsafeRawBufferPointer
    var index: Int

    /// `2026-11-21T14:33:07` and its like, or `21/Nov/2026:14:33:07`, where Python has a space.
    mutating func numericTime() -> (seconds: Int, hasYear: Bool)? {
        let start = index
        if let year = number(digits: 4), let dash = dateSeparator(), let month = number(digits: 2), skip(dash),
            let day = number(digits: 2), skip(UInt8(ascii: "T")) || skipSpaces(), let time = timeOfDay(),
            let days = CivilDate(year: year, month: month, day: day)?.daysSince1970
        {
            return (days * 86_400 + time, true)
        }
        index = start
        if let day = number(digits: 2), skip(UInt8(ascii: "/")), let month = monthName(), skip(UInt8(ascii: "/")),
            let year = number(digits: 4), skip(UInt8(ascii: ":")) || skipSpaces(), let time = timeOfDay(),
            let days = CivilDate(year: year, month: month, day: day)?.daysSince1970
        {
            return (days * 86_400 + time, true)
        }
        return nil
    }

    /// `Nov 21 14:33:07`; the day may be padded with a space.
    mutating func syslogTime() -> (seconds: Int, hasYear: Bool)? {
        guard let month = monthName(), skipSpaces(), let day = number(digits: 2) ?? number(digits: 1), skipSpaces(),
            let time = timeOfDay(), let date = CivilDate(year: CivilDate.leapYear, month: month, day: day)
        else { return nil }
        return (date.daysSinceStartOfLeapYear * 86_400 + time, false)
    }

    /// `.123`, then `Z`, `+01:00`, ` -0700` or ` UTC`, if they are there.
    mutating func skipFractionAndZone() {
        if index + 1 < bytes.count, bytes[index] == UInt8(ascii: ".") || bytes[index] == UInt8(ascii: ","),
            isDigit(index + 1)
        {
            index += 1
            while isDigit(index) { index += 1 }
        }
        if skip(UInt8(ascii: "Z")) { return }
        let start = index
        _ = skip(UInt8(ascii: " "))
        if skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-")), number(digits: 2) != nil {
            _ = skip(UInt8(ascii: ":"))
            if number(digits: 2) != nil, !isDigit(index) { return }
        }
        index = start
        if skip(UInt8(ascii: " ")), skip(UInt8(ascii: "U")), skip(UInt8(ascii: "T")), skip(UInt8(ascii: "C")) { return }
        index = start
    }

    /// Spaces and a colon: what stands between a timestamp and the message.
    mutating func skipSeparators() {
        _ = skip(UInt8(ascii: ":"))
        _ = skipSpaces()
    }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipSpaces() -> Bool {
        let start = index
        while skip(UInt8(ascii: " ")) {}
        return index > start
    }

    /// `14:33:07` as seconds; 60 is a second that clocks do insert.
    private mutating func timeOfDay() -> Int? {
        guard let hour = number(digits: 2), hour < 24, skip(UInt8(ascii: ":")),
            let minute = number(digits: 2), minute < 60, skip(UInt8(ascii: ":")),
            let second = number(digits: 2), second <= 60, !isDigit(index)
        else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    private mutating func number(digits: Int) -> Int? {
        guard index + digits <= bytes.count else { return nil }
        var value = 0
        for offset in 0..<digits {
            let digit = bytes[index + offset] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        index += digits
        return value
    }

    private mutating func dateSeparator() -> UInt8? {
        if skip(UInt8(ascii: "-")) { return UInt8(ascii: "-") }
        if skip(UInt8(ascii: "/")) { return UInt8(ascii: "/") }
        return nil
    }

    /// An English month's first three letters, as a number from 1.
    private mutating func monthName() -> Int? {
        guard index + 3 <= bytes.count else { return nil }
        let letters = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
        let month: Int
        switch letters {
        case 0x4A_61_6E: month = 1  // Jan
        case 0x46_65_62: month = 2  // Feb
        case 0x4D_61_72: month = 3  // Mar
        case 0x41_70_72: month = 4  // Apr
        case 0x4D_61_79: month = 5  // May
        case 0x4A_75_6E: month = 6  // Jun
        case 0x4A_75_6C: month = 7  // Jul
        case 0x41_75_67: month = 8  // Aug
        case 0x53_65_70: month = 9  // Sep
        case 0x4F_63_74: month = 10  // Oct
        case 0x4E_6F_76: month = 11  // Nov
        case 0x44_65_63: month = 12  // Dec
        default: return nil
        }
        index += 3
        return month
    }

    private func isDigit(_ index: Int) -> Bool {
        index < bytes.count && bytes[index] &- UInt8(ascii: "0") < 10
    }
}
