#if NATS
    import Foundation
    import Millrace
    import TestSupport
    import XCTest

    @testable import MillraceNATS

    final class OutletTests: XCTestCase {
        private final class Received: @unchecked Sendable {
            private let lock = NSLock()
            private var items: [Int] = []
            private var onCaller = 0

            func add(_ item: Int, _ caller: Thread) {
                lock.withLock {
                    items.append(item)
                    if Thread.current === caller { onCaller += 1 }
                }
            }

            var all: (items: [Int], onCaller: Int) { lock.withLock { (items, onCaller) } }
        }

        func testAThreadDeliversABatchAndHandsOverTheRest() {
            let received = Received()
            let caller = Thread.current
            let source = Observable<Int>.create(pausable: { observer, pressure in
                var outlet: Outlet<Int>!
                outlet = Outlet(
                    pressure,
                    emit: { item in
                        received.add(item, caller)
                        // As if other threads sent them meanwhile.
                        if item == 0 { for number in 1...200 { outlet.add(number) } }
                        observer.onNext(item)
                    },
                    end: { observer.on($0) }
                )
                outlet.add(0)
                outlet.finish(nil)
                return Disposables.create { outlet.stop() }
            })
            let completed = expectation(description: "completed")
            let subscription = source.subscribe(onCompleted: { completed.fulfill() })
            wait(for: [completed], timeout: 60)
            XCTAssertEqual(received.all.items, Array(0...200))
            XCTAssertLessThanOrEqual(received.all.onCaller, 65)
            subscription.dispose()
        }
    }
#endif
