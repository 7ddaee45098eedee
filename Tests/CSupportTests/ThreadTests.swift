import CMillrace
import Foundation
import XCTest

/// The records in which threads say what they walk.
final class ThreadTests: XCTestCase {
    func testThreadsThatEndLeaveNoRecord() {
        let list = mr_list_create()
        emit(list)
        let before = settledCount(atMost: Int.max)
        for _ in 0..<250 { race(4) { _ in emit(list) } }
        XCTAssertLessThanOrEqual(settledCount(atMost: before), before)
        end(list)
    }

    func testAThreadRegistersOnce() {
        let list = mr_list_create()
        race(1) { _ in
            emit(list)
            let record = mr_thread_current()
            emit(list)
            XCTAssertEqual(mr_thread_current(), record)
        }
        end(list)
    }

    /// pthread runs destructors in a few rounds; a value that is set again in each one emits in the last, too.
    func testDestructorsThatEmitInEachRoundLeaveNoRecord() throws {
        try XCTSkipIf(mr_tsan_annotated(), "the thread sanitizer's own state of a thread goes before the last round")
        Destructor.list = mr_list_create()
        emit(Destructor.list)
        var key = pthread_key_t()
        XCTAssertEqual(
            pthread_key_create(
                &key,
                { value in
                    emit(Destructor.list)
                    Destructor.rounds += 1
                    pthread_setspecific(Destructor.key, value)
                }
            ),
            0
        )
        Destructor.key = key
        let before = settledCount(atMost: Int.max)
        for _ in 0..<20 {
            race(1) { _ in
                emit(Destructor.list)
                pthread_setspecific(Destructor.key, UnsafeRawPointer(bitPattern: 1))
            }
        }
        XCTAssertLessThanOrEqual(settledCount(atMost: before), before)
        XCTAssertGreaterThanOrEqual(Destructor.rounds, 20)
        pthread_key_delete(key)
        end(Destructor.list)
    }

    func testEmissionsNestDeeperThanOneBlockOfPins() {
        let lists = (0..<20).map { _ in mr_list_create() }
        let sinks = Sinks()
        for list in lists { XCTAssertEqual(join(list, sinks.make()), MR_JOINED) }
        var deepest = 0
        func descend(_ depth: Int) {
            guard depth < lists.count else { return }
            deepest = depth
            let garbage = emit(lists[depth]) { slot in
                descend(depth + 1)
                XCTAssertEqual(leave(Sink(bitPattern: slot)!), [], "its list is pinned")
            }
            XCTAssertEqual(garbage.count, 1)
        }
        descend(0)
        XCTAssertEqual(deepest, 19)
        for list in lists {
            let sink = sinks.make()
            XCTAssertEqual(join(list, sink), MR_JOINED)
            XCTAssertEqual(leave(sink), [sink], "no pin is left")
            end(list)
        }
    }

    /// How many threads are registered, once those that are ending have ended, or after some seconds.
    private func settledCount(atMost limit: Int) -> Int {
        let deadline = Date() + 60
        while mr_thread_count() > limit, Date() < deadline {
            sched_yield()
            mr_reclaim_wait()
        }
        return mr_thread_count()
    }
}

private enum Destructor {
    nonisolated(unsafe) static var list: List! = nil
    nonisolated(unsafe) static var key = pthread_key_t()
    nonisolated(unsafe) static var rounds = 0
}
