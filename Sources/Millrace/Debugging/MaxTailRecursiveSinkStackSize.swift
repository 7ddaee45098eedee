#if DEBUG || TRACE_RESOURCES
    private let largestNesting = Tally()

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
