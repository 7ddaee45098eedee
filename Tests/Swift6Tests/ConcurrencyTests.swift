import Millrace
import TestSupport
import XCTest

/// Tasks and sources, as they are written in Swift 6 mode.
final class ConcurrencyTests: XCTestCase {
    @MainActor private final class Model {
        var heard: [Int] = []

        func follow(_ source: Observable<Int>) async throws {
            for try await element in source.values { heard.append(element) }
        }

        func followInfallibly(_ source: Infallible<Int>) async {
            for await element in source.values { heard.append(element) }
        }

        func wait() async throws {
            heard.append(try await Single.just(1).value)
            heard.append(try await Maybe<Int>.empty().value ?? 2)
            try await Completable.empty().value
        }
    }

    @MainActor
    func testOnTheMainActor() async throws {
        let model = Model()
        try await model.wait()
        try await model.follow(.of(3, 4))
        await model.followInfallibly(.of(5, 6))
        XCTAssertEqual(model.heard, [1, 2, 3, 4, 5, 6])
        let stream = AsyncStream<Int> { continuation in
            continuation.yield(7)
            continuation.finish()
        }
        let last = try await stream.asObservable(priority: .high).first().value
        XCTAssertEqual(last, 7)
        let name = "main"
        let created = try await Single.create(detached: true) { name + " actor" }.value
        XCTAssertEqual(created, "main actor")
    }

    func testElementsThatAreNotSendable() async throws {
        final class Reference {
            var number = 1
        }
        let reference = try await Observable.just(Reference()).asSingle().value
        reference.number += 1
        XCTAssertEqual(reference.number, 2)
        for try await reference in Observable.of(Reference(), Reference()).values {
            XCTAssertEqual(reference.number, 1)
        }
    }

    func testASequenceOfATypeThatIsNotSendable() async throws {
        struct Numbers: AsyncSequence, AsyncIteratorProtocol {
            final class State {
                var next = 0
            }
            let state = State()

            func makeAsyncIterator() -> Numbers { self }

            mutating func next() async -> Int? {
                state.next += 1
                return state.next < 4 ? state.next : nil
            }
        }
        let sum = try await Numbers().asObservable().reduce(0, accumulator: +).asSingle().value
        XCTAssertEqual(sum, 6)
    }
}
