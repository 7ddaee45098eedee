/// How far reading is.
struct Progress {
    let lines: Int
    let bytes: Int
    /// How much of the file is read, from 0 to 1; `nil` for a pipe.
    let fraction: Double?
    /// How long reading took so far, in seconds.
    let seconds: Double
    /// Whether everything is read.
    let isFinal: Bool
}

extension Progress {
    /// For people, without a line break.
    var text: String {
        let done = fraction.map { "\(Int($0 * 100)) %, " } ?? ""
        let speed = seconds > 0 ? ", \(grouped(Int(Double(lines) / seconds))) lines/s" : ""
        return "\(done)\(grouped(lines)) lines, \(logwatch.bytes(Double(bytes)))\(speed)"
    }
}
