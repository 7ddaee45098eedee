import Foundation

/// What ends the program early: one line on standard error, and an exit code.
struct Failure: Error {
    /// One line, without the program's name.
    let message: String
    let exitCode: Int32

    /// Something about the input or the output went wrong.
    init(_ message: String) {
        self.message = message
        exitCode = EXIT_FAILURE
    }

    private init(usage message: String) {
        self.message = message
        exitCode = EX_USAGE
    }

    /// The command line asks for something that makes no sense.
    static func usage(_ message: String) -> Failure {
        Failure(usage: message)
    }

    /// What the operating system says about `subject`, by its error number.
    static func system(_ subject: String, _ code: Int32 = errno) -> Failure {
        Failure("\(subject): \(String(cString: strerror(code)))")
    }
}

/// `text` in quotes on one line, whatever is in it.
func quoted(_ text: String) -> String {
    "'\(printable(text))'"
}

/// `text` with control characters replaced, so that a log can neither break a line of ours nor drive the terminal.
func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "·" : $0 }))
}
