#if Brokered
    import Metrics
    import Millrace
    import MillraceMetrics
    import MillraceNATS
    import MillraceService
    import ServiceLifecycle

    /// Hands the lines that a `Publisher` has sent to the hub: the newest at once, then those that come.
    package struct Subscriber: Service {
        private let broker: Broker
        private let hub: any Hub
        private let metrics: any MetricsFactory
        private let isLoaded = BehaviorSubject(value: false)

        package init(to broker: Broker, hub: any Hub, metrics: any MetricsFactory) {
            self.broker = broker
            self.hub = hub
            self.metrics = metrics
        }

        /// A line, or a message that is none.
        private struct Step: Sendable {
            let entry: Entry?
            let isLoaded: Bool
        }

        package func run() async throws {
            defer { hub.finish() }
            let status = broker.observe(in: metrics)
            defer { status.dispose() }
            let service = PipelineService(steps, capacity: 256, drainWithin: .seconds(1)) { [hub, isLoaded] step in
                if let entry = step.entry { hub.publish(entry) }
                if step.isLoaded { isLoaded.onNext(true) }
            }
            try await Broker.explained {
                if try await broker.prepare().messages == 0 { isLoaded.onNext(true) }
                do {
                    try await service.run()
                } catch is DrainTimeoutError {
                    // More was read than could be handed out. The broker still has it.
                }
            }
        }

        /// Waits until the hub has the lines that the stream had at the start. A browser that came earlier would get them
        /// one by one, more than may wait for it.
        package func load() async throws {
            _ = try await isLoaded.filter { $0 }.first().value
        }

        private var steps: Observable<Step> {
            var newest = 0
            var past: Int?
            let parser = EntryParser()
            let undecodable = Counter(label: "livefeed.undecodable", factory: metrics)
            return broker.stream.replay(from: .last(History.mostKept), coding: .line)
                .map { stored -> Step in
                    let left = past ?? stored.pending + 1
                    past = max(0, left - 1)
                    if stored.element == nil { undecodable.increment() }
                    // The replay emits each message once. But a line is stored twice if the broker was away for longer
                    // than it knows the ids of messages.
                    guard let record = stored.element, record.number > newest else {
                        return Step(entry: nil, isLoaded: left == 1)
                    }
                    newest = record.number
                    let entry = Array(record.text.utf8).withUnsafeBytes {
                        parser.entry($0, number: record.number, time: record.time, isPast: left > 0)
                    }
                    return Step(entry: entry, isLoaded: left == 1)
                }
                .metered("livefeed.lines", factory: metrics)
        }
    }
#endif
