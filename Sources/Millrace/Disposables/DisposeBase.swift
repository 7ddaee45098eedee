/// What all of Millrace's own disposables are, subscriptions included: one word that says whether it is disposed and
/// what it disposes with it.
///
/// Disposing is lock-free (a `SerialDisposable` takes its own lock for a moment), has its effect once, and may come
/// from any thread. What feeds an object (its *upstream*) is disposed first, the object's own `disposed()` runs after
/// it; chains of any length take a bounded stack.
public class DisposeBase: Cancelable, @unchecked Sendable {
    // Touched through `cell` alone. `Cell.object` depends on its place.
    @usableFromInline
    @exclusivity(unchecked)
    final var word = Cell.Storage()

    @usableFromInline
    init() {
        #if DEBUG || TRACE_RESOURCES
            Resources.incrementTotal()
        #endif
    }

    // What the word still holds is released with the object, undisposed.
    deinit {
        if let upstream = cell.upstream { releaseLink(upstream) }
        #if DEBUG || TRACE_RESOURCES
            Resources.decrementTotal()
        #endif
    }

    /// Itself.
    public final var _disposeBase: DisposeBase { self }

    /// What the user handed over: this object, or what is in it if it is a box.
    var unwrapped: any Disposable { self }

    /// Whether `dispose()` has been called, or the subscription has ended by itself.
    public var isDisposed: Bool { cell.isDisposed }

    /// Disposes what feeds this object, then what it holds itself. The second call, from whichever thread, does
    /// nothing.
    @inlinable
    public final func dispose() {
        dispose(depth: 0)
    }

    /// What else this object disposes, after its upstream and before `disposed()`: one part at each call, `nil` when
    /// there is no more. The caller owns the part. Called by the one thread that disposes the object.
    @usableFromInline
    func nextPart() -> Unmanaged<DisposeBase>? { nil }

    /// What this object itself has to do when it is disposed, after its upstream and parts were. Called once.
    @usableFromInline
    func disposed() {}

    /// The source that fed this object has dropped its reference: no event can come any more.
    @usableFromInline
    func sourceReleased() {}
}

extension DisposeBase {
    @inlinable
    @inline(__always)
    final var cell: Cell { Cell(of: Unmanaged.passUnretained(self).toOpaque()) }

    /// Whether events pass: neither stopped nor disposed.
    @inlinable
    @inline(__always)
    final var isOpen: Bool { cell.isOpen }

    /// The object that a cell lives in, unretained.
    @inlinable
    @inline(__always)
    static func object(of cell: Cell) -> Unmanaged<DisposeBase> {
        Unmanaged.fromOpaque(cell.object)
    }
}

extension DisposeBase {
    /// Gives this object its upstream, before that can emit. One that is disposed already disposes the upstream at
    /// once.
    @usableFromInline
    final func setUpstream(_ upstream: DisposeBase) {
        let link = Unmanaged.passRetained(upstream)
        let attachment = cell.attach(link.toOpaque())
        if attachment != .attached { DisposeBase.refuse(link, attachment) }
    }

    /// As above, for an upstream that the calling thread has made and no other thread can find.
    @usableFromInline
    final func setUpstream(fresh upstream: Unmanaged<DisposeBase>) {
        _ = upstream.retain()
        let attachment = cell.attach(upstream.toOpaque())
        if attachment != .attached { DisposeBase.refuse(upstream, attachment) }
    }

    /// As above, where no other thread can find this object either.
    @usableFromInline
    final func setPrivateUpstream(_ upstream: Unmanaged<DisposeBase>) {
        _ = upstream.retain()
        let attachment = cell.attachPrivately(upstream.toOpaque())
        if attachment != .attached { DisposeBase.refuse(upstream, attachment) }
    }

    @inline(never)
    private static func refuse(_ link: Unmanaged<DisposeBase>, _ attachment: Cell.Attachment) {
        if attachment == .refused { link._withUnsafeGuaranteedRef { $0.dispose() } }
        link.release()
        precondition(attachment != .occupied, "Millrace: a sink was given a second upstream")
    }

