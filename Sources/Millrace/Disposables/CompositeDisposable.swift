/// A set of disposables that are disposed together, in the order of their insertion.
///
/// - **Threads**: all members may be called from any thread; none takes a lock. Whatever thread removes or disposes,
///   each content is disposed once.
/// - **Complexity**: inserting and removing amortized O(1), disposing O(count).
public final class CompositeDisposable: DisposeBase, @unchecked Sendable {
    /// What `insert(_:)` returns, for `remove(for:)`.
    public struct DisposeKey: Sendable {
        fileprivate let slot: Slot
        fileprivate let owner: ObjectIdentifier
    }

    // Touched through `bag` alone.
    @exclusivity(unchecked)
    private var state = Bag.Storage()

    // The disposing thread's own: what is left, oldest first.
    private var parts: BagLink?

    // Links that a sweep and the disposal met on; freed with the object.
    private var abandoned: BagLink?
    private var garbage: Lifecycle?

    /// An empty set.
    public override init() {
        super.init()
    }

    /// A set of two.
    public convenience init(_ disposable1: Disposable, _ disposable2: Disposable) {
        self.init(disposables: [disposable1, disposable2])
    }

    /// A set of three.
    public convenience init(_ disposable1: Disposable, _ disposable2: Disposable, _ disposable3: Disposable) {
        self.init(disposables: [disposable1, disposable2, disposable3])
    }

    /// A set of four or more.
    public convenience init(
        _ disposable1: Disposable,
        _ disposable2: Disposable,
        _ disposable3: Disposable,
        _ disposable4: Disposable,
        _ disposables: Disposable...
    ) {
        self.init(disposables: [disposable1, disposable2, disposable3, disposable4] + disposables)
    }

    /// A set of all in an array.
    public init(disposables: [Disposable]) {
        super.init()
        for disposable in disposables { _ = insert(disposable) }
    }

    deinit {
        var unused = false
        for chain in [bag.close(isSwept: &unused), abandoned] {
            var next = chain
            while let link = next {
                next = link.next
                Slot.of(link)._withUnsafeGuaranteedRef { $0.abandon() }
                Slot.of(link).release()
            }
        }
        releaseSlots(garbage)
    }

    /// How many it contains; 0 after disposal.
    public var count: Int {
        let tally = bag.tally
        return isDisposed ? 0 : Int(UInt32(truncatingIfNeeded: tally) &- UInt32(truncatingIfNeeded: tally >> 32))
    }

    /// Adds a disposable, or disposes it at once if the set was disposed before.
    ///
    /// - Returns: the key to remove it with; `nil` if it was disposed.
    public func insert(_ disposable: Disposable) -> DisposeKey? {
        let content = DisposeBase.wrapping(disposable)
        if !bag.isClosed {
            let slot = Slot(content)
            let reference = Unmanaged.passRetained(slot)
            if bag.add(slot.link) {
                count(1)
                return DisposeKey(slot: slot, owner: ObjectIdentifier(self))
            }
            reference.release()
        }
        content.dispose()
        return nil
    }

    /// Removes a disposable and disposes it. A key of another set, or one that was used before, has no effect.
    public func remove(for disposeKey: DisposeKey) {
        guard disposeKey.owner == ObjectIdentifier(self), let content = disposeKey.slot.takeContent() else { return }
        count(Bag.dead)
        content._withUnsafeGuaranteedRef { $0.dispose() }
        content.release()
    }

    /// Lets go of a disposable without disposing it.
    @usableFromInline
    func abandon(_ disposeKey: DisposeKey) {
        guard let content = disposeKey.slot.takeContent() else { return }
        count(Bag.dead)
        releaseLink(content.toOpaque())
    }

    override func nextPart() -> Unmanaged<DisposeBase>? {
        if parts == nil { parts = close() }
        guard let link = parts else { return nil }
        parts = link.next
        let slot = Slot.of(link)
        return Unmanaged.fromOpaque(slot.toOpaque())
    }
}

extension CompositeDisposable {
    private var bag: Bag { Bag(at: &state) }

    /// Takes all slots, oldest first; `nil` at the second call.
    private func close() -> BagLink? {
        var isSwept = false
        let newest = bag.close(isSwept: &isSwept)
        if !isSwept { return BagLink.reversed(newest) }
        // A sweep is on the chain: take the contents, leave the slots.
        abandoned = newest
        var oldest: BagLink?
        var next = newest
        while let link = next {
            next = link.next
            guard let content = Slot.of(link)._withUnsafeGuaranteedRef({ $0.takeContent() }) else { continue }
            let copy = Slot(content.takeRetainedValue())
            copy.link.link(before: oldest)
            oldest = copy.link
            _ = Unmanaged.passRetained(copy)
        }
        return oldest
    }

    /// Changes the tally; sweeps if at least half of the slots, and not just a few, are of removed disposables.
    private func count(_ change: UInt64) {
        // Once more, for the removals that came meanwhile and found the sweep under way.
        if needsSweep(bag.count(change)), sweep(), needsSweep(bag.tally) { sweep() }
    }

    private func needsSweep(_ tally: UInt64) -> Bool {
        let dead = tally >> 32
        return dead >= 16 && dead * 2 >= tally & 0xFFFF_FFFF
    }

    /// Frees the slots of removed disposables. False: another thread is at it.
    @discardableResult
    private func sweep() -> Bool {
        guard var newer = bag.beginSweep() else { return false }
        var unlinked: Lifecycle?
        var count: UInt64 = 0
        while let link = newer.next {
            let lifecycle = Slot.of(link)._withUnsafeGuaranteedRef { $0.lifecycle }
            if lifecycle.isDisposed {
                newer.unlink(link)
                lifecycle.pushGarbage(before: unlinked)
                unlinked = lifecycle
                count += 1
            } else {
                newer = link
            }
        }
        bag.count(0 &- count &* (Bag.dead + 1))
        if bag.endSweep() {
            releaseSlots(unlinked)
        } else {
            garbage = unlinked
        }
        return true
    }

    private func releaseSlots(_ chain: Lifecycle?) {
        var next = chain
        while let lifecycle = next {
            next = lifecycle.nextInGarbage
            DisposeBase.object(of: lifecycle).release()
        }
    }
}

/// Holds one content of a composite disposable, as its upstream, until that is removed or disposed.
private final class Slot: DisposeBase, @unchecked Sendable {
    // Touched through `link` alone. `Lifecycle.end` depends on its place.
    @exclusivity(unchecked)
    private var state = BagLink.Storage()

    init(_ content: DisposeBase) {
        super.init()
        setUpstream(content)
    }

    var link: BagLink { BagLink(at: lifecycle.end) }

    static func of(_ link: BagLink) -> Unmanaged<Slot> {
        .fromOpaque(Lifecycle(endingAt: link.storage).object)
    }

    /// What it holds, the caller's to dispose and release; `nil` if that was taken before.
    func takeContent() -> Unmanaged<DisposeBase>? {
        let taken = lifecycle.markDisposed()
        if taken.wasDisposed { return nil }
        return taken.upstream.map { Unmanaged.fromOpaque($0) }
    }

    /// Lets go of what it holds without disposing it.
    func abandon() {
        if let content = takeContent() { releaseLink(content.toOpaque()) }
    }
}
