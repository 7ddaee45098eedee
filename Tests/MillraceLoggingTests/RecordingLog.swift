#if Logging
    import Foundation
    import Logging

    /// A log handler that keeps what it is given, as lines.
    struct RecordingLog: LogHandler {
        final class Lines: @unchecked Sendable {
            private let lock = NSLock()
            private var recorded: [String] = []
            private var places: [String] = []

            var all: [String] { lock.withLock { recorded } }
            var lastPlace: String? { lock.withLock { places.last } }

            func append(_ line: String, at place: String) {
                lock.withLock {
                    recorded.append(line)
                    places.append(place)
                }
            }
        }

        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level

        static func logger(_ level: Logger.Level = .trace) -> (logger: Logger, lines: Lines) {
            let lines = Lines()
            return (Logger(label: "test") { _ in RecordingLog(lines: lines, logLevel: level) }, lines)
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let metadata = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
            lines.append(
                "\(event.level) \(event.message)\(metadata)",
                at: "\(event.source) \(event.file):\(event.line)"
            )
        }
    }
#endif
