import CMillrace
import Dispatch
import XCTest

#if os(Linux) && canImport(Glibc)
    import Glibc

    /// Stacks that other threads tell of themselves.
    final class ThreadStackTests: XCTestCase {
        /// The functions, mangled; those without a name are left out.
        private func stack(of thread: UInt32) -> [String] {
            var addresses = [UInt](repeating: 0, count: 64)
            let count = mr_trace_capture_thread(thread, &addresses, 64)
            var frames = addresses.prefix(count).map { address in
                var frame = mr_frame()
                frame.address = address
                return frame
            }
            if count > 0 { mr_trace_resolve(&frames, count, "/\0") }
            return frames.compactMap { $0.function.map { String(cString: $0) } }
        }

        /// Three threads ask about others that wait, or come and go. Each answer is that of the thread that was asked, which is
        /// inside one of two functions.
        func testManyQuestionsBesideThreadsThatEnd() {
            let threads = [Waiter(inOne: true), Waiter(inOne: false)]
            let rounds = 200
            var found = [0, 0]
            let lock = DispatchSemaphore(value: 1)
            DispatchQueue.concurrentPerform(iterations: 3) { index in
                if index == 2 {
                    // One that is gone most of the time.
                    for _ in 0..<rounds {
                        let waiter = Waiter(inOne: true)
                        let number = waiter.number
                        waiter.end()
                        _ = stack(of: number)
                    }
                    return
                }
                for _ in 0..<rounds {
                    let stack = stack(of: threads[index].number)
                    if stack.isEmpty { continue }
                    let names = ["waitInOne", "waitInOther"]
                    XCTAssertTrue(stack.contains { $0.contains(names[index]) }, "\(stack)")
                    XCTAssertFalse(stack.contains { $0.contains(names[1 - index]) }, "\(stack)")
                    lock.wait()
                    found[index] += 1
                    lock.signal()
                }
            }
            for thread in threads { thread.end() }
            XCTAssertGreaterThan(found[0], rounds / 2)
            XCTAssertGreaterThan(found[1], rounds / 2)
        }

        func testAThreadThatIsNotThere() {
            let waiter = Waiter(inOne: true)
            waiter.end()
            XCTAssertEqual(stack(of: waiter.number), [])
        }

        /// A signal that comes late finds no question.
        func testAThreadThatBlocksTheSignal() {
            let waiter = Waiter(inOne: true, blocksSignal: true)
            XCTAssertEqual(stack(of: waiter.number), [])
            waiter.end()
            let next = Waiter(inOne: true)
            XCTAssertFalse(stack(of: next.number).isEmpty)
            next.end()
        }

        /// Where nobody has handled the signal before, one that asks nothing is ignored; it would end the program otherwise.
        func testASignalThatAsksNothingIsIgnored() {
            let waiter = Waiter(inOne: true)
            XCTAssertFalse(stack(of: waiter.number).isEmpty)
            waiter.end()
            XCTAssertEqual(raise(SIGPROF), 0)
        }
    }

    /// A thread that waits in one of two functions until it is to end.
    private final class Waiter: @unchecked Sendable {
        private let ends = DispatchSemaphore(value: 0)
        private let began = DispatchSemaphore(value: 0)
        private var thread = pthread_t()
        private let isInOne: Bool
        private let blocksSignal: Bool
        private(set) var number: UInt32 = 0

        init(inOne: Bool, blocksSignal: Bool = false) {
            isInOne = inOne
            self.blocksSignal = blocksSignal
            let result = pthread_create(
                &thread,
                nil,
                { context in
                    let waiter = Unmanaged<Waiter>.fromOpaque(context!).takeRetainedValue()
                    waiter.run()
                    return nil
                },
                Unmanaged.passRetained(self).toOpaque()
            )
            precondition(result == 0)
            began.wait()
        }

        private func run() {
            number = mr_meter_number_thread()
            if blocksSignal { change(SIG_BLOCK) }
            began.signal()
            if isInOne { waitInOne(ends) } else { waitInOther(ends) }
            if blocksSignal { change(SIG_UNBLOCK) }
        }

        private func change(_ how: Int32) {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPROF)
            pthread_sigmask(how, &signals, nil)
        }

        func end() {
            ends.signal()
            pthread_join(thread, nil)
        }
    }

    @inline(never)
    private func waitInOne(_ ends: DispatchSemaphore) {
        ends.wait()
        touch(1)
    }

    @inline(never)
    private func waitInOther(_ ends: DispatchSemaphore) {
        ends.wait()
        touch(2)
    }

    /// What comes after a wait, so that it is no jump.
    @inline(never)
    private func touch(_ number: Int) {
        withExtendedLifetime(number) {}
    }
#endif
