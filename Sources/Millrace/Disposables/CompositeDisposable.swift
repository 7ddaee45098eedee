/// A set of disposables that are disposed together, in the order of their insertion.
///
/// - **Threads**: all members may be called from any thread. They take a lock for a few instructions, except that a set
///   that is full grows under it; they dispose and release nothing under it. Whichever thread removes or disposes, each
///   content is disposed once.
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
        fileprivate let number: UInt64
        fileprivate let index: UInt32
    }

    // Touched only through `lock`.
    @exclusivity(unchecked)
    private var lockWords = Lock.Storage()

    // Under the lock.
    @exclusivity(unchecked)
    private var slots = Slots()

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
        while let content = nextPart() { releaseLink(content) }
    }

    /// How many disposables the set contains; 0 after disposal.
    public var count: Int {
        lock.acquire()
        defer { lock.release() }
        return isDisposed ? 0 : slots.count
    }

    /// Adds a disposable, or disposes the disposable at once if the set was disposed before.
    ///
    /// - Parameter disposable: the disposable to add.
    /// - Returns: the key to remove the disposable with; `nil` if it was disposed at once.
    public func insert(_ disposable: Disposable) -> DisposeKey? {
        let content = DisposeBase.wrapping(disposable)
        lock.acquire()
        // Disposing first marks the word and then takes the contents out, so it finds what was put in before the mark.
        let key = isDisposed ? nil : slots.append(Held(retaining: content))
        lock.release()
        if key == nil { content.dispose() }
        return key
    }

    /// Removes a disposable and disposes it. A key of another set, or a key that was used before, has no effect.
    ///
    /// - Parameter disposeKey: what `insert(_:)` has returned.
    public func remove(for disposeKey: DisposeKey) {
        guard let content = take({ $0.take(disposeKey) }) else { return }
        content.use { $0.dispose() }
        content.release()
    }

    /// Releases a disposable without disposing it.
    @usableFromInline
    func detach(_ disposeKey: DisposeKey) {
        if let content = take({ $0.take(disposeKey) }) { releaseLink(content) }
    }

    override func nextPart() -> Held<DisposeBase>? { take { $0.takeOldest() } }
}

extension CompositeDisposable {
    private var lock: Lock { Lock(at: &lockWords) }

    private func take(_ body: (inout Slots) -> Held<DisposeBase>?) -> Held<DisposeBase>? {
        lock.acquire()
        let content = body(&slots)
        let unused = slots.takeUnused()
        lock.release()
        releaseValue(unused)
        return content
    }
}

extension CompositeDisposable {
    private static let sets = AtomicCounter.Object()

    /// The contents of a set, in one array. The slots in use are a ring of links in the order of insertion; slot 0 is
    /// its head and holds nothing. Free slots are linked by `next`.
    private struct Slots {
        struct Slot {
            var content: Held<DisposeBase>?
            /// Differs for each insertion into each set; 0 in a free slot.
            var number: UInt64 = 0
            var previous: UInt32 = 0
            var next: UInt32 = 0
        }

        private var slots: ContiguousArray<Slot> = []
        private var free: UInt32 = 0
        private var number = UInt64(truncatingIfNeeded: CompositeDisposable.sets.add(1)) << 32
        private(set) var count = 0

        /// Adds a content, which the set then owns.
        mutating func append(_ content: Held<DisposeBase>) -> DisposeKey {
            if slots.isEmpty {
                slots.reserveCapacity(4)
                slots.append(Slot())
            }
            number &+= 1
            let newest = slots[0].previous
            let slot = Slot(content: content, number: number, previous: newest)
            let index = free == 0 ? UInt32(slots.count) : free
            if free == 0 {
                slots.append(slot)
            } else {
                free = slots[Int(free)].next
                slots[Int(index)] = slot
            }
            slots[Int(newest)].next = index
            slots[0].previous = index
            count += 1
            return DisposeKey(number: number, index: index)
        }

        /// Takes the content of a key out, which the caller then owns; `nil` if it is not there.
        mutating func take(_ key: DisposeKey) -> Held<DisposeBase>? {
            guard key.index < slots.count, slots[Int(key.index)].number == key.number else { return nil }
            return take(key.index)
        }

        mutating func takeOldest() -> Held<DisposeBase>? {
            guard let oldest = slots.first?.next, oldest != 0 else { return nil }
            return take(oldest)
        }

        private mutating func take(_ index: UInt32) -> Held<DisposeBase>? {
            let slot = slots[Int(index)]
            slots[Int(slot.previous)].next = slot.next
            slots[Int(slot.next)].previous = slot.previous
            slots[Int(index)] = Slot(next: free)
            free = index
            count -= 1
            return slot.content
        }

        /// The memory of a set that was large and is empty now, for release without the lock.
        mutating func takeUnused() -> ContiguousArray<Slot> {
            guard count == 0 && slots.count > 256 else { return [] }
            free = 0
            return exchange(&slots, for: [])
        }
    }
}
