#if (DEBUG || TRACE_RESOURCES) && !os(iOS) && !os(tvOS) && !os(watchOS)
    import Foundation
    import Millrace
    import Testing

    /// In a process of its own, where nothing has been used before.
    struct ResourcesSwift6Tests {
        @Test func whatIsMadeOnceAndKeptDoesNotCount() async {
            await #expect(processExitsWith: .success) {
                let before = Resources.total
                do {
                    let disposable = Disposables.create()
                    disposable.dispose()
                    Observable<Int>.empty().subscribe().dispose()
                    Observable<Int>.create { _ in Disposables.create() }.subscribe().dispose()
                    Observable.of(1, 2).flatMap { Observable.just($0) }.share(replay: 1).subscribe().dispose()
                }
                exit(Resources.total == before ? EXIT_SUCCESS : EXIT_FAILURE)
            }
        }
    }
#endif
