/// How far reading is.
package struct ReadingProgress {
    package let lines: Int
    package let bytes: Int
    /// How much of the file is read, from 0 to 1; `nil` for a pipe.
    package let fraction: Double?
    /// How long reading took so far, in seconds.
    package let seconds: Double
    /// Whether everything is read.
    package let isFinal: Bool

    package init(lines: Int, bytes: Int, fraction: Double?, seconds: Double, isFinal: Bool) {
        self.lines = lines
        self.bytes = bytes
        self.fraction = fraction
        self.seconds = seconds
        self.isFinal = isFinal
    }
}
