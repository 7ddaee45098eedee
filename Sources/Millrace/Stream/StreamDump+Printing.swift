import Dispatch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

#if !os(WASI)
    extension StreamDump {
        private static let sources = Locked<[Int32: any DispatchSourceSignal]>([:])

        /// Writes a dump to standard error each time that the process gets a signal, such as `SIGUSR1`.
        ///
        /// ```
        /// Hooks.recordSubscriptions = true
        /// StreamDump.onSignal(SIGUSR1)
        /// ```
        ///
        /// It replaces what the process did at the signal before. The dump is taken on a queue, not in a signal handler, so
        /// threads that are stuck do not keep it from being written. A second call for the same signal does nothing.
        ///
        /// - Parameter number: the signal.
        public static func onSignal(_ number: Int32) {
            let source = DispatchSource.makeSignalSource(signal: number, queue: DispatchQueue(label: "Millrace: dumps"))
            source.setEventHandler { printToStandardError(StreamDump.take().description) }
            let isNew = sources.access { sources in
                if sources[number] != nil { return false }
                sources[number] = source
                return true
            }
            if isNew { signal(number, SIG_IGN) }
            source.resume()
            if !isNew { source.cancel() }
        }
    }
#endif

/// Prints the subscriptions that are alive on standard output, as Swift's own `dump(_:)` prints a value, and returns them.
///
/// ```text
/// 1 subscription
///
/// Feed/Prices.swift:12, 3.02 s old
///     observer: 24 elements, 8.0/s
///   ← map(_:): 24 elements, 8.0/s
///   ← PublishSubject<Price>: 24 elements, 8.0/s
/// ```
///
/// It knows the subscriptions that were made while `Hooks.recordSubscriptions` was on. Write `Millrace.dump()` where
/// Swift's own `dump(_:)` is in the way.
///
/// - **Thread**: may be called from any thread, at any time. It holds up no event.
/// - **Complexity**: O(stages).
@discardableResult
public func dump() -> StreamDump {
    let dump = StreamDump.take()
    print(dump)
    return dump
}

#if DEBUG || TRACE_RESOURCES
    extension Resources {
        /// Prints what lives on standard output, and returns it: how many objects of each class there are that were made while
        /// `recordsKinds` was on, the most numerous first, and then the subscriptions, as the function `dump()` does.
        ///
        /// ```
        /// Resources.recordsKinds = true
        /// Hooks.recordSubscriptions = true
        /// runTheCodeUnderTest()
        /// Resources.dump()
        /// ```
        ///
        /// - **Complexity**: O(objects).
        @discardableResult
        public static func dump() -> StreamDump { Millrace.dump() }
    }
#else
    @available(*, unavailable, message: "release builds count no objects; Millrace.dump() lists subscriptions")
    extension Resources {
        /// As in debug builds.
        @discardableResult
        public static func dump() -> StreamDump { Millrace.dump() }
    }
#endif
