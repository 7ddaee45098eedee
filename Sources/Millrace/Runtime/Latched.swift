/// Plain state that several threads share: each access is a few instructions under a latch.
///
/// What `body` takes out of the state it returns, so that it is released after the latch is left; `body` must not call
/// anything that could run code of a user.
@usableFromInline
final class Latched<State>: @unchecked Sendable {
    // Touched through its address alone.
    @exclusivity(unchecked)
    private var storage = Latch.Storage()

    @exclusivity(unchecked)
    private var state: State

    init(_ state: State) {
        self.state = state
    }

    func access<Result>(_ body: (inout State) -> Result) -> Result {
        let latch = Latch(at: &storage)
        latch.enter()
        defer { latch.leave() }
        return body(&state)
    }
}
