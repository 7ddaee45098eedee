import Foundation

/// What ends the program early: one line on standard error, and an exit code.
package struct Failure: Error {
    /// One line, without the program's name.
    package let message: String
    package let exitCode: Int32

    /// Something about the input or the output went wrong.
    package init(_ message: String) {
        self.message = message
        exitCode = EXIT_FAILURE
    }

    private init(usage message: String) {
        self.message = message
        exitCode = EX_USAGE
    }

    /// The command line asks for something that makes no sense.
    package static func usage(_ message: String) -> Failure {
        Failure(usage: message)
    }

    /// What the operating system says about `subject`, by its error number.
    package static func system(_ subject: String, _ code: Int32 = errno) -> Failure {
        Failure("\(subject): \(String(cString: strerror(code)))")
    }
}

/// `text` in quotes on one line, whatever is in it.
package func quoted(_ text: String) -> String {
    "'\(printable(text))'"
}

/// `text` with control characters replaced, so that a log can neither break a line of ours nor drive the terminal.
package func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "·" : $0 }))
}

/// `1234567` as `1,234,567`.
package func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
        if index > 0, index % 3 == 0, digit != "-" { text.append(",") }
        text.append(digit)
    }
    return String(text.reversed())
}
