import Dispatch

/// Lets `turns` turns pass, each of about half a microsecond, without giving the processor away: beside other programs, a
/// thread that yields gets the processor back only after milliseconds.
public func dawdle(_ turns: Int) {
    for _ in 0..<turns {
        for _ in 0..<16 { _ = DispatchTime.now() }
    }
}
