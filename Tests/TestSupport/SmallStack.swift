/// Runs `body` on a thread with a stack of `kibibytes` and returns when it has returned.
public func onSmallStack(kibibytes: Int = 512, _ body: @escaping () -> Void) {
    TestThread(stackSize: kibibytes * 1024, body).join()
}
