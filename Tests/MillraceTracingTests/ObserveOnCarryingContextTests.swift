#if Tracing
    import InMemoryTracing
    import Millrace
    import MillraceTest
    import MillraceTracing
    import TestSupport
    import Tracing
    import XCTest

    final class ObserveOnCarryingContextTests: XCTestCase {
        private let tracer = InMemoryTracer()

        private var trace: String { ServiceContext.current?.inMemorySpanContext?.traceID ?? "none" }

        func testTheExampleOfTheDocumentation() {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = Observable.of("tea")
                .traced("receive", each: .element, tracer: tracer)
                .observe(on: scheduler, carryingContextOf: .element)
                .traced("store", each: .element, tracer: tracer)
                .subscribe()
            scheduler.start()
            XCTAssertEqual(
                tracer.finishedSpans.map { "\($0.operationName) \($0.traceID)" },
                ["receive trace-1", "store trace-1"]
            )
            _ = subscription
        }

        func testOneTraceOverTwoHops() {
            for unit in [TracedUnit.subscription, .element] {
                let tracer = InMemoryTracer()
                let (first, second) = (
                    SerialDispatchQueueScheduler(qos: .utility), SerialDispatchQueueScheduler(qos: .utility)
                )
                let ended = expectation(description: "completed")
                let subscription = tracer.withSpan("request") { _ in
                    Observable.of("tea", "milk")
                        .traced("receive", each: .element, tracer: tracer)
                        .observe(on: first, carryingContextOf: unit)
                        .traced("parse", each: .element, tracer: tracer)
                        .observe(on: second, capacity: 16, overflow: .dropOldest, carryingContextOf: unit)
                        .traced("store", each: .element, tracer: tracer)
                        .subscribe(onDisposed: { ended.fulfill() })
                }
                wait(for: [ended], timeout: Patience.limit)
                subscription.dispose()
                let spans = tracer.finishedSpans
                XCTAssertEqual(Set(spans.map(\.traceID)), ["trace-1"])
                XCTAssertEqual(spans.count, 7)
                let named = Dictionary(spans.map { ($0.spanID, $0.operationName) }) { first, _ in first }
                let parents = Set(spans.map { "\($0.operationName)<\($0.parentSpanID.flatMap { named[$0] } ?? "-")" })
                switch unit {
                case .subscription:
                    XCTAssertEqual(parents, ["request<-", "receive<request", "parse<request", "store<request"])
                case .element:
                    XCTAssertEqual(parents, ["request<-", "receive<request", "parse<receive", "store<parse"])
                }
            }
        }

        func testEachElementHasTheContextOfItsEmission() {
            let scheduler = TestScheduler(initialClock: 0)
            let subject = PublishSubject<Int>()
            var seen: [String] = []
            let subscription = tracer.withSpan("subscriber") { _ in
                subject.observe(on: scheduler, carryingContextOf: .element)
                    .subscribe(
                        onNext: { [self] in seen.append("\($0) \(trace)") },
                        onCompleted: { [self] in seen.append("| \(trace)") }
                    )
            }
            tracer.withSpan("a") { _ in subject.onNext(1) }
            subject.onNext(2)
            tracer.withSpan("b") { _ in subject.onNext(3) }
            subject.onCompleted()
            XCTAssertEqual(seen, [])
            scheduler.start()
            XCTAssertEqual(seen, ["1 trace-2", "2 trace-1", "3 trace-3", "| trace-1"])
            XCTAssertEqual(trace, "none")
            subscription.dispose()
        }

        func testAnElementThatIsDroppedTakesItsContextAlong() {
            for unit in [TracedUnit.subscription, .element] {
                let scheduler = TestScheduler(initialClock: 0)
                let recorder = Recorder<Int>()
                let subscription = Observable.of(1, 2, 3, 4)
                    .observe(on: scheduler, capacity: 2, overflow: .dropOldest, carryingContextOf: unit)
                    .subscribe(recorder)
                scheduler.start()
                XCTAssertEqual(recorder.marks, ["3", "4", "|"])
                subscription.dispose()
            }
        }

        func testTheContract() {
            for unit in [TracedUnit.subscription, .element] {
                OperatorContract(
                    "observe(on:carryingContextOf: \(unit))",
                    sends: [1, 2, 3],
                    advancing: 1,
                    excusing: [.endDuringSubscription: "nothing comes while the clock stands still"]
                ) { $0.observe(on: $1, carryingContextOf: unit) }.check()
            }
        }
    }
#endif
