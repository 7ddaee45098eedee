/// A set of disposables that are disposed together, in the order of their insertion.
///
/// - **Threads**: all members may be called from any thread; none takes a lock. Whichever thread removes or disposes,
///   each content is disposed once.
/// - **Complexity**: inserting and removing amortized O(1), disposing O(count).
///
/// ```swift
/// let connections = CompositeDisposable()
/// let key = connections.insert(Disposables.create { print("first closed") })
/// _ = connections.insert(Disposables.create { print("second closed") })
/// if let key { connections.remove(for: key) }
/// connections.dispose()
/// // first closed
/// // second closed
/// ```
public final class CompositeDisposable: DisposeBase, @unchecked Sendable {
    /// The key that `insert(_:)` returns, for `remove(for:)`.
    public struct DisposeKey: Sendable {
        fileprivate let slot: Slot
        fileprivate let owner: ObjectIdentifier
    }

    // Touched only through `bag`.
    @exclusivity(unchecked)
    private var state = Bag.Storage()

    // Touched only by the disposing thread: the slots that are left to dispose, oldest first.
    private var parts: Bag.Link?

    // Slots that neither the sweep nor the disposal may free, since the two overlapped; freed with this object.
    private var kept: Bag.Link?
    private var garbage: Lifecycle?

    /// An empty set.
    public override init() {
        super.init()
    }

    /// A set of two disposables.
    ///
    /// - Parameters:
    ///   - disposable1: the first.
    ///   - disposable2: the second.
    public convenience init(_ disposable1: Disposable, _ disposable2: Disposable) {
        self.init(disposables: [disposable1, disposable2])
    }

    /// A set of three disposables.
    ///
    /// - Parameters:
    ///   - disposable1: the first.
    ///   - disposable2: the second.
    ///   - disposable3: the third.
    public convenience init(_ disposable1: Disposable, _ disposable2: Disposable, _ disposable3: Disposable) {
        self.init(disposables: [disposable1, disposable2, disposable3])
    }

    /// A set of four or more disposables.
    ///
    /// - Parameters:
    ///   - disposable1: the first.
    ///   - disposable2: the second.
    ///   - disposable3: the third.
    ///   - disposable4: the fourth.
    ///   - disposables: further ones.
    public convenience init(
        _ disposable1: Disposable,
        _ disposable2: Disposable,
        _ disposable3: Disposable,
        _ disposable4: Disposable,
        _ disposables: Disposable...
    ) {
        self.init(disposables: [disposable1, disposable2, disposable3, disposable4] + disposables)
    }

    /// A set of all disposables in an array.
    ///
    /// - Parameter disposables: the disposables of the set.
    public init(disposables: [Disposable]) {
        super.init()
        for disposable in disposables { _ = insert(disposable) }
    }

    deinit {
        var unused = false
        for chain in [bag.close(isSwept: &unused), kept] {
            var next = chain
            while let link = next {
                next = link.next
                Slot.of(link).use { $0.detachContent() }
                Slot.of(link).release()
            }
        }
        releaseSlots(garbage)
    }

    /// How many disposables the set contains; 0 after disposal.
    public var count: Int {
        let counts = bag.counts
        return isDisposed ? 0 : Int(UInt32(truncatingIfNeeded: counts) &- UInt32(truncatingIfNeeded: counts >> 32))
    }

    /// Adds a disposable, or disposes the disposable at once if the set was disposed before.
    ///
    /// - Parameter disposable: the disposable to add.
    /// - Returns: the key to remove the disposable with; `nil` if it was disposed at once.
    public func insert(_ disposable: Disposable) -> DisposeKey? {
        let content = DisposeBase.wrapping(disposable)
        if !bag.isClosed {
            let slot = Slot(content)
            let reference = Held(retaining: slot)
            if bag.add(slot.link) {
                count(1)
                return DisposeKey(slot: slot, owner: ObjectIdentifier(self))
            }
            reference.release()
        }
        content.dispose()
        return nil
    }

    /// Removes a disposable and disposes it. A key of another set, or a key that was used before, has no effect.
    ///
    /// - Parameter disposeKey: what `insert(_:)` has returned.
    public func remove(for disposeKey: DisposeKey) {
        guard disposeKey.owner == ObjectIdentifier(self), let content = disposeKey.slot.takeContent() else { return }
        count(Bag.dead)
        content.use { $0.dispose() }
        content.release()
    }

    /// Releases a disposable without disposing it.
    @usableFromInline
    func detach(_ disposeKey: DisposeKey) {
        guard let content = disposeKey.slot.takeContent() else { return }
        count(Bag.dead)
        releaseLink(content)
    }

    override func nextPart() -> Held<DisposeBase>? {
        if parts == nil { parts = close() }
        guard let link = parts else { return nil }
        parts = link.next
        let slot = Slot.of(link)
        return slot.cast()
    }
}

extension CompositeDisposable {
    private var bag: Bag { Bag(at: &state) }

    /// Closes the bag and returns its slots, oldest first; `nil` at the second call.
    private func close() -> Bag.Link? {
        var isSwept = false
        let newest = bag.close(isSwept: &isSwept)
        if !isSwept { return Bag.Link.reversed(newest) }
        // Another thread sweeps the chain: take the contents, and leave the slots until this object ends.
        kept = newest
        var oldest: Bag.Link?
        var next = newest
        while let link = next {
            next = link.next
            guard let content = Slot.of(link).use({ $0.takeContent() }) else { continue }
            let copy = Slot(content.take())
            copy.link.link(before: oldest)
            oldest = copy.link
            _ = Held(retaining: copy)
        }
        return oldest
    }

    /// Changes the counts. Sweeps if the disposables of at least half of the slots, and of at least 16, were removed.
    private func count(_ change: UInt64) {
        // Sweeps once more, for removals that came during the sweep and could not begin one of their own.
        if needsSweep(bag.count(change)), sweep(), needsSweep(bag.counts) { sweep() }
    }

    private func needsSweep(_ counts: UInt64) -> Bool {
        let dead = counts >> 32
        return dead >= 16 && dead * 2 >= counts & 0xFFFF_FFFF
    }

    /// Frees the slots of removed disposables. False if no sweep could begin, as while another thread sweeps.
    @discardableResult
    private func sweep() -> Bool {
        guard var newer = bag.beginSweep() else { return false }
        var unlinked: Lifecycle?
        var count: UInt64 = 0
        while let link = newer.next {
            let lifecycle = Slot.of(link).use { $0.lifecycle }
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

extension CompositeDisposable {
    /// Holds one content of a composite disposable as its upstream, until the content is removed or disposed.
    fileprivate final class Slot: DisposeBase, @unchecked Sendable {
        // Touched only through `link`. `Lifecycle.end` depends on its place.
        @exclusivity(unchecked)
        private var state = Bag.Link.Storage()

        init(_ content: DisposeBase) {
            super.init()
            setUpstream(content)
        }

        var link: Bag.Link { Bag.Link(at: lifecycle.end) }

        static func of(_ link: Bag.Link) -> Held<Slot> {
            .init(at: Lifecycle(endingAt: link.storage).object)
        }

        /// Takes the content, which the caller then disposes and releases; `nil` if it was taken before.
        func takeContent() -> Held<DisposeBase>? {
            let taken = lifecycle.markDisposed()
            if taken.wasDisposed { return nil }
            return taken.upstream.map { Held(at: $0) }
        }

        /// Releases the content without disposing it.
        func detachContent() {
            if let content = takeContent() { releaseLink(content) }
        }
    }
}
