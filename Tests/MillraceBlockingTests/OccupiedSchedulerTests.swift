import Foundation
import Millrace
import MillraceBlocking
import MillraceTest
import TestSupport
import XCTest

/// Waiting, on a thread that a scheduler needs, for what only that scheduler can deliver.
final class OccupiedSchedulerTests: XCTestCase {
    private let serial = SerialDispatchQueueScheduler(internalSerialQueueName: "the queue in question")

    /// What `body` returned in an action of `scheduler`.
    private func inAction<Result>(of scheduler: ImmediateSchedulerType, _ body: @escaping () -> Result) -> Result {
        let result = Box<Result?>(nil)
        let isOver = Moment()
        _ = scheduler.schedule(()) { _ in
            result.value = body()
            isOver.set()
            return Disposables.create()
        }
        isOver.wait()
        return result.value!
    }

    private func failure<Element>(_ source: Observable<Element>) -> BlockingError? {
        guard case .failed(_, let error) = source.toBlocking(timeout: 60).materialize() else { return nil }
        return error as? BlockingError
    }

    func testASerialQueue() {
        let subject = PublishSubject<Int>()
        let sources: [(String, Observable<Int>)] = [
            ("observe(on:)", Observable.of(1, 2).observe(on: serial)),
            ("observe(on:) a subject", subject.observe(on: serial)),
            ("subscribe(on:)", Observable.of(1, 2).subscribe(on: serial)),
            ("just", Observable.just(1, scheduler: serial)),
            ("of", Observable.of(1, 2, scheduler: serial)),
            ("generate", Observable.generate(initialState: 1, condition: { $0 < 3 }, scheduler: serial) { $0 + 1 }),
            ("timer", Observable<Int>.timer(.milliseconds(1), scheduler: serial)),
            ("interval", Observable<Int>.interval(.milliseconds(1), scheduler: serial)),
            (
                "with operators",
                subject.observe(on: serial).map { $0 + 1 }.filter { $0 > 0 }.take(3).scan(0) { $0 + $1 }
            ),
            ("with side effects", subject.observe(on: serial).do(onNext: { _ in })),
        ]
        for (label, source) in sources {
            let error = inAction(of: serial) { self.failure(source) }
            XCTAssertTrue(error?.description.contains("toBlocking") ?? false, label)
            XCTAssertTrue(error?.scheduler.contains("the queue in question") ?? false, "\(label) \(error as Any)")
        }
    }

    private actor Clerk {
        func run<Result>(_ body: () -> Result) -> Result { body() }
    }

    func testSchedulersOfSwiftConcurrency() {
        for (name, scheduler) in [("ClockScheduler", ClockScheduler()), ("Clerk", ActorScheduler(Clerk()))] {
            let error = inAction(of: scheduler) { self.failure(Observable.of(1, 2).observe(on: scheduler)) }
            XCTAssertTrue(error?.scheduler.contains(name) ?? false, "\(name) \(error as Any)")
            let elements = inAction(of: serial) {
                try? Observable.of(1, 2).observe(on: scheduler).toBlocking(timeout: 60).toArray()
            }
            XCTAssertEqual(elements, [1, 2], name)
        }
    }

    func testAnActorThatTheSourceNeeds() async {
        let clerk = Clerk()
        let error = await clerk.run { self.failure(Observable.of(1, 2).observe(on: clerk)) }
        XCTAssertTrue(error?.scheduler.contains("Clerk") ?? false, "\(error as Any)")
    }

    func testABlockOnTheQueueOfAScheduler() {
        let queue = Box<DispatchQueue?>(nil)
        let scheduler = SerialDispatchQueueScheduler(
            internalSerialQueueName: "inside",
            serialQueueConfiguration: { queue.value = $0 }
        )
        let error = queue.value?.sync { failure(Observable.of(1).observe(on: scheduler)) }
        XCTAssertTrue(error?.scheduler.contains("inside") ?? false, "\(error as Any)")
    }

    func testAnOccupiedQueueThatTheSourceDoesNotNeed() {
        let other = SerialDispatchQueueScheduler(qos: .default)
        let elements = inAction(of: serial) {
            try? Observable.of(1, 2).observe(on: other).toBlocking(timeout: 60).toArray()
        }
        XCTAssertEqual(elements, [1, 2])
    }

