#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import TestSupport
    import Testing

    /// Expects that a program that has stopped printed all `parts`; its exit test has to observe `standardErrorContent`.
    func expectMessage(
        of result: ExitTest.Result?,
        _ parts: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        for part in parts { #expect(text.contains(part), "\(text)", sourceLocation: sourceLocation) }
    }

    /// As `expectMessage`, for a message that only debug builds print.
    func expectDebugMessage(
        of result: ExitTest.Result?,
        _ parts: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard !TestMode.isOptimized else { return }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        for part in parts { #expect(text.contains(part), "\(text)", sourceLocation: sourceLocation) }
    }
#endif
