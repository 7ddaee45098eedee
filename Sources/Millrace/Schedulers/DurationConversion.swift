import Dispatch

extension DispatchTimeInterval {
    /// The span as a `Duration`, zero if it is negative; `nil` for `.never`, and for spans of 292 years or more.
    var duration: Duration? {
        let nanoseconds = saturatedNanoseconds
        return nanoseconds == Int64.max ? nil : .nanoseconds(max(0, nanoseconds))
    }

    /// A span of whole nanoseconds. Part of a nanosecond counts as one, away from zero, so that a positive span never
    /// becomes zero. A span that an `Int64` of nanoseconds cannot hold, 292 years or more, becomes `.never`; if it is
    /// negative, it becomes the longest negative span.
    @usableFromInline
    package init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (whole, part) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, sumOverflow) = product.addingReportingOverflow(whole + part.signum())
        if overflow || sumOverflow {
            self = seconds < 0 ? .nanoseconds(.min) : .never
        } else {
            self.init(saturatedNanoseconds: sum)
        }
    }
}
