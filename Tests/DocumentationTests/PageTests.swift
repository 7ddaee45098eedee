import Foundation
import XCTest

/// The pages show code that these tests run.
final class PageTests: XCTestCase {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: CodeBlocks.root.appendingPathComponent(path), encoding: .utf8)
    }

    private func assertRuns(_ page: String, in files: [String], but isManifest: (String) -> Bool = { _ in false })
        throws
    {
        let sources = try files.map { try text("Tests/DocumentationTests/\($0)") }
        let page = try text(page)
        XCTAssertFalse(CodeBlocks.blocks(in: page).isEmpty)
        XCTAssertEqual(CodeBlocks.strangers(in: page, sources).filter { !isManifest($0) }, [])
    }

    func testTheTestingPageRuns() throws {
        try assertRuns(
            "Sources/MillraceTest/MillraceTest.docc/TestingWithMillrace.md",
            in: ["TestingWithXCTest.swift", "TestingWithSwiftTesting.swift"]
        )
    }

    func testTheReadmeRuns() throws {
        // A package's manifest is no code of a test.
        try assertRuns("README.md", in: ["ReadmeTests.swift"]) { $0.hasPrefix("// swift-tools-version") }
    }

    func testTheTraitsPageRuns() throws {
        try assertRuns("Sources/Millrace/Millrace.docc/Traits.md", in: ["TraitsPage.swift"])
    }

    func testThePageOnDriverAndSignalRuns() throws {
        try assertRuns("Sources/Millrace/Millrace.docc/DriverAndSignal.md", in: ["DriverAndSignalPage.swift"])
    }

    func testThePageOnStateAndIsolationRuns() throws {
        try assertRuns("Sources/Millrace/Millrace.docc/StateAndIsolation.md", in: ["StateAndIsolationPage.swift"])
    }

    func testThePageOnTaskLocalsRuns() throws {
        try assertRuns("Sources/Millrace/Millrace.docc/TaskLocals.md", in: ["TaskLocalsPage.swift"])
    }

    func testThePageOnSubjectsAndSharingRuns() throws {
        try assertRuns("Sources/Millrace/Millrace.docc/SubjectsAndSharing.md", in: ["SubjectsAndSharingPage.swift"])
    }

    func testThePageOnAsyncAwaitRuns() throws {
        try assertRuns("Sources/Millrace/Millrace.docc/AsyncAwait.md", in: ["AsyncAwaitTests.swift"])
    }

    func testThePageOnMistakesRuns() throws {
        try assertRuns(
            "Sources/Millrace/Millrace.docc/WhenSomethingIsWrong.md",
            in: ["WhenSomethingIsWrongPage.swift"]
        )
    }

    func testThePageOnRacesRuns() throws {
        try assertRuns(
            "Sources/MillraceExplore/MillraceExplore.docc/RacesYouCanRunAgain.md",
            in: ["RacesYouCanRunAgainPage.swift"]
        ) {
            $0.hasPrefix(".testTarget(")
        }
    }

    func testThePageOnServersRuns() throws {
        // The whole service needs Hummingbird, which only the examples have.
        try assertRuns(
            "Sources/Millrace/Millrace.docc/OnAServer.md",
            in: [
                "OnAServerPage.swift", "../ServerPageTests/OnAServerTests.swift",
                "../../Examples/Sources/prices/Prices.swift",
            ]
        ) {
            $0.hasPrefix(".package(") || $0.hasPrefix("// swift-tools-version")
        }
    }

    func testThePageOnRequestsAndNotificationsRuns() throws {
        try assertRuns(
            "Sources/MillraceFoundation/MillraceFoundation.docc/RequestsAndNotifications.md",
            in: ["RequestsAndNotificationsPage.swift"]
        ) {
            $0.hasPrefix("import ")
        }
    }

    func testABlockThatIsNowhereIsFound() {
        let source = "import A\nimport B\n\nfunc f() {\n    one()\n    two()\n}\n"
        func strangers(_ block: String) -> Int {
            CodeBlocks.strangers(in: "Text\n```swift\n\(block)\n```\n```text\nno code\n```", [source]).count
        }
        XCTAssertEqual(strangers("one()\ntwo()"), 0)
        XCTAssertEqual(strangers("import A\n\none()"), 0)
        XCTAssertEqual(strangers("import C\n\none()"), 1)
        XCTAssertEqual(strangers("two()\none()"), 1)
        XCTAssertEqual(strangers("one()\n\ntwo()"), 1)
        XCTAssertEqual(strangers("three()"), 1)
    }
}
