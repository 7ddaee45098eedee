#if canImport(Testing)
    internal import Testing
#endif
#if canImport(XCTest)
    import XCTest
#endif

/// A place in a test's source, and how to fail the test there.
struct TestLocation: Sendable {
    private let fileID: String
    private let file: StaticString
    private let line: UInt
    private let column: UInt

    init(_ fileID: String, _ file: StaticString, _ line: UInt, _ column: UInt) {
        self.fileID = fileID
        self.file = file
        self.line = line
        self.column = column
    }

    /// A line of a file whose module and column are not known: the name of the folder is taken as the module.
    init(_ file: StaticString, _ line: UInt) {
        self.init("\(file)".split(separator: "/").suffix(2).joined(separator: "/"), file, line, 1)
    }

    /// Fails the running test: the Swift Testing test if the calling task belongs to one, else the XCTest one. Without a
    /// test, as in a detached task, the failure goes to both libraries: the one that runs no test drops it.
    func fail(_ message: String) {
        #if canImport(Testing)
            let location = SourceLocation(
                fileID: fileID,
                filePath: "\(file)",
                line: Int(line),
                column: Int(column)
            )
            Issue.record(Comment(rawValue: message), sourceLocation: location)
            if Test.current != nil { return }
        #endif
        #if canImport(XCTest)
            XCTFail(message, file: file, line: line)
        #else
            preconditionFailure("\(file):\(line): \(message)")
        #endif
    }
}
