#if NATS
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    extension NATS {
        /// The time as the server writes it.
        static func text(of time: Date) -> String {
            let seconds = time.timeIntervalSince1970
            let whole = seconds.rounded(.down)
            return text(seconds: Int(whole), nanoseconds: Int((seconds - whole) * 1e9))
        }

        /// The nanosecond since 1970 as the server writes times, with all nine digits.
        static func text(ofNanosecond nanosecond: Int64) -> String {
            let (seconds, rest) = nanosecond.quotientAndRemainder(dividingBy: 1_000_000_000)
            return rest < 0
                ? text(seconds: Int(seconds) - 1, nanoseconds: Int(rest) + 1_000_000_000)
                : text(seconds: Int(seconds), nanoseconds: Int(rest))
        }

        private static func text(seconds: Int, nanoseconds: Int) -> String {
            // Civil date of a day since 1970, by Howard Hinnant's arithmetic on eras of 400 years.
            let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
            let second = seconds - days * 86_400
            let shifted = days + 719_468
            let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
            let dayOfEra = shifted - era * 146_097
            let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
            let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
            let shiftedMonth = (5 * dayOfYear + 2) / 153
            let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
            let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
            let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
            func padded(_ number: Int, _ count: Int) -> String {
                let digits = String(number)
                return String(repeating: "0", count: max(0, count - digits.count)) + digits
            }
            return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(second / 3_600, 2)):"
                + "\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2)).\(padded(nanoseconds, 9))Z"
        }

        /// The nanosecond since 1970 of a time as the server writes it; `nil` if it is none.
        static func nanosecond(of text: String) -> Int64? {
            // The server leaves out zeros at the end of the fraction.
            let parts = text.dropLast().split(separator: ".")
            let numbers = (parts.first ?? "").split { !("0"..."9").contains($0) }.compactMap { Int64($0) }
            guard numbers.count == 6, text.hasSuffix("Z") else { return nil }
            let fraction = parts.count > 1 ? String(parts[1]) : ""
            let nanoseconds = Int64(fraction + String(repeating: "0", count: max(0, 9 - fraction.count))) ?? 0
            // Days since 1970 of a civil date, by the same arithmetic.
            let (month, day) = (numbers[1], numbers[2])
            let year = month <= 2 ? numbers[0] - 1 : numbers[0]
            let era = (year >= 0 ? year : year - 399) / 400
            let yearOfEra = year - era * 400
            let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
            let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
            let seconds = days * 86_400 + numbers[3] * 3_600 + numbers[4] * 60 + numbers[5]
            let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            return overflow ? nil : product &+ nanoseconds
        }
    }
#endif
