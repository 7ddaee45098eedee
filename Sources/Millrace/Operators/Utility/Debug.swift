#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(WASILibc)
    import WASILibc
#endif

extension ObservableType {
    /// Prints the beginning, the events and the disposal of each subscription to standard output.
    ///
    /// - **Emits**, **completes** and **fails** as the source does; each event is printed before it is passed on.
    /// - **Disposal** is printed, then disposes the source's subscription. If the source was released without a
    ///   terminal event, the disposal is still printed, so until then the subscription keeps what the observer
    ///   captured.
    /// - **Thread**: prints on the thread of the event, emits on the thread that the source emits on.
    /// - **Complexity**: that of printing.
    ///
    /// ```swift
    /// let prices = Observable.of(3, 4)
    /// let subscription = prices
    ///     .debug("prices")
    ///     .subscribe(onNext: { print($0) })
    /// // 3
    /// // 4
    /// ```
    ///
    /// In this example, the following comes on standard output besides. The times are in local time.
    ///
    /// ```text
    /// 2024-01-31 12:34:56.789: prices -> subscribed
    /// 2024-01-31 12:34:56.789: prices -> Event next(3)
    /// 2024-01-31 12:34:56.789: prices -> Event next(4)
    /// 2024-01-31 12:34:56.789: prices -> Event completed
    /// 2024-01-31 12:34:56.789: prices -> isDisposed
    /// ```
    ///
    /// - Parameters:
    ///   - identifier: the text after the time in each line. If it is `nil`, the text is the place of this call.
    ///   - trimOutput: whether an event whose text is longer than 40 characters is cut to its first 20 and its last 20.
    ///   - file: the file that the call is in.
    ///   - line: the line that the call is on.
    ///   - function: the function that the call is in.
    public func debug(
        _ identifier: String? = nil,
        trimOutput: Bool = false,
        file: String = #file,
        line: UInt = #line,
        function: String = #function
    ) -> Observable<Element> {
        let fileName = file[(file.lastIndex(of: "/").map(file.index(after:)) ?? file.startIndex)...]
        let log = DebugSink<Element>.Log(
            identifier: identifier ?? "\(fileName):\(line) (\(function))",
            trimsEvents: trimOutput
        )
        return ClosureOperator(asObservable(), kind: .watching) { source, downstream in
            log.write("subscribed")
            let sink = DebugSink(downstream, log)
            downstream.setUpstream(DebugSink.Handle(sink, log))
            source.attach(sink)
        }
    }
}

/// Prints events and passes them on.
private final class DebugSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    private let log: Log

    init(_ downstream: Sink<Element>, _ log: Log) {
        self.log = log
        super.init(downstream) { sink, element in
            let sink = sink.downcast(to: DebugSink<Element>.self)
            sink.log.write(.next(element))
            sink.forward(element)
        }
    }

    override func error(_ error: Swift.Error) {
        log.write(.error(error))
        fail(error)
    }

    override func completed() {
        log.write(.completed)
        finish()
    }

    // The disposal is still to be printed, so this sink is not detached from downstream.
    override func sourceReleased() {}
}

extension DebugSink {
    /// Prints the lines of one `debug`.
    fileprivate struct Log {
        let identifier: String
        let trimsEvents: Bool

        private static var limit: Int { 40 }

        func write(_ content: String) {
            print("\(Log.timestamp()): \(identifier) -> \(content)")
        }

        func write(_ event: Event<Element>) {
            let text = event.debugDescription
            let half = Log.limit / 2
            write(
                "Event \(trimsEvents && text.count > Log.limit ? "\(text.prefix(half))...\(text.suffix(half))" : text)"
            )
        }

        private static func timestamp() -> String {
            var now = timespec()
            clock_gettime(CLOCK_REALTIME, &now)
            var parts = tm()
            localtime_r(&now.tv_sec, &parts)
            func digits(_ value: Int, _ count: Int = 2) -> String {
                let text = String(value)
                return String(repeating: "0", count: max(0, count - text.count)) + text
            }
            let day =
                "\(digits(Int(parts.tm_year) + 1900, 4))-\(digits(Int(parts.tm_mon) + 1))-\(digits(Int(parts.tm_mday)))"
            let time = "\(digits(Int(parts.tm_hour))):\(digits(Int(parts.tm_min))):\(digits(Int(parts.tm_sec)))"
            return "\(day) \(time).\(digits(Int(now.tv_nsec) / 1_000_000, 3))"
        }
    }

    /// The upstream that `debug` gives downstream: prints the disposal before the source is disposed, as RxSwift does.
    /// The `disposed()` of a sink would run after that.
    fileprivate final class Handle: DisposeBase, @unchecked Sendable {
        private let sink: Held<DebugSink<Element>>
        private let log: Log
        private var hasPrinted = false

        init(_ sink: DebugSink<Element>, _ log: Log) {
            self.sink = Held(retaining: sink)
            self.log = log
        }

        deinit {
            releaseLink(sink)
        }

        override func nextPart() -> Held<DisposeBase>? {
            if hasPrinted { return nil }
            hasPrinted = true
            log.write("isDisposed")
            return sink.use { Held<DisposeBase>(retaining: $0) }
        }
    }
}
