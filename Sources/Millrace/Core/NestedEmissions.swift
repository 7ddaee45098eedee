#if DEBUG
    import CMillrace

    /// The emissions that the calling thread is inside; mr_nesting.h has more.
    @usableFromInline
    enum NestedEmissions {
        /// An emission of a subject begins.
        @usableFromInline
        static func begin(_ subject: SubjectState) { mr_nesting_begin(subject.address) }

        /// Whether the subject has sent another element inside the innermost emission.
        @usableFromInline
        static var isOvertaken: Bool { mr_nesting_is_overtaken() }

        /// The innermost emission ends.
        @usableFromInline
        static func end() { mr_nesting_end() }
    }
#endif
