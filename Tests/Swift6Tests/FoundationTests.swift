import Foundation
import Millrace
import MillraceFoundation
import TestSupport
import XCTest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What callers in Swift 6 mode write.
final class FoundationTests: XCTestCase {
    func testEveryFunctionOfASession() {
        let session = URLSession(configuration: .ephemeral)
        let url = URL(string: "http://server.test")!
        let request = URLRequest(url: url)
        let sources: [Observable<Int>] = [
            session.rx.response(request: request).map { response, data in response.statusCode + data.count },
            session.rx.response(request: request).map { $0.response.statusCode + $0.data.count },
            session.rx.data(request: request).map(\.count),
            session.rx.json(request: request).map { ($0 as? [Int])?.count ?? 0 },
            session.rx.json(request: request, options: [.fragmentsAllowed]).map { $0 as? Int ?? 0 },
            session.rx.json(url: url).map { $0 as? Int ?? 0 },
        ]
        XCTAssertEqual(sources.count, 6)
    }

    // Without `@Sendable` the closure would belong to the main actor, and the call from another thread would trap.
    @MainActor
    func testWhatIsSetOnTheMainActorIsCalledElsewhere() {
        let original = URLSession.rx.shouldLogRequest
        let host = "wanted.test"
        URLSession.rx.shouldLogRequest = { $0.url?.host == host }
        let answers = Box<[Bool]>([])
        TestThread { @Sendable in
            for host in ["wanted.test", "other.test"] {
                answers.value.append(URLSession.rx.shouldLogRequest(URLRequest(url: URL(string: "http://\(host)")!)))
            }
        }
        .join()
        XCTAssertEqual(answers.value, [true, false])
        URLSession.rx.shouldLogRequest = original
    }

    func testNotificationsOfAnActorsObject() async {
        let center = NotificationCenter()
        let name = Notification.Name("name")
        let count = Counter()
        let subscription = center.rx.notification(name, object: center).subscribe(onNext: { _ in count.add() })
        await Task.detached { center.post(name: name, object: center) }.value
        XCTAssertEqual(count.value, 1)
        subscription.dispose()
    }

    func testTheErrorCanBeSentToAnotherThread() async {
        let error = RxCocoaURLError.unknown
        let text = await Task.detached { String(reflecting: error) }.value
        XCTAssertEqual(text, String(reflecting: error))
    }
}
