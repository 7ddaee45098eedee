import MallocMeter
import TestSupport
import XCTest

// The lock of a subject is seen from inside alone.
#if DEBUG
    @testable import Millrace

    /// What the first emission of a thread allocates, and one that nests deeply.
    final class FirstEmissionTests: XCTestCase {
        private final class Memory: @unchecked Sendable {
            let lock: Lock
            let emit: (Int) -> Void
            /// The subject lives as long as this.
            let subscription: Disposable

            init(_ lock: Lock, _ subscription: Disposable, emit: @escaping (Int) -> Void) {
                (self.lock, self.subscription, self.emit) = (lock, subscription, emit)
                // What the runtime makes once.
                emit(0)
            }

            /// The allocations under the lock while `body` runs, on a thread that has emitted nothing yet.
            func allocations(_ body: @escaping () -> Void) -> Int64 {
                let own = Locked(Int64(-1))
                let thread = TestThread { [self] in
                    malloc_meter_start_while(UnsafeRawPointer(lock.address).assumingMemoryBound(to: UInt32.self))
                    body()
                    let counts = malloc_meter_stop()
                    own.access { $0 = counts.own }
                }
                thread.join()
                return own.access { $0 }
            }
        }

        private func subjects() -> [(name: String, Memory)] {
            func replaying(_ subject: ReplaySubject<Int>) -> Memory {
                Memory(subject.lock, subject.subscribe(onNext: { _ in })) { subject.onNext($0) }
            }
            let behavior = BehaviorSubject(value: 0)
            let heard = behavior.subscribe(onNext: { _ in })
            let window = ReplaySubject<Int>.create(window: .seconds(3_600), scheduler: HistoricalScheduler())
            return [
                ("BehaviorSubject", Memory(behavior.lock, heard) { behavior.onNext($0) }),
                ("ReplaySubject of one", replaying(.create(bufferSize: 1))),
                ("ReplaySubject of 100", replaying(.create(bufferSize: 100))),
                ("ReplaySubject with a window", replaying(window)),
            ]
        }

        func testTheFirstEmissionOfAThreadAllocatesNothingUnderTheLock() throws {
            try XCTSkipUnless(malloc_meter_available(), "allocations cannot be counted here")
            for (name, memory) in subjects() {
                XCTAssertEqual(memory.allocations { memory.emit(1) }, 0, name)
            }
        }

        func testAnAsyncSubjectAllocatesNothingUnderTheLock() throws {
            try XCTSkipUnless(malloc_meter_available(), "allocations cannot be counted here")
            // The first one shows what the runtime makes once.
            for isMeasured in [false, true] {
                let subject = AsyncSubject<Int>()
                let memory = Memory(subject.lock, subject.subscribe(onNext: { _ in })) { subject.onNext($0) }
                let found = memory.allocations { subject.onCompleted() }
                if isMeasured { XCTAssertEqual(found, 0) }
            }
        }

        func testAnEmissionThatNestsDeeplyAllocatesNothingUnderTheLock() throws {
            try XCTSkipUnless(malloc_meter_available(), "allocations cannot be counted here")
            for (name, memory) in subjects() {
                // More than two blocks of pins.
                let outer = (0..<20).map { _ in PublishSubject<Int>() }
                let bag = DisposeBag()
                for (subject, inner) in zip(outer, outer.dropFirst()) {
                    subject
                        .subscribe(onNext: {
                            memory.emit($0)
                            inner.onNext($0)
                        })
                        .disposed(by: bag)
                }
                XCTAssertEqual(memory.allocations { outer[0].onNext(1) }, 0, name)
                withExtendedLifetime(bag) {}
            }
        }

        func testTheMeterSeesWhatIsAllocatedUnderTheLock() throws {
            try XCTSkipUnless(malloc_meter_available(), "allocations cannot be counted here")
            let (_, memory) = subjects()[0]
            let found = memory.allocations {
                memory.lock.acquire()
                withExtendedLifetime(NSObject()) {}
                memory.lock.release()
            }
            XCTAssertGreaterThan(found, 0)
        }
    }
#endif
