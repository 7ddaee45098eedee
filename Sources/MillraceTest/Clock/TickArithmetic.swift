/// Converts between Swift's durations and ticks of a resolution in seconds.
enum TickArithmetic {
    private static let digitsOfAttosecond = 18

    /// `resolution` seconds as they read in decimal, so that 0.1 is a tenth; less than an attosecond is rounded up.
    static func duration(ofTick resolution: Double) -> Duration {
        let parts = "\(resolution)".split(separator: "e")
        let mantissa = parts[0].split(separator: ".")
        let decimals = mantissa.count > 1 ? mantissa[1].count : 0
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        guard let digits = Int64(mantissa.joined()) else {
            preconditionFailure("TestClock: a tick of \(resolution) s is no duration")
        }
        // The tick is `digits` times ten to the power of `scale` attoseconds.
        let scale = digitsOfAttosecond + exponent - decimals
        guard scale >= 0 else {
            let divisor = power(-scale)
            let attoseconds = divisor.map { digits / $0 + (digits % $0 == 0 ? 0 : 1) } ?? 1
            return Duration(secondsComponent: 0, attosecondsComponent: attoseconds)
        }
        guard scale < digitsOfAttosecond else {
            let (seconds, overflow) = digits.multipliedReportingOverflow(by: power(scale - digitsOfAttosecond) ?? .max)
            precondition(!overflow, "TestClock: a tick of \(resolution) s is too long for a duration")
            return Duration(secondsComponent: seconds, attosecondsComponent: 0)
        }
        let second = power(digitsOfAttosecond - scale) ?? .max
        return Duration(
            secondsComponent: digits / second,
            attosecondsComponent: digits % second * (power(scale) ?? .max)
        )
    }

    /// The first tick that is not before `offset`; `Int.max` or `Int.min` if that tick is too far away for an `Int`.
    static func ticks(reaching offset: Duration, by tick: Duration) -> TestTime {
        let estimate = (offset / tick).rounded(.up)
        guard let near = Int(exactly: estimate) else { return estimate < 0 ? .min : .max }
        // The estimate is off by the rounding of a `Double`.
        var ticks = near
        while tick * ticks < offset { ticks += 1 }
        while tick * (ticks - 1) >= offset { ticks -= 1 }
        return ticks
    }

    /// Ten to the power of `exponent`; `nil` if an `Int64` cannot hold the result.
    private static func power(_ exponent: Int) -> Int64? {
        exponent > digitsOfAttosecond ? nil : (0..<exponent).reduce(1) { product, _ in product * 10 }
    }
}
