#if Brokered
    import Foundation
    import LogReading
    import Metrics
    import Millrace
    import MillraceMetrics
    import MillraceNATS
    import MillraceService
    import ServiceLifecycle

    /// Follows the log, and publishes its lines to the broker.
    ///
    /// Each message says where its line ends in the file. A new publisher asks the broker for the newest message, and
    /// goes on behind that line: no line is left out or sent twice, however the publisher before it has ended. While the
    /// broker is away, the publisher reads nothing; the lines stay in the file.
    package struct Publisher: Service {
        private let file: LogFile
        private let endsWithLog: Bool
        private let broker: Broker
        private let metrics: any MetricsFactory

        /// - Parameters:
        ///   - file: what to follow; belongs to the service from now on, which runs once.
        ///   - endsWithLog: whether the service ends when the log does.
        package init(_ file: LogFile, endsWithLog: Bool, to broker: Broker, metrics: any MetricsFactory) {
            self.file = file
            self.endsWithLog = endsWithLog
            self.broker = broker
            self.metrics = metrics
        }

        package func run() async throws {
            let status = broker.observe(in: metrics)
            defer { status.dispose() }
            let published = records(after: try await Broker.explained { try await newest() })
                .publish(
                    to: broker.stream,
                    coding: .json,
                    subject: { _ in Broker.subject },
                    maxInFlight: 256,
                    id: { $0.id }
                )
                .metered("livefeed.published", factory: metrics)
            // Nothing is to be done with an acknowledgement, so none is missed.
            let service = PipelineService(
                published,
                capacity: 1,
                overflow: .dropNewest,
                drainWithin: .seconds(1)
            ) { _ in }
            try await Broker.explained { try await service.run() }
            if !endsWithLog { try await gracefulShutdown() }
        }

        /// How many messages are looked into for the newest line; others may have sent some to the stream.
        private static let looked = 1_000

        /// The newest line in the stream, from this publisher or an earlier one: the one with the highest number, below
        /// which subscribers leave out all lines.
        private func newest() async throws -> LogRecord? {
            let info = try await broker.prepare()
            if info.messages == 0 { return nil }
            let newest = try await broker.stream.replay(from: .last(Publisher.looked), coding: .line)
                .take(until: { $0.pending == 0 }, behavior: .inclusive)
                .compactMap { $0.element }
                .reduce(LogRecord?.none) { newest, line in
                    if let newest, newest.number > line.number { return newest }
                    return line
                }
                .asSingle()
                .value
            guard let newest else {
                throw Failure("\(broker.name): no line among its newest \(grouped(Publisher.looked)) messages")
            }
            return newest
        }

        private func records(after newest: LogRecord?) -> Observable<LogRecord> {
            var number = newest?.number ?? milliseconds(Date()) * 1_000
            return LogSource(file, from: place(after: newest)).lines
                .map { line in
                    number += 1
                    return LogRecord(line, number: number)
                }
                .metered("livefeed.lines", factory: metrics)
        }

        /// Where to go on; `nil` if that was in another file, or the file was cut.
        private func place(after newest: LogRecord?) -> Int? {
            guard let newest, let identity = newest.file, identity == file.identity, isThere(newest) else { return nil }
            return newest.end
        }

        /// Whether the file has the line where it was. A file that was cut may be longer than before by now.
        private func isThere(_ line: LogRecord) -> Bool {
            var bytes = [UInt8](repeating: 0, count: min(line.end, 256))
            let start = line.end - bytes.count
            guard pread(file.descriptor, &bytes, bytes.count, off_t(start)) == bytes.count else { return false }
            for end in [UInt8(ascii: "\n"), UInt8(ascii: "\r")] where bytes.last == end { bytes.removeLast() }
            let found = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).last ?? []
            // No more: the first bytes may be part of a character.
            let text = String(decoding: found, as: UTF8.self).unicodeScalars.suffix(40)
            return text.elementsEqual(line.text.unicodeScalars.suffix(40)) || line.text.utf8.count >= LogRecord.longest
        }
    }
#endif
