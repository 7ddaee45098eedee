/// Whether the event of a `Single` or a `Maybe` has come. What comes after it, as the error of a source that has not
/// completed yet, is for nobody. Events come one at a time.
final class FirstEvent: @unchecked Sendable {
    @exclusivity(unchecked)
    private var hasCome = false

    /// An event comes. False: it is not the first one.
    func comes() -> Bool { !exchange(&hasCome, for: true) }

    /// What an error calls, if it is the first event: `body`, or what is to happen to an error that nobody handles.
    func whenFailed(
        _ body: ((Swift.Error) -> Void)?,
        _ file: StaticString,
        _ line: UInt
    ) -> (Swift.Error) -> Void {
        if let body { return { if self.comes() { body($0) } } }
        let callStack = HookSwitches.recordsCallStacks ? Hooks.captureSubscription() : nil
        return { error in
            if !self.comes() { return }
            let place = file.description == "(unknown)" ? "(unknown)" : "\(file):\(line)"
            Hooks.defaultErrorHandler(callStack?() ?? [place], error)
        }
    }
}
