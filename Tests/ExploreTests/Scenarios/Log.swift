import Foundation

/// What threads and tasks note, in the order in which they did. In the explored build, one of them runs at a time, and a
/// lock would only add steps.
final class Log<Entry>: @unchecked Sendable {
    private let lock = NSLock()
    private var noted: [Entry] = []

    func add(_ entry: Entry) {
        #if MILLRACE_EXPLORE
            noted.append(entry)
        #else
            lock.withLock { noted.append(entry) }
        #endif
    }

    var entries: [Entry] {
        #if MILLRACE_EXPLORE
            return noted
        #else
            return lock.withLock { noted }
        #endif
    }
}
