#if Logging
    import Logging
    import Millrace

    extension ObservableType {
        /// Writes the beginning, the events and the end of each subscription to a log.
        ///
        /// | event | message | metadata |
        /// |---|---|---|
        /// | `.subscribe` | `orders: subscribed` | `subscription` |
        /// | `.next` | `orders: next` | `subscription`, `element` |
        /// | `.error` | `orders: failed` | `subscription`, `error`, `duration` |
        /// | `.completed` | `orders: completed` | `subscription`, `duration` |
        /// | `.dispose` | `orders: disposed` | `subscription`, `duration` |
        ///
        /// `subscription` numbers the subscriptions of this operator, from 1. `duration` is the time since the
        /// subscription was made, in seconds. The source, the file and the line of a log entry are those of the call of
        /// this operator. Elements may be personal or secret: leave `.next` out of `events` then, or let `elementLimit`
        /// be 0.
        ///
        /// - **Emits**, **completes** and **fails** as the source does; each event is logged before it is passed on.
        /// - **Disposal** disposes the source's subscription, then is logged, once; also after a terminal event.
        /// - **Thread**: logs, and emits, on the thread that the source emits on.
        /// - **Complexity**: that of the logger. If the logger leaves a level out, nothing is formatted for it. For the
        ///   text of an element, all of the element is formatted, then the text is cut.
        ///
        /// ```swift
        /// let subscription = Observable.of("tea", "milk")
        ///     .log("orders", events: [.subscribe, .next, .error], to: logger)
        ///     .subscribe()
        /// // debug orders: subscribed subscription=1
        /// // debug orders: next element=tea subscription=1
        /// // debug orders: next element=milk subscription=1
        /// ```
        ///
        /// - Parameters:
        ///   - name: what the messages begin with.
        ///   - level: the level of all events but failures.
        ///   - errorLevel: the level of failures.
        ///   - events: which events are logged.
        ///   - elementLimit: how many characters of an element's text are logged; with 0 the elements' texts are left out.
        ///   - clock: measures durations.
        ///   - logger: the log.
        ///   - file: the file of the call; the compiler fills it in.
        ///   - function: the function that the call is in; the compiler fills it in.
        ///   - line: the line of the call; the compiler fills it in.
        public func log<C: Clock<Duration>>(
            _ name: String,
            level: Logger.Level = .debug,
            errorLevel: Logger.Level = .error,
            events: LoggedEvents = .all,
            elementLimit: Int = 200,
            clock: C = ContinuousClock(),
            to logger: Logger,
            file: String = #fileID,
            function: String = #function,
            line: UInt = #line
        ) -> Observable<Element> {
            require(
                elementLimit >= 0,
                "log(_:elementLimit:to:): elementLimit must not be negative, not \(elementLimit)"
            )
            let log = EventLog(
                name: name,
                level: level,
                errorLevel: errorLevel,
                events: events,
                elementLimit: elementLimit,
                logger: logger,
                place: (file, function, line)
            )
            let count = Locked(0)
            return probed(function: "log(_:level:errorLevel:events:elementLimit:clock:to:)") {
                let number = count.access { count in
                    count += 1
                    return count
                }
                return LogProbe<Element, C>(log, number, clock)
            }
        }
    }

    /// What one `log` operator writes, and where.
    private struct EventLog: Sendable {
        let name: String
        let level: Logger.Level
        let errorLevel: Logger.Level
        let events: LoggedEvents
        let elementLimit: Int
        let logger: Logger
        let place: (file: String, function: String, line: UInt)

        /// `metadata` is read only if the logger takes the level.
        func write(_ event: LoggedEvents, _ what: String, _ metadata: @autoclosure () -> Logger.Metadata) {
            if !events.contains(event) { return }
            logger.log(
                level: event == .error ? errorLevel : level,
                "\(name): \(what)",
                metadata: metadata(),
                source: nil,
                file: place.file,
                function: place.function,
                line: place.line
            )
        }

        func metadata<Element>(of element: Element) -> Logger.Metadata {
            if elementLimit == 0 { return [:] }
            let text = String(describing: element)
            // A text has no more characters than bytes.
            if text.utf8.count <= elementLimit || text.count <= elementLimit { return ["element": .string(text)] }
            return ["element": "\(text.prefix(elementLimit))…"]
        }
    }

    /// Logs the events of one subscription.
    private struct LogProbe<Element, C: Clock<Duration>>: SubscriptionProbe {
        private let log: EventLog
        private let number: Int
        private let clock: C
        private let start: C.Instant

        init(_ log: EventLog, _ number: Int, _ clock: C) {
            self.log = log
            self.number = number
            self.clock = clock
            start = clock.now
        }

        private func metadata(_ further: Logger.Metadata = [:]) -> Logger.Metadata {
            further.merging(["subscription": "\(number)"]) { $1 }
        }

        private var duration: Logger.Metadata {
            ["duration": "\(start.duration(to: clock.now))"]
        }

        func begin(_ subscribe: () -> Void) {
            log.write(.subscribe, "subscribed", metadata())
            subscribe()
        }

        func deliver(_ event: Event<Element>, _ pass: () -> Void) {
            switch event {
            case .next(let element):
                log.write(.next, "next", metadata(log.metadata(of: element)))
            case .error(let error):
                log.write(.error, "failed", metadata(duration.merging(["error": "\(error)"]) { $1 }))
            case .completed:
                log.write(.completed, "completed", metadata(duration))
            }
            pass()
        }

        func end() {
            log.write(.dispose, "disposed", metadata(duration))
        }
    }
#endif
