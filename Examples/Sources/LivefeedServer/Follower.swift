#if Server
    import Foundation
    import LogReading
    import Metrics
    import Millrace
    import MillraceMetrics
    import MillraceService
    import ServiceLifecycle

    /// Follows the log, and hands its lines to the hub, until the program is to stop. Then every client gets what still
    /// waits for it, and its stream ends.
    package struct Follower: Service {
        private let source: LogSource
        private let endsWithLog: Bool
        private let hub: any Hub
        private let metrics: any MetricsFactory

        /// - Parameters:
        ///   - file: what to follow; belongs to the service from now on, which runs once.
        ///   - endsWithLog: whether the service ends when the log does, as standard input can, instead of showing it until
        ///     the program is to stop.
        package init(_ file: LogFile, endsWithLog: Bool = false, hub: any Hub, metrics: any MetricsFactory) {
            source = LogSource(file)
            self.endsWithLog = endsWithLog
            self.hub = hub
            self.metrics = metrics
        }

        package func run() async throws {
            defer { hub.finish() }
            do {
                try await PipelineService(entries, capacity: 256, drainWithin: .seconds(1)) { [hub] in
                    hub.publish($0)
                }.run()
            } catch is DrainTimeoutError {
                // A stop, and more lines waited than could be handed out in a second. A file still has them.
            }
            if !endsWithLog { try await gracefulShutdown() }
        }

        private var entries: Observable<Entry> {
            // Numbers of a later run are higher, so that a browser which has lines of an earlier run gets the new ones.
            var number = milliseconds(Date()) * 1_000
            let parser = EntryParser()
            return source.lines
                .map { line in
                    number += 1
                    return line.bytes.withUnsafeBytes { parser.entry($0, number: number, time: line.time) }
                }
                .metered("livefeed.lines", factory: metrics)
        }
    }
#endif
