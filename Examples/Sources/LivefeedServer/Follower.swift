#if Server
    import Foundation
    import LogReading
    import Metrics
    import Millrace
    import MillraceMetrics
    import ServiceLifecycle

    /// Follows the log on a thread of its own, as logwatch does, and hands its lines to the hub, until the program is to
    /// stop. Then every client gets what still waits for it, and its stream ends.
    package struct Follower: Service {
        /// How much of a log that is there already is read, in bytes.
        private static let past = 1 << 16

        private let reader: Reader
        private let start: Int
        private let size: Int
        private let endsWithLog: Bool
        private let hub: any Hub
        private let metrics: any MetricsFactory

        /// - Parameters:
        ///   - file: what to follow; belongs to the service from now on, which runs once.
        ///   - endsWithLog: whether the service ends when the log does, as standard input can, instead of showing it until
        ///     the program is to stop.
        package init(_ file: LogFile, endsWithLog: Bool = false, hub: any Hub, metrics: any MetricsFactory) {
            size = file.path == nil ? 0 : file.status?.size ?? 0
            start = max(0, size - Follower.past)
            reader = Reader(LogReader(file, follows: true, start: start, repairsText: true))
            self.endsWithLog = endsWithLog
            self.hub = hub
            self.metrics = metrics
        }

        package func run() async throws {
            defer { hub.finish() }
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    try await reading.value
                    return false
                }
                group.addTask {
                    try await gracefulShutdown()
                    return true
                }
                // Leaving cancels the other task: the subscription ends, and the reader's thread with it.
                while let isToStop = try await group.next(), !isToStop, !endsWithLog {}
                group.cancelAll()
            }
        }

        private var reading: Completable {
            let (hub, size) = (hub, size)
            // Numbers of a later run are higher, so that a browser which has lines of an earlier run gets the new ones.
            var number = milliseconds(Date()) * 1_000
            var position = start
            // The first line is cut, unless the log is read from its beginning.
            var isCut = start > 0
            return reader.log.lines
                .compactMap { line -> Entry? in
                    position += line.length
                    number += 1
                    defer { isCut = false }
                    if isCut { return nil }
                    return Entry(line.bytes, number: number, time: position <= size ? nil : milliseconds(Date()))
                }
                .metered("livefeed.lines", factory: metrics)
                .do(onNext: { hub.publish($0) })
                .ignoreElements()
                .asCompletable(running: reader)
        }
    }

    extension Observable where Element == Never {
        /// Completes when the lines do. The reader's thread starts with the subscription.
        fileprivate func asCompletable(running reader: Reader) -> Completable {
            Completable.create { observer in
                let subscription = self.subscribe(
                    onError: { observer(.error($0)) },
                    onCompleted: { observer(.completed) }
                )
                let thread = Thread { reader.log.run() }
                thread.name = "log"
                thread.start()
                return subscription
            }
        }
    }

    /// The reader belongs to its thread from when that is started.
    private struct Reader: @unchecked Sendable {
        let log: LogReader

        init(_ log: LogReader) {
            self.log = log
        }
    }
#endif
