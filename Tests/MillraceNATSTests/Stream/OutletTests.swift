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

        /// Two threads add items; nobody iterates over what is passed on.
        func testThreadsThatAddAtTheSameTimeFillTheQueueAndNoMore() {
            var most: Int64 = 0
            for _ in 0..<500 {
                let passed = AtomicCounter.Object()
                let box = Box<Outlet<Int>?>(nil)
                let source = Observable<Int>.create(pausable: { observer, pressure in
                    box.value = Outlet(pressure, emit: { observer.onNext($0) }, end: { observer.on($0) })
                    return Disposables.create { box.value?.stop() }
                })
                let values = source.do(onNext: { _ in _ = passed.add(1) }).values(capacity: 2, overflow: .suspend)
                let outlet = box.value
                let threads = (0..<2).map { _ in TestThread { for number in 0..<20 { outlet?.add(number) } } }
                for thread in threads { thread.join() }
                most = max(most, passed.value)
                _ = values.close()
            }
            XCTAssertEqual(most, 2)
        }
    }
#endif
