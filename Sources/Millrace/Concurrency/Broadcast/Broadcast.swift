public final class Broadcast<Element>: ObservableConvertibleType, @unchecked Sendable {
    @usableFromInline
    let core: BroadcastCore<Element>

    @inlinable
    public init(replay: Int = 0, capacity: Int) {
        require(capacity > 0, "Broadcast(replay:capacity:): capacity must be at least 1, not \(capacity)")
        require(
            capacity <= CursorRing<Element>.mostElements,
            "Broadcast(replay:capacity:): no memory is large enough for a capacity of \(capacity)"
        )
        require(
            replay >= 0 && replay <= capacity,
            "Broadcast(replay:capacity:): replay must be from 0 to the capacity, which is \(capacity), not \(replay)"
        )
        core = BroadcastCore(capacity: capacity, replay: replay)
    }

    // Nobody can send any more.
    deinit {
        core.finish(.completed)
    }

    @inlinable
    @discardableResult
    public func send(_ element: Element) -> SendResult {
        core.send(element)
    }

    @inlinable
    @discardableResult
    public func sendWhenRoom(
        _ element: Element,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> SendResult {
        try Task.checkCancellation()
        let result = core.send(element)
        return result == .full ? try await core.sendLater(element, isolation: isolation) : result
    }

    public func finish() {
        core.finish(.completed)
    }

    public func finish(throwing error: any Error) {
        core.finish(.error(error))
    }

    public func values(
        onLag lag: LagStrategy = .suspend,
        onSkip: (@Sendable (Int) -> Void)? = nil
    ) -> BroadcastValues<Element> {
        BroadcastValues(core, lag, onSkip)
    }

    public func asObservable() -> Observable<Element> {
        asObservable(onLag: .suspend)
    }

    public func asObservable(onLag lag: LagStrategy, onSkip: ((Int) -> Void)? = nil) -> Observable<Element> {
        let core = core
        return PausableSource { downstream in
            let feed = BroadcastFeed(core, downstream, lag, onSkip)
            downstream.setUpstream(feed)
            core.add(feed)
        }
    }
}