    func testASourceWithAnotherWayIsWaitedFor() {
        let other = ConcurrentDispatchQueueScheduler(qos: .default)
        let (serial, elsewhere) = (serial, Observable.of(1, scheduler: other))
        let never = Observable<Int>.never()
        let sources = [
            ("merge", Observable.merge(never.observe(on: serial), elsewhere).take(1)),
            ("amb", never.observe(on: serial).amb(elsewhere)),
            ("timeout", elsewhere.timeout(.seconds(60), scheduler: serial)),
            ("startWith", never.observe(on: serial).startWith(1).take(1)),
            ("take(until:)", never.observe(on: serial).take(until: elsewhere).ifEmpty(default: 1)),
        ]
        for (label, source) in sources {
            let elements = inAction(of: serial) { try? source.toBlocking(timeout: 60).toArray() }
            XCTAssertEqual(elements, [1], label)
        }
    }

    func testWhatComesWhileSubscribingNeedsNoScheduler() {
        let source = Observable.of(1, 2).concat(Observable.never()).observe(on: CurrentThreadScheduler.instance)
        XCTAssertEqual(inAction(of: serial) { (try? source.toBlocking(timeout: 60).first()) ?? nil }, 1)
    }

    func testAnActionOfVirtualTime() {
        let scheduler = TestScheduler(initialClock: 0)
        let sources: [(String, Observable<Int>)] = [
            ("observe(on:)", Observable.of(1).observe(on: scheduler)),
            ("subscribe(on:)", Observable.of(1).subscribe(on: scheduler)),
            ("timer", .timer(.seconds(1), scheduler: scheduler)),
        ]
        let errors = Box<[(String, BlockingError?)]>([])
        scheduler.scheduleAt(100) { errors.value = sources.map { ($0, self.failure($1)) } }
        scheduler.start()
        XCTAssertEqual(errors.value.count, sources.count)
        for (label, error) in errors.value {
            XCTAssertTrue(error?.scheduler.contains("TestScheduler") ?? false, "\(label) \(error as Any)")
        }
    }

    func testVirtualTimeThatAnotherThreadMovesIsWaitedFor() {
        let scheduler = TestScheduler(initialClock: 0)
        let isSubscribed = Moment()
        let source = Observable<Int>.timer(.seconds(5), scheduler: scheduler).do(onSubscribed: { isSubscribed.set() })
        let clock = TestThread {
            isSubscribed.wait()
            scheduler.start()
        }
        XCTAssertEqual(try? source.toBlocking(timeout: 60).toArray(), [0])
        clock.join()
    }

    func testTheMessageSaysWhatToDo() {
        let error = inAction(of: serial) { self.failure(Observable.of(1).observe(on: self.serial)) }
        XCTAssertEqual(
            error?.description,
            """
            toBlocking: this wait would never end. All events of the source come in actions of the \
            SerialDispatchQueueScheduler "the queue in question", and the calling thread is running one, before whose end \
            no other begins. Call toBlocking on another thread, or let the source emit and be observed on another scheduler.
            """
        )
        XCTAssertEqual(error?.errorDescription, error?.description)
        XCTAssertEqual(error?.localizedDescription, error?.description)
    }

    func testEveryFunctionThrowsIt() {
        let blocking = Observable.of(1).observe(on: serial).toBlocking(timeout: 60)
        let functions: [() throws -> Void] = [
            { _ = try blocking.toArray() }, { _ = try blocking.first() }, { _ = try blocking.last() },
            { _ = try blocking.single() }, { _ = try blocking.single { _ in true } },
        ]
        for function in functions {
            let isRight = inAction(of: serial) {
                do {
                    try function()
                    return false
                } catch {
                    return error is BlockingError
                }
            }
            XCTAssertTrue(isRight)
        }
    }

    func testTheSubscriptionIsDisposed() {
        let subject = PublishSubject<Int>()
        let error = inAction(of: serial) { self.failure(subject.observe(on: self.serial)) }
        XCTAssertNotNil(error)
        XCTAssertFalse(subject.hasObservers)
    }
}
