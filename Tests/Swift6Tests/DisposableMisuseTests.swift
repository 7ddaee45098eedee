#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import Testing

    /// A disposable that is set twice: the program stops, after the disposal too. The message is that of debug builds.
    struct DisposableMisuseTests {
        @Test func settingASingleAssignmentDisposableTwice() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let single = SingleAssignmentDisposable()
                single.setDisposable(Disposables.create())
                single.dispose()
                single.setDisposable(Disposables.create())
            }
            expectDebugMessage(of: result, "SingleAssignmentDisposable.setDisposable")
        }
    }
#endif
