/// Random numbers that a seed repeats: SplitMix64 (Steele, Lea and Flood, 2014).
struct Random: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// The numbers of one round of one scenario, whichever others run.
    init(seed: UInt64, scenario: String, round: Int) {
        // FNV-1a: the standard library's hash differs from run to run.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in scenario.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        state = seed ^ hash &+ UInt64(round) &* 0xD6E8_FEB8_6659_FD93
        _ = next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number from 0 up to `bound`, which is not included.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func chance(_ part: Int, in whole: Int) -> Bool { below(whole) < part }

    /// Generators for threads, so that none shares one.
    mutating func split(_ count: Int) -> [Random] { (0..<count).map { _ in Random(seed: next()) } }
}

/// Takes a while that grows with `turns`.
func pause(_ turns: Int) {
    var left = turns
    while left > 0 { withUnsafeMutablePointer(to: &left) { $0.pointee -= 1 } }
}
