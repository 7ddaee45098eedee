/// A programming error that must not bring a release build down: stops a debug build, prints in a release build.
func reportMisuse(_ message: String) {
    #if DEBUG
        fatalError("Millrace: \(message)")
    #else
        printToStandardError("Millrace: \(message)")
    #endif
}
