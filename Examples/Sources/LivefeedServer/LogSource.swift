#if Server
    import Foundation
    import LogReading
    import Millrace
    import NIOConcurrencyHelpers

    /// A line of the log, and where it ends.
    struct Reading: Sendable {
        let bytes: [UInt8]
        /// When the line was read, in milliseconds since 1970; `nil` if it was there before.
        let time: Int?
        /// Which file it is from; `nil` if it is from none, such as standard input.
        let file: FileStatus.Identity?
        /// Where the next line begins, in bytes from the file's beginning.
        let end: Int
    }

    /// The log as a source that can pause: while there is no room for its lines, nothing is read, and they stay in the file.
    struct LogSource: Sendable {
        /// How much of a log that is there already is read, in bytes: 5,000 lines, if they have 200 each.
        static let past = 1 << 20

        private let reader: Reader
        private let start: Int
        private let size: Int
        private let isCut: Bool

        /// - Parameters:
        ///   - file: what to follow; belongs to the source from now on, which is subscribed to once.
        ///   - start: where to begin, at the beginning of a line; `nil` for the newest lines that are there.
        init(_ file: LogFile, from start: Int? = nil) {
            size = file.path == nil ? 0 : file.status?.size ?? 0
            self.start = start ?? max(0, size - LogSource.past)
            // The first line is cut, unless the log is read from its beginning.
            isCut = start == nil && self.start > 0
            reader = Reader(log: LogReader([.file(file)], follows: true, start: self.start))
        }

        /// The lines, which come on a thread of their own; it begins with the subscription, and ends with it or with the
        /// log.
        var lines: Observable<Reading> {
            let (log, size) = (reader.log, size)
            var position = start
            var restarts = 0
            return pausable(reader)
                .map { line in
                    if log.restarts != restarts {
                        restarts = log.restarts
                        position = 0
                    }
                    position += line.length
                    let isPast = restarts == 0 && position <= size
                    return Reading(
                        bytes: Array(line.bytes),
                        time: isPast ? nil : milliseconds(Date()),
                        file: log.identity,
                        end: position
                    )
                }
                .skip(isCut ? 1 : 0)
        }

        /// Holds up the reader's thread, and so the reading, while there is no room.
        private func pausable(_ reader: Reader) -> Observable<Line> {
            Observable.create(pausable: { observer, pressure in
                let room = DispatchSemaphore(value: 0)
                let isOver = NIOLockedValueBox(false)
                let subscription = reader.log.lines.subscribe(
                    onNext: { line in
                        while !pressure.isOpen, !isOver.withLockedValue({ $0 }) {
                            pressure.onReopen { room.signal() }
                            room.wait()
                        }
                        observer.onNext(line)
                    },
                    onError: { observer.onError($0) },
                    onCompleted: { observer.onCompleted() }
                )
                let thread = Thread { reader.log.run() }
                thread.name = "log"
                thread.start()
                return Disposables.create {
                    subscription.dispose()
                    isOver.withLockedValue { $0 = true }
                    room.signal()
                }
            })
        }
    }

    /// The reader belongs to its thread from when that is started.
    private struct Reader: @unchecked Sendable {
        let log: LogReader
    }
#endif
