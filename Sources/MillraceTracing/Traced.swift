#if Tracing
    import Millrace
    import Tracing

    extension ObservableType {
        /// Opens a span for each subscription, or for each element.
        ///
        /// With `.subscription`, the span begins before the source is subscribed to, as a child of the span that is
        /// current there. It is current while the source is subscribed to, and while events are delivered downstream. It
        /// ends after a terminal event has been delivered, or when the subscription is disposed.
        ///
        /// With `.element`, a span begins when an element comes, and is current while the element is delivered
        /// downstream. It is a child of the span that is current on the thread that emits or, if there is none, of the
        /// one that was current when the subscription was made. A failure has a span of its own.
        ///
        /// *Downstream* is up to the next operator that delivers elsewhere; `observe(on:carryingContextOf:)` carries the
        /// current span over that hop.
        ///
        /// - **Emits**, **completes** and **fails** as the source does. An error is recorded in its span, whose status
        ///   becomes `error`.
        /// - **Disposal** disposes the source's subscription, then ends the subscription's span.
        /// - **Thread**: emits on the thread that the source emits on.
        /// - **Complexity**: the tracer's for each span, and a task-local that is set for each event.
        ///
        /// ```swift
        /// let tracer = InMemoryTracer()
        /// let subscription = Observable.of("tea", "milk")
        ///     .traced("order", each: .element, tracer: tracer)
        ///     .subscribe()
        /// for span in tracer.finishedSpans { print(span.operationName, span.traceID) }
        /// // order trace-1
        /// // order trace-2
        /// ```
        ///
        /// - Parameters:
        ///   - name: the spans' name.
        ///   - unit: what has a span of its own.
        ///   - kind: the spans' kind.
        ///   - tracer: makes the spans; by default the tracer of the `InstrumentationSystem` when the subscription is made.
        ///   - function: the function that the call is in; the compiler fills it in.
        ///   - file: the file of the call; the compiler fills it in.
        ///   - line: the line of the call; the compiler fills it in.
        public func traced(
            _ name: String,
            each unit: TracedUnit,
            ofKind kind: SpanKind = .internal,
            tracer: (any Tracer)? = nil,
            function: String = #function,
            file: String = #fileID,
            line: UInt = #line
        ) -> Observable<Element> {
            let spans = SpanMaker(name: name, kind: kind, tracer: tracer, place: (function, file, line))
            switch unit {
            case .subscription:
                return probed(function: "traced(_:each:)") {
                    SubscriptionSpan<Element>(spans.bound.start(in: .current ?? .topLevel))
                }
            case .element:
                return probed(function: "traced(_:each:)") {
                    ElementSpans<Element>(spans: spans.bound, parent: .current ?? .topLevel)
                }
            }
        }
    }

    /// Starts the spans of one operator.
    private struct SpanMaker: Sendable {
        let name: String
        let kind: SpanKind
        var tracer: (any Tracer)?
        let place: (function: String, file: String, line: UInt)

        /// The same for one subscription, with a tracer.
        var bound: SpanMaker {
            var bound = self
            bound.tracer = tracer ?? InstrumentationSystem.tracer
            return bound
        }

        func start(in context: ServiceContext) -> any Span {
            (tracer ?? InstrumentationSystem.tracer).startSpan(
                name,
                context: context,
                ofKind: kind,
                function: place.function,
                file: place.file,
                line: place.line
            )
        }
    }

    extension Span {
        fileprivate func fail(with error: any Error) {
            recordError(error)
            setStatus(SpanStatus(code: .error))
        }

        /// Calls `body` while this span is current.
        fileprivate func around(_ body: () -> Void) {
            ServiceContext.$current.withValue(context) { body() }
        }
    }

    /// The span of one subscription.
    private struct SubscriptionSpan<Element>: SubscriptionProbe {
        private let span: any Span
        private let hasEnded = Locked(false)

        init(_ span: any Span) {
            self.span = span
        }

        func begin(_ subscribe: () -> Void) {
            span.around(subscribe)
        }

        func deliver(_ event: Event<Element>, _ pass: () -> Void) {
            if case .error(let error) = event { span.fail(with: error) }
            span.around(pass)
            if event.isStopEvent { finish() }
        }

        // During the delivery of a terminal event, the end of the chain disposes the subscription. The span then ends
        // here, after the observer has been called.
        func end() {
            finish()
        }

        /// A span must be ended once.
        private func finish() {
            let isFirst = hasEnded.access { hasEnded in
                defer { hasEnded = true }
                return !hasEnded
            }
            if isFirst { span.end() }
        }
    }

    /// The spans of the elements of one subscription.
    private struct ElementSpans<Element>: SubscriptionProbe {
        let spans: SpanMaker
        let parent: ServiceContext

        func begin(_ subscribe: () -> Void) {
            subscribe()
        }

        func deliver(_ event: Event<Element>, _ pass: () -> Void) {
            if case .completed = event { return pass() }
            let span = spans.start(in: .current ?? parent)
            if case .error(let error) = event { span.fail(with: error) }
            span.around(pass)
            span.end()
        }

        func end() {}
    }
#endif
