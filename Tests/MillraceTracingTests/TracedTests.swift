#if Tracing
    import InMemoryTracing
    import Millrace
    import MillraceTest
    import MillraceTracing
    import TestSupport
    import Tracing
    import XCTest

    final class TracedTests: XCTestCase {
        private let tracer = InMemoryTracer()

        /// The spans that have ended, as `name trace/span<parent`.
        private var spans: [String] { tracer.finishedSpans.map(describe) }

        private func describe(_ span: FinishedInMemorySpan) -> String {
            let ids = "\(span.traceID.dropFirst(6))/\(span.spanID.dropFirst(5))"
            return "\(span.operationName) \(ids)<\(span.parentSpanID?.dropFirst(5) ?? "-")"
        }

        private var currentSpan: String? { ServiceContext.current?.inMemorySpanContext?.spanID }

        func testTheExampleOfTheDocumentation() {
            let subscription = Observable.of("tea", "milk")
                .traced("order", each: .element, tracer: tracer)
                .subscribe()
            XCTAssertEqual(
                tracer.finishedSpans.map { "\($0.operationName) \($0.traceID)" },
                ["order trace-1", "order trace-2"]
            )
            _ = subscription
        }

        func testASubscriptionHasASpanFromItsBeginningToItsEnd() {
            let subject = PublishSubject<Int>()
            let traced = subject.traced("orders", each: .subscription, ofKind: .consumer, tracer: tracer)
            let (first, second) = (traced.subscribe(), traced.subscribe())
            subject.onNext(1)
            XCTAssertEqual(tracer.activeSpans.count, 2)
            XCTAssertEqual(spans, [])
            first.dispose()
            XCTAssertEqual(spans, ["orders 1/1<-"])
            subject.onCompleted()
            second.dispose()
            XCTAssertEqual(spans, ["orders 1/1<-", "orders 2/2<-"])
            XCTAssertEqual(tracer.activeSpans.count, 0)
            XCTAssertEqual(tracer.finishedSpans.map(\.kind), [.consumer, .consumer])
            XCTAssertTrue(tracer.finishedSpans.allSatisfy { $0.errors.isEmpty && $0.status == nil })
        }

        func testTheSubscriptionsSpanIsCurrentForTheSourceAndForObservers() {
            var seen: [String?] = []
            let source = Observable<Int>.deferred { [self] in
                seen.append(currentSpan)
                return .just(1)
            }
            tracer.withSpan("request") { _ in
                _ = source.traced("orders", each: .subscription, tracer: tracer)
                    .subscribe(
                        onNext: { [self] _ in seen.append(currentSpan) },
                        onCompleted: { [self] in seen.append(currentSpan) }
                    )
                seen.append(currentSpan)
            }
            XCTAssertEqual(seen, ["span-2", "span-2", "span-2", "span-1"])
            XCTAssertNil(currentSpan)
            XCTAssertEqual(spans, ["orders 1/2<1", "request 1/1<-"])
        }

        func testAnElementHasASpanWhileItIsDelivered() {
            var seen: [String?] = []
            let subject = PublishSubject<Int>()
            let subscription = tracer.withSpan("request") { _ in
                subject.traced("order", each: .element, tracer: tracer)
                    .subscribe(onNext: { [self] _ in
                        seen.append(currentSpan)
                        XCTAssertTrue(tracer.activeSpans.contains { $0.spanID == currentSpan })
                    })
            }
            // Without a span of its own, the emission belongs to the request that subscribed.
            subject.onNext(1)
            tracer.withSpan("message") { _ in subject.onNext(2) }
            subject.onCompleted()
            subscription.dispose()
            XCTAssertEqual(seen, ["span-2", "span-4"])
            XCTAssertEqual(spans, ["request 1/1<-", "order 1/2<1", "order 2/4<3", "message 2/3<-"])
        }

        func testErrorsAreRecorded() {
            for unit in [TracedUnit.subscription, .element] {
                let tracer = InMemoryTracer()
                let recorder = Recorder<Int>()
                _ = Observable<Int>.error(TestError("broken")).traced("orders", each: unit, tracer: tracer)
                    .subscribe(recorder)
                XCTAssertEqual(recorder.marks, ["x(broken)"])
                XCTAssertEqual(tracer.activeSpans.count, 0)
                XCTAssertEqual(tracer.finishedSpans.map(\.operationName), ["orders"])
                XCTAssertEqual(tracer.finishedSpans.flatMap(\.errors).map { "\($0.error)" }, ["broken"])
                XCTAssertEqual(tracer.finishedSpans.map(\.status?.code), [.error])
            }
        }

        func testARetryHasASpanForEachAttempt() {
            _ = Observable<Int>.error(TestError()).traced("orders", each: .subscription, tracer: tracer).retry(3)
                .subscribe(onError: { _ in })
            XCTAssertEqual(tracer.finishedSpans.map(\.operationName), ["orders", "orders", "orders"])
            XCTAssertEqual(tracer.activeSpans.count, 0)
        }

        func testTheTracerOfTheSystemIsAskedForWhenTheSubscriptionIsMade() {
            let traced = Observable.just(1).traced("orders", each: .element)
            withTracer(tracer) { _ = traced.subscribe() }
            XCTAssertEqual(spans, ["orders 1/1<-"])
            _ = traced.subscribe()
            XCTAssertEqual(spans.count, 1)
        }

        func testASpanEndsOnceWhenTheEndAndTheDisposalMeet() {
            for _ in 0..<200 {
                let counting = EndCountingTracer()
                let subject = PublishSubject<Int>()
                let subscription = subject.traced("orders", each: .subscription, tracer: counting).subscribe()
                concurrently({ subject.onCompleted() }, { subscription.dispose() })
                XCTAssertEqual(counting.ends.value, 1)
            }
        }

        func testTheSourceIsHeldBackThroughIt() {
            for unit in [TracedUnit.subscription, .element] {
                let scheduler = TestScheduler(initialClock: 0)
                let sent = Counter()
                let recorder = Recorder<Int>()
                let subscription = Observable.range(start: 1, count: 100)
                    .do(onNext: { _ in sent.add() })
                    .traced("number", each: unit, tracer: tracer)
                    .observe(on: scheduler, capacity: 4, overflow: .suspend)
                    .subscribe(recorder)
                XCTAssertEqual(sent.value, 4)
                scheduler.start()
                XCTAssertEqual(recorder.elements, Array(1...100))
                subscription.dispose()
            }
        }

        func testTheContract() {
            for unit in [TracedUnit.subscription, .element] {
                let tracer = tracer
                OperatorContract("traced(each: \(unit))", sends: [1, 2, 3]) {
                    $0.traced("orders", each: unit, tracer: tracer)
                }.check()
            }
            XCTAssertEqual(tracer.activeSpans.count, 0)
        }

        func testNothingIsLeft() {
            let left = objectsLeft {
                for unit in [TracedUnit.subscription, .element] {
                    let subject = PublishSubject<Int>()
                    let subscription = subject.traced("orders", each: unit, tracer: InMemoryTracer()).subscribe()
                    subject.onNext(1)
                    subscription.dispose()
                }
            }
            XCTAssertEqual(left, 0)
        }
    }

    /// A tracer whose spans count how often they are ended.
    private struct EndCountingTracer: Tracer {
        let ends = Counter()

        struct Span: Tracing.Span {
            let ends: Counter
            let context = ServiceContext.topLevel
            let isRecording = true
            var operationName: String {
                get { "" }
                nonmutating set { _ = newValue }
            }
            var attributes: SpanAttributes {
                get { [:] }
                nonmutating set { _ = newValue }
            }

            func setStatus(_ status: SpanStatus) {}
            func addEvent(_ event: SpanEvent) {}
            func recordError<Instant: TracerInstant>(
                _ error: any Error,
                attributes: SpanAttributes,
                at instant: @autoclosure () -> Instant
            ) {}
            func addLink(_ link: SpanLink) {}
            func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) { ends.add() }
        }

        func startSpan<Instant: TracerInstant>(
            _ operationName: String,
            context: @autoclosure () -> ServiceContext,
            ofKind kind: SpanKind,
            at instant: @autoclosure () -> Instant,
            function: String,
            file fileID: String,
            line: UInt
        ) -> Span {
            Span(ends: ends)
        }

        func forceFlush() {}

        func inject<Carrier, Inject: Injector>(
            _ context: ServiceContext,
            into carrier: inout Carrier,
            using injector: Inject
        ) where Carrier == Inject.Carrier {}

        func extract<Carrier, Extract: Extractor>(
            _ carrier: Carrier,
            into context: inout ServiceContext,
            using extractor: Extract
        ) where Carrier == Extract.Carrier {}
    }
#endif
