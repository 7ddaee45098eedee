#if DEBUG || TRACE_RESOURCES
    /// How many of Millrace's objects are alive, for tests that look for leaks.
    ///
    ///     let before = Resources.total
    ///     do {
    ///         let subscription = source.subscribe()
    ///         subscription.dispose()
    ///     }
    ///     XCTAssertEqual(Resources.total, before)
    ///
    /// It is there in debug builds, and where `TRACE_RESOURCES` is defined while Millrace is compiled; other release
    /// builds count nothing.
    ///
    /// What counts is the difference between two totals. Some objects are made when they are first needed and then kept,
    /// such as what `Disposables.create()` returns; so compare totals after what is tested has run once. Objects that
    /// another thread, or an action of a scheduler, still holds are counted until that lets go of them: wait for it
    /// before comparing.
    ///
    /// - **Threads**: may be used from any thread. The numbers order nothing: see others' changes by other means.
    /// - **Complexity**: O(1), without a lock.
    public struct Resources {
        private static let tally = RelaxedCounter()
        static let serialDispatchQueueObservables = RelaxedCounter()

        /// How many observables, subscriptions, disposables and bags there are.
        public static var total: Int32 { Int32(truncatingIfNeeded: tally.value) }

        /// Counts an object of your own. `decrementTotal()` is to be called when it goes.
        ///
        /// - Returns: the total from before.
        @discardableResult
        public static func incrementTotal() -> Int32 { Int32(truncatingIfNeeded: tally.add(1)) }

        /// An object that was counted by `incrementTotal()` is gone.
        ///
        /// - Returns: the total from before.
        @discardableResult
        public static func decrementTotal() -> Int32 { Int32(truncatingIfNeeded: tally.add(-1)) }

        /// How many observables there are that `observe(on:)` made for a `SerialDispatchQueueScheduler`, such as the main
        /// one.
        public static var numberOfSerialDispatchQueueObservables: Int32 {
            Int32(truncatingIfNeeded: serialDispatchQueueObservables.value)
        }
    }
#endif

#if DEBUG || TRACE_RESOURCES
    private let largestNesting = RelaxedCounter()

    /// The largest number of sequences of sources that one `concat`, `catch(sequence:)` or `retry` had to remember, since
    /// it was last set: 0 if no source was such a sequence itself.
    ///
    /// A source that is of the same kind has its own sources take its place; the sequence it came from is remembered
    /// unless nothing of it is left. That is known of collections. So a recursion through the last source of a collection
    /// keeps this at 1, however deep it is; one through a sequence of unknown length makes it grow by 1 at each step.
    ///
    /// It is there in debug builds, and where `TRACE_RESOURCES` is defined while Millrace is compiled. It may be read and
    /// set from any thread.
    public var maxTailRecursiveSinkStackSize: Int {
        get { Int(largestNesting.value) }
        set { largestNesting.value = Int64(newValue) }
    }

    /// A sequence of sources has taken the place of a source; there are `depth` of them now.
    func recordTailRecursiveSinkStackSize(_ depth: Int) {
        largestNesting.raise(to: Int64(depth))
    }
#endif
