import Millrace
import MillraceBlocking
import XCTest

enum Trace {
    @TaskLocal static var id = "none"
}

func answers(to requests: Observable<String>, on queue: SerialDispatchQueueScheduler) -> Observable<String> {
    requests
        .observe(on: queue, carrying: Trace.$id)
        .map { "\($0) \(Trace.id)" }
}

final class TaskLocalsPage: XCTestCase {
    func testAnswersHaveTheTraceOfTheSubscriber() throws {
        let lines = answers(to: .of("a", "b"), on: SerialDispatchQueueScheduler(qos: .default))
        let found = try Trace.$id.withValue("7f3a") { try lines.toBlocking(timeout: 60).toArray() }
        XCTAssertEqual(found, ["a 7f3a", "b 7f3a"])
    }
}
