/// Runs `body` on a thread with a stack of `kibibytes` and returns when it has returned.
public func onSmallStack(kibibytes: Int = 512, _ body: @escaping () -> Void) {
    TestThread(stackSize: kibibytes * 1024, body).join()
}

/// Runs `body` on a thread with the stack that is promised to be enough for a chain of 20,000 operators: 8 MiB, and more
/// for the larger frames of a debug build.
public func onPromisedStack(_ body: @escaping () -> Void) {
    onSmallStack(kibibytes: (TestMode.isOptimized ? 8 : 32) * 1024, body)
}
