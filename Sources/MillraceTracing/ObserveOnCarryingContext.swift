#if Tracing
    import Millrace
    import Tracing

    extension ObservableType {
        /// Delivers the events of this source on `scheduler`, with the `ServiceContext` of the subscription or of each
        /// element: with the trace, the span and whatever else is in it.
        ///
        /// With `.subscription`, observers find the context of the code that subscribes. This is
        /// `observe(on:carrying:)` with `ServiceContext.$current`; a context is set once a batch.
        ///
        /// With `.element`, observers find the context of the code that emits the element, such as the request that
        /// sends it into a subject, or a `traced(_:each:)` above. It is kept beside the element while the element waits.
        /// An element that is emitted without a context, and a terminal event, are delivered with the context of the
        /// subscription.
        ///
        /// - **Emits**, **completes** and **fails** as `observe(on:)` does.
        /// - **Disposal** disposes the source's subscription; events that still wait are dropped.
        /// - **Thread**: observers are called on `scheduler`, one event at a time. The context is there only during these
        ///   calls.
        /// - **Complexity**: as `observe(on:)`; with `.element`, a task-local is set for each element.
        ///
        /// ```swift
        /// let (tracer, scheduler) = (InMemoryTracer(), TestScheduler(initialClock: 0))
        /// let subscription = Observable.of("tea")
        ///     .traced("receive", each: .element, tracer: tracer)
        ///     .observe(on: scheduler, carryingContextOf: .element)
        ///     .traced("store", each: .element, tracer: tracer)
        ///     .subscribe()
        /// scheduler.start()
        /// for span in tracer.finishedSpans { print(span.operationName, span.traceID) }
        /// // receive trace-1
        /// // store trace-1
        /// ```
        ///
        /// - Parameters:
        ///   - scheduler: where observers are called.
        ///   - unit: whose context observers find.
        public func observe(
            on scheduler: any ImmediateSchedulerType,
            carryingContextOf unit: TracedUnit
        ) -> Observable<Element> {
            switch unit {
            case .subscription:
                return observe(on: scheduler, carrying: ServiceContext.$current)
            case .element:
                return map { InContext($0) }
                    .observe(on: scheduler, carrying: ServiceContext.$current)
                    .deliveredInContext()
            }
        }

        /// Delivers the events of this source on `scheduler`, lets at most `capacity` elements wait, and has observers
        /// find a `ServiceContext`; otherwise as `observe(on:capacity:overflow:)` and `observe(on:carryingContextOf:)`.
        ///
        /// - Parameters:
        ///   - scheduler: where observers are called.
        ///   - capacity: how many elements may wait, at least 1.
        ///   - overflow: what to do with an element that comes when `capacity` elements wait already.
        ///   - unit: whose context observers find.
        ///   - file: the path of the file of the call; the compiler fills it in.
        ///   - line: the line of the call; the compiler fills it in.
        public func observe(
            on scheduler: any ImmediateSchedulerType,
            capacity: Int,
            overflow: OverflowStrategy,
            carryingContextOf unit: TracedUnit,
            file: StaticString = #fileID,
            line: UInt = #line
        ) -> Observable<Element> {
            let key = ServiceContext.$current
            switch unit {
            case .subscription:
                return observe(
                    on: scheduler,
                    capacity: capacity,
                    overflow: overflow,
                    carrying: key,
                    file: file,
                    line: line
                )
            case .element:
                return map { InContext($0) }
                    .observe(
                        on: scheduler,
                        capacity: capacity,
                        overflow: overflow,
                        carrying: key,
                        file: file,
                        line: line
                    )
                    .deliveredInContext()
            }
        }
    }

    /// An element with the context of the code that has emitted it.
    private struct InContext<Element> {
        let element: Element
        let context: ServiceContext?

        init(_ element: Element) {
            self.element = element
            context = .current
        }
    }

    extension ObservableType {
        fileprivate func deliveredInContext<Content>() -> Observable<Content> where Element == InContext<Content> {
            Operator(asObservable()) {
                OperatorSink<InContext<Content>, Content>($0, plain: true) { sink, carried in
                    let sink = sink.downcast(to: OperatorSink<InContext<Content>, Content>.self)
                    guard let context = carried.context else { return sink.forward(carried.element) }
                    ServiceContext.$current.withValue(context) { sink.forward(carried.element) }
                }
            }
        }
    }
#endif
