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

    /// A line, where the file's module and the column are not known: the module is taken to be called as the folder is.
    init(_ file: StaticString, _ line: UInt) {
        self.init("\(file)".split(separator: "/").suffix(2).joined(separator: "/"), file, line, 1)
    }

    /// Fails the running test: Swift Testing's if the calling task is one of its tests, else XCTest's.
    func fail(_ message: String) {
        #if canImport(Testing)
            if Test.current != nil {
                let location = SourceLocation(
                    fileID: fileID,
                    filePath: "\(file)",
                    line: Int(line),
                    column: Int(column)
                )
                Issue.record(Comment(rawValue: message), sourceLocation: location)
                return
            }
        #endif
        #if canImport(XCTest)
            XCTFail(message, file: file, line: line)
        #else
            preconditionFailure("\(file):\(line): \(message)")
        #endif
    }
}
