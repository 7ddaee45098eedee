import Dispatch

// The queue, not the thread: a server that calls `dispatchMain()` runs the main queue on threads of a pool.
private let mainQueueMark: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
}()

extension DispatchQueue {
    /// Whether the caller runs on the main queue.
    static var isMain: Bool { DispatchQueue.getSpecific(key: mainQueueMark) != nil }

    /// Whether this is the main queue. Not by identity: on Linux each use of `DispatchQueue.main` makes an object.
    var isMain: Bool { getSpecific(key: mainQueueMark) != nil }
}
