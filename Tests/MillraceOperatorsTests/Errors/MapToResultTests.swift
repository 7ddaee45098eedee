import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class MapToResultTests: MarbleTestCase {
    private func name(_ result: Result<String, Error>) -> String { (try? result.get()) ?? "x" }

    func testElementsAndTheError() {
        check(
            source: "-a-b-#",
            result: "-a-b-(x|)",
            active: "^----!"
        ) { source, _ in source.mapToResult().map(self.name) }
    }

    func testACompletion() {
        check(
            source: "-a-b-|",
            result: "-a-b-|"
        ) { source, _ in source.mapToResult().map(self.name) }
    }
}
