import Foundation
import Millrace
import MillraceTest
import XCTest

/// The code of the page on traits.
final class TraitsPage: XCTestCase {
    private final class Lines: @unchecked Sendable {
        var all: [String] = []
    }

    private struct Request: Sendable {
        func cancel() {}
    }

    private struct NotFound: Error {}

    /// Answers at once; there is no user 0.
    private static func fetch(_ path: String, _ answer: (Result<String, Error>) -> Void) -> Request {
        answer(path.hasSuffix("/0") ? .failure(NotFound()) : .success("user \(path.split(separator: "/")[1])"))
        return Request()
    }

    /// Remembers one text.
    private final class Cache: @unchecked Sendable {
        var text = ""

        func read(_ key: String) -> Single<String> { .deferred { .just(self.text) } }

        func write(_ text: String, for key: String) -> Completable {
            .create { observer in
                self.text = text
                observer(.completed)
                return Disposables.create()
            }
        }
    }

    func testTheExamples() {
        let lines = Lines()
        let bag = DisposeBag()
        let cache = Cache()
        let scheduler = TestScheduler(initialClock: 0)
        let prices = PublishSubject<Double>()
        @Sendable func print(_ line: String) { lines.all.append(line) }
        @Sendable func fetch(_ path: String, _ answer: (Result<String, Error>) -> Void) -> Request {
            TraitsPage.fetch(path, answer)
        }

        @Sendable
        func user(_ id: Int) -> Single<String> {
            .create { result in
                let request = fetch("/users/\(id)") { result($0) }
                return Disposables.create { request.cancel() }
            }
        }

        user(7).subscribe(
            onSuccess: { print("hello, \($0)") },
            onFailure: { print("no user: \($0)") }
        )
        .disposed(by: bag)
        XCTAssertEqual(lines.all, ["hello, user 7"])

        let greeting: Single<String> = cache.read("greeting")
            .filter { !$0.isEmpty }
            .ifEmpty(switchTo: user(7).map { "hello, \($0)" })
            .timeout(.seconds(5), scheduler: scheduler)
            .retry(3)

        let stored: Completable = greeting.flatMapCompletable { cache.write($0, for: "greeting") }
        let both: Single<(String, String)> = stored.andThen(Single.zip(user(1), user(2)))

        both.subscribe(onSuccess: { print("\($0) and \($1), \(cache.text)") }).disposed(by: bag)
        XCTAssertEqual(lines.all.last, "user 1 and user 2, hello, user 7")

        prices
            .asInfallible(onErrorJustReturn: 0)
            .distinctUntilChanged()
            .scan(0) { highest, price in max(highest, price) }
            .subscribe(onNext: { print("highest: \($0)") })
            .disposed(by: bag)

        prices.onNext(5)
        prices.onError(NotFound())
        XCTAssertEqual(lines.all.suffix(2), ["highest: 5.0", "highest: 5.0"])
    }
}
