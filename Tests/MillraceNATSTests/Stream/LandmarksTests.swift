#if NATS
    import XCTest

    @testable import MillraceNATS

    final class LandmarksTests: XCTestCase {
        private var landmarks = Landmarks()

        private func pass(_ number: UInt64, at second: Double) {
            landmarks.pass(
                StreamOrigin(
                    deliveries: 1,
                    sequence: number,
                    consumerSequence: number,
                    time: Int64(second * 1e9),
                    pending: 0
                )
            )
        }

        private var numbers: [UInt64] { landmarks.all.map(\.sequence).sorted() }

        func testTheMessageBeforeTheLongestPause() {
            for (number, second) in [(1, 1), (2, 2), (3, 8), (4, 9), (5, 12)] as [(UInt64, Double)] {
                pass(number, at: second)
            }
            XCTAssertEqual(numbers, [2, 5])
            XCTAssertEqual(landmarks.ask().all.map(\.sequence), [2, 5])
            landmarks.looked([])
            XCTAssertEqual(numbers, [5])
        }

        /// A look takes seconds where servers fail, and its end must not make a pause forgotten that came meanwhile, however
        /// short it was beside the one before.
        func testAPauseDuringALook() {
            for (number, second) in [(1, 1), (2, 2), (3, 8)] as [(UInt64, Double)] { pass(number, at: second) }
            XCTAssertEqual(landmarks.ask().all.map(\.sequence), [2, 3])
            pass(4, at: 13)
            pass(5, at: 13.1)
            landmarks.looked([])
            XCTAssertEqual(numbers, [3, 5])
        }

        /// What a look that failed was to look for, the next one looks for.
        func testALookThatFails() {
            for (number, second) in [(1, 1), (2, 2), (3, 8)] as [(UInt64, Double)] { pass(number, at: second) }
            _ = landmarks.ask()
            pass(4, at: 12)
            pass(5, at: 12.1)
            XCTAssertEqual(landmarks.ask().all.map(\.sequence), [2, 3, 5])
            landmarks.looked([])
            XCTAssertEqual(numbers, [5])
        }

        func testMarksHaveABound() {
            for round in 0..<100 {
                pass(UInt64(2 * round + 1), at: Double(10 * round))
                pass(UInt64(2 * round + 2), at: Double(10 * round + 1))
                _ = landmarks.ask()
            }
            XCTAssertLessThanOrEqual(numbers.count, 9)
            XCTAssertEqual(numbers.first, 1)
            landmarks.looked([])
            XCTAssertEqual(numbers, [200])
        }
    }
#endif
