#if DEBUG || TRACE_RESOURCES
    /// Counts Millrace's objects that are alive, for tests that look for leaks.
    ///
    /// ```
    /// let before = Resources.total
    /// do {
    ///     let subscription = source.subscribe()
    ///     subscription.dispose()
    /// }
    /// XCTAssertEqual(Resources.total, before)
    /// ```
    ///
    /// It exists in debug builds, and where `TRACE_RESOURCES` is defined while Millrace is compiled; other release
    /// builds count nothing.
    ///
    /// Compare two totals; a single total says little. Objects that another thread, or an action of a scheduler, still
    /// holds are counted until it releases them. So wait for that thread or action before you take the second total.
    ///
    /// - **Threads**: may be used from any thread. Reading a number orders nothing: synchronize with the threads whose
    ///   changes you want to see.
    /// - **Complexity**: O(1), without a lock.
    public struct Resources {
        private static let counter = RelaxedCounter()
        static let serialDispatchQueueObservables = RelaxedCounter()

        /// How many observables, subscriptions, disposables and bags there are.
        public static var total: Int32 { Int32(truncatingIfNeeded: counter.value) }

        /// Counts an object of your own. Call `decrementTotal()` when the object is gone.
        ///
        /// - Returns: the total from before.
        @discardableResult
        public static func incrementTotal() -> Int32 { Int32(truncatingIfNeeded: counter.add(1)) }

        /// Counts an object off that `incrementTotal()` has counted.
        ///
        /// - Returns: the total from before.
        @discardableResult
        public static func decrementTotal() -> Int32 { Int32(truncatingIfNeeded: counter.add(-1)) }

        // The kinds of the objects that were made while `recordsKinds` was on, by address.
        private static let kinds = Locked<[ObjectIdentifier: any AnyObject.Type]>([:])
        private static let kindSwitch = RelaxedCounter()
        private static let recorded = RelaxedCounter()

        /// Whether objects that are made from now on are recorded for `dump()`; off by default. Recording takes a lock
        /// and an entry in a table for each object.
        public static var recordsKinds: Bool {
            get { kindSwitch.value != 0 }
            set { kindSwitch.value = newValue ? 1 : 0 }
        }

        /// How many objects of each class there are that were made while `recordsKinds` was on.
        static var countsOfKinds: [String: Int] {
            kinds.access { $0 }.values.reduce(into: [:]) { $0["\($1)", default: 0] += 1 }
        }

        static func count(_ object: AnyObject) {
            incrementTotal()
            if recordsKinds {
                let kind: any AnyObject.Type = type(of: object)
                kinds.access { $0[ObjectIdentifier(object)] = kind }
                recorded.add(1)
            }
        }

        static func discount(_ object: AnyObject) {
            decrementTotal()
            if recorded.value > 0, kinds.access({ $0.removeValue(forKey: ObjectIdentifier(object)) }) != nil {
                recorded.add(-1)
            }
        }

        /// How many observables there are that `observe(on:)` made for a `SerialDispatchQueueScheduler`, such as
        /// `MainScheduler`.
        public static var numberOfSerialDispatchQueueObservables: Int32 {
            Int32(truncatingIfNeeded: serialDispatchQueueObservables.value)
        }
    }
#else
    /// Counts objects in debug builds. In release builds it says what to do.
    @available(
        *,
        unavailable,
        message: """
            release builds count no objects. Build with -Xswiftc -DTRACE_RESOURCES to have them counted, or put the call \
            between #if DEBUG and #endif
            """
    )
    public enum Resources {
        /// As in debug builds.
        public static var total: Int32 { 0 }

        /// As in debug builds.
        public static var recordsKinds: Bool {
            get { false }
            set {}
        }

        /// As in debug builds.
        public static var numberOfSerialDispatchQueueObservables: Int32 { 0 }

        /// As in debug builds.
        @discardableResult
        public static func incrementTotal() -> Int32 { 0 }

        /// As in debug builds.
        @discardableResult
        public static func decrementTotal() -> Int32 { 0 }
    }
#endif

#if DEBUG || TRACE_RESOURCES
    private let largestNesting = Locked(0)

    /// The largest number of sequences of sources that one `concat`, `catch(sequence:)` or `retry` had to remember
    /// since this variable was last set; 0 if no source was such a sequence itself.
    ///
    /// If a source is such an operator of the same kind, the source's own sources take its place. The sequence that the
    /// source came from is remembered, unless none of its sources is left, which is known only of collections. So a
    /// recursion through the last source of a collection keeps this number at 1, however deep the recursion is. A
    /// recursion through a sequence of unknown length increases the number by 1 at each step.
    ///
    /// It exists in debug builds, and where `TRACE_RESOURCES` is defined while Millrace is compiled. It may be read and
    /// set from any thread.
    public var maxTailRecursiveSinkStackSize: Int {
        get { largestNesting.access { $0 } }
        set { largestNesting.access { $0 = newValue } }
    }

    /// Called when a sequence of sources has taken the place of a source: `depth` sequences are remembered now.
    func recordTailRecursiveSinkStackSize(_ depth: Int) {
        largestNesting.access { $0 = max($0, depth) }
    }
#endif
