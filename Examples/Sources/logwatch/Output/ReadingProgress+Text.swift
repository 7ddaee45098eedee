import LogReading

extension ReadingProgress {
    /// For people, without a line break.
    var text: String {
        let done = fraction.map { "\(Int($0 * 100)) %, " } ?? ""
        let speed = seconds > 0 ? ", \(grouped(Int(Double(lines) / seconds))) lines/s" : ""
        return "\(done)\(counted(lines, "line")), \(logwatch.bytes(Double(self.bytes)))\(speed)"
    }
}