    /// Exchanges the upstream and disposes the former one.
    @usableFromInline
    final func replaceUpstream(_ upstream: DisposeBase?) {
        let link = upstream.map { Unmanaged.passRetained($0) }
        let former = cell.replace(link?.toOpaque())
        if former.wasDisposed {
            link?._withUnsafeGuaranteedRef { $0.dispose() }
            link?.release()
        } else if let former = DisposeBase.upstream(taken: former) {
            former._withUnsafeGuaranteedRef { $0.dispose() }
            former.release()
        }
    }

    /// Disposes what fed this object and has ended, while the object itself goes on. A subject lets go by itself.
    @usableFromInline
    final func disposeUpstream() {
        if cell.upstream != nil { replaceUpstream(nil) }
    }

    /// From now on it counts as not open, but is not disposed yet.
    final func closeToEvents() {
        _ = cell.stop()
    }

    /// Forgets an upstream that has nothing more to say, without disposing this object.
    @usableFromInline
    final func dropUpstream(_ upstream: DisposeBase) {
        let link = Unmanaged.passUnretained(upstream)
        if cell.detach(link.toOpaque()) {
            releaseLink(link.toOpaque())
        }
    }

    @usableFromInline
    final func dispose(depth: Int) {
        let taken = cell.markDisposed()
        if taken.isFromList { releaseGarbage(taken.garbage) }
        if taken.wasDisposed { return }
        if !taken.isFromList, let upstream = DisposeBase.upstream(taken: taken) {
            DisposeBase.dispose(upstream, depth: depth + 1)
        }
        if cell.isPlain { return }
        while let part = nextPart() { DisposeBase.dispose(part, depth: depth + 1) }
        disposed()
    }

    /// Disposes an object and releases it. Chains of plain objects are walked in a loop, other chains and trees up to a
    /// certain depth by recursion, what is deeper on the heap.
    private static func dispose(_ first: Unmanaged<DisposeBase>, depth: Int) {
        var object = first
        while object._withUnsafeGuaranteedRef({ $0.cell.isPlain }) {
            let taken = object._withUnsafeGuaranteedRef { $0.cell.markDisposed() }
            if taken.isFromList { releaseGarbage(taken.garbage) }
            object.release()
            guard !taken.isFromList, !taken.wasDisposed, let next = upstream(taken: taken) else { return }
            object = next
        }
        if depth < 64 {
            object._withUnsafeGuaranteedRef { $0.dispose(depth: depth) }
            object.release()
        } else {
            disposeOnHeap(object)
        }
    }

    /// As `dispose(depth:)`, in the same order, with the objects whose disposal has begun on a stack of its own. Each
    /// is released before the one below it, so that no release sets off another.
    private static func disposeOnHeap(_ first: Unmanaged<DisposeBase>) {
        var begun: [Unmanaged<DisposeBase>] = []
        var next: Unmanaged<DisposeBase>? = first
        while true {
            while let object = next {
                next = nil
                let taken = object._withUnsafeGuaranteedRef { $0.cell.markDisposed() }
                if taken.isFromList { releaseGarbage(taken.garbage) }
                if taken.wasDisposed {
                    object.release()
                    break
                }
                begun.append(object)
                if !taken.isFromList { next = upstream(taken: taken) }
            }
            guard let object = begun.last else { return }
            next = object._withUnsafeGuaranteedRef { $0.nextPart() }
            if next == nil {
                begun.removeLast()
                object._withUnsafeGuaranteedRef { $0.disposed() }
                object.release()
            }
        }
    }

    /// The upstream that was taken off a word; the caller owns it.
    private static func upstream(taken: Cell.Taken) -> Unmanaged<DisposeBase>? {
        taken.upstream.map { Unmanaged.fromOpaque($0) }
    }

    /// Any disposable as one of ours: itself if it is, else in a box.
    @usableFromInline
    static func wrapping(_ disposable: any Disposable) -> DisposeBase {
        disposable._disposeBase
    }
}

/// Releases each sink of a garbage chain after telling it that its source has let go of it.
///
/// This is where captures of disposed observers are released: on the thread that disposed, or on the one whose emission
/// was under way; never inside the C core.
@usableFromInline
func releaseGarbage(_ chain: Cell?) {
    var next = chain
    while let cell = next {
        next = cell.nextInGarbage
        releaseFromSource(cell)
    }
}

/// Drops the reference that a source held.
@usableFromInline
func releaseFromSource(_ cell: Cell) {
    let object = DisposeBase.object(of: cell)
    object._withUnsafeGuaranteedRef { $0.sourceReleased() }
    object.release()
}
