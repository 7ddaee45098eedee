#if Server
    import Foundation
    import LogReading
    import Millrace
    import ServiceLifecycle

    /// Follows the log on a thread of its own, as logwatch does, and hands its lines to the hub, until the program is to
    /// stop. Then every client gets what still waits for it, and its stream ends.
    struct Follower: Service {
        /// How much of a log that is there already is read, in bytes.
        private static let past = 1 << 16

        let path: String
        let hub: any Hub

        func run() async throws {
            let file = try LogFile(path: path)
            let start = max(0, (file.status?.size ?? 0) - Follower.past)
            let reader = Reader(LogReader(file, follows: true, start: start, repairsText: true))
            let all = reader.log.lines
            // The first line is cut, unless the log is read from its beginning.
            let lines = start > 0 ? all.skip(1) : all.asObservable()
            // Numbers of a later run are higher, so that a browser which has lines of an earlier run gets the new ones.
            let first = milliseconds() * 1_000
            let hub = hub
            let reading = lines.enumerated()
                .map { Entry($0.element, number: first + $0.index, time: milliseconds()) }
                .do(onNext: { hub.publish($0) })
                .ignoreElements()
            defer { hub.finish() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await reading.asCompletable(running: reader).value }
                group.addTask { try await gracefulShutdown() }
                // The log's end comes only with an error. Leaving cancels the other task, and so ends the reader's thread.
                try await group.next()
                group.cancelAll()
            }
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
