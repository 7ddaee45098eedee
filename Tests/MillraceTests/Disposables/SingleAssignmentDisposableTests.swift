import Foundation
import Millrace
import XCTest

final class SingleAssignmentDisposableTests: XCTestCase {
    private let log = DisposalLog()

    func testDisposingItDisposesWhatWasSet() {
        let single = SingleAssignmentDisposable()
        single.setDisposable(log.probe("a"))
        XCTAssertFalse(single.isDisposed)
        XCTAssertEqual(log.entries, [])
        single.dispose()
        single.dispose()
        XCTAssertTrue(single.isDisposed)
        XCTAssertEqual(log.entries, ["a"])
    }

    func testWhatIsSetAfterDisposalIsDisposedAtOnce() {
        let single = SingleAssignmentDisposable()
        single.dispose()
        XCTAssertTrue(single.isDisposed)
        single.setDisposable(log.probe("a"))
        XCTAssertEqual(log.entries, ["a"])
    }

    func testItTakesAUsersOwnTypeAndReleasesItWhenDisposed() {
        let single = SingleAssignmentDisposable()
        single.setDisposable(log.foreign("a"))
        XCTAssertEqual(log.probes, 1)
        single.dispose()
        XCTAssertEqual(log.entries, ["a"])
        XCTAssertEqual(log.probes, 0)
    }

    func testOneThatIsReleasedReleasesItsContentUndisposed() {
        var single: SingleAssignmentDisposable? = SingleAssignmentDisposable()
        single?.setDisposable(log.foreign("a"))
        XCTAssertEqual(log.probes, 1)
        single = nil
        XCTAssertEqual(log.probes, 0)
        XCTAssertEqual(log.entries, [])
    }

    func testTheContentMayDisposeIt() {
        let single = SingleAssignmentDisposable()
        single.setDisposable(
            Disposables.create { [log] in
                single.dispose()
                log.write("a")
            }
        )
        single.dispose()
        XCTAssertEqual(log.entries, ["a"])
    }

    #if os(Linux)
        private static let crashing = "MILLRACE_TEST_CRASHES"

        // Runs itself in another process, which must crash with the message.
        func testSettingItTwiceStopsTheProgram() throws {
            if ProcessInfo.processInfo.environment[Self.crashing] != nil {
                let single = SingleAssignmentDisposable()
                single.setDisposable(log.probe("a"))
                single.dispose()
                single.setDisposable(log.probe("b"))
                return
            }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            process.arguments = ["MillraceTests.SingleAssignmentDisposableTests/testSettingItTwiceStopsTheProgram"]
            process.environment = ProcessInfo.processInfo.environment.merging(
                [Self.crashing: "1", "SWIFT_BACKTRACE": "enable=no"],
                uniquingKeysWith: { $1 }
            )
            let errors = Pipe()
            process.standardOutput = FileHandle.nullDevice
            process.standardError = errors
            try process.run()
            let output = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            XCTAssertFalse(process.terminationReason == .exit && process.terminationStatus == 0, output)
            #if DEBUG
                XCTAssertTrue(output.contains("SingleAssignmentDisposable.setDisposable"), output)
            #endif
        }
    #endif
}
