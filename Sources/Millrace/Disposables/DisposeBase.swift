/// What all of Millrace's own disposables are, subscriptions included: one word that says whether it is disposed and
/// what it disposes with it.
///
/// Disposing is lock-free (a `SerialDisposable` takes its own lock for a moment), has its effect once, and may come
/// from any thread. What feeds an object (its *upstream*) is disposed first, the object's own `disposed()` runs after
/// it; chains of any length take a bounded stack.
public class DisposeBase: Cancelable, @unchecked Sendable {
    // Touched through `lifecycle word` alone. `Lifecycle.object` depends on its place.
    @usableFromInline
    @exclusivity(unchecked)
    final var word = Lifecycle.Storage()

    @usableFromInline
    init() {
        #if DEBUG || TRACE_RESOURCES
            Resources.incrementTotal()
        #endif
    }

    // What the word still holds is released with the object, undisposed.
    deinit {
        if let upstream = lifecycle.upstream { releaseLink(upstream) }
        #if DEBUG || TRACE_RESOURCES
            Resources.decrementTotal()
        #endif
    }

    /// Itself.
    public final var _disposeBase: DisposeBase { self }

    /// What the user handed over: this object, or what is in it if it is a box.
    var unwrapped: any Disposable { self }

    /// Whether `dispose()` has been called, or the subscription has ended by itself.
    public var isDisposed: Bool { lifecycle.isDisposed }

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
    final var lifecycle: Lifecycle { Lifecycle(of: Unmanaged.passUnretained(self).toOpaque()) }

    /// Whether events pass: neither stopped nor disposed.
    @inlinable
    @inline(__always)
    final var isOpen: Bool { lifecycle.isOpen }

    /// The object that a lifecycle word lives in, unretained.
    @inlinable
    @inline(__always)
    static func object(of lifecycle: Lifecycle) -> Unmanaged<DisposeBase> {
        Unmanaged.fromOpaque(lifecycle.object)
    }
}

extension DisposeBase {
    /// Gives this object its upstream, before that can emit. One that is disposed already disposes the upstream at
    /// once.
    @usableFromInline
    final func setUpstream(_ upstream: DisposeBase) {
        let link = Unmanaged.passRetained(upstream)
        let attachment = lifecycle.attach(link.toOpaque())
        if attachment != .attached { DisposeBase.refuse(link, attachment) }
    }

    /// As above, for an upstream that the calling thread has made and no other thread can find.
    @usableFromInline
    final func setUpstream(fresh upstream: Unmanaged<DisposeBase>) {
        _ = upstream.retain()
        let attachment = lifecycle.attach(upstream.toOpaque())
        if attachment != .attached { DisposeBase.refuse(upstream, attachment) }
    }

    /// As above, where no other thread can find this object either.
    @usableFromInline
    final func setPrivateUpstream(_ upstream: Unmanaged<DisposeBase>) {
        _ = upstream.retain()
        let attachment = lifecycle.attachPrivately(upstream.toOpaque())
        if attachment != .attached { DisposeBase.refuse(upstream, attachment) }
    }

    @inline(never)
    private static func refuse(_ link: Unmanaged<DisposeBase>, _ attachment: Lifecycle.Attachment) {
        if attachment == .refused { link._withUnsafeGuaranteedRef { $0.dispose() } }
        link.release()
        precondition(attachment != .occupied, "Millrace: a sink was given a second upstream")
    }

    /// Exchanges the upstream and disposes the former one.
    @usableFromInline
    final func replaceUpstream(_ upstream: DisposeBase?) {
        let link = upstream.map { Unmanaged.passRetained($0) }
        let former = lifecycle.replace(link?.toOpaque())
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
        if lifecycle.upstream != nil { replaceUpstream(nil) }
    }

    /// From now on it counts as not open, but is not disposed yet.
    final func stopEvents() {
        _ = lifecycle.stop()
    }

    /// Forgets an upstream that has nothing more to say, without disposing this object.
    @usableFromInline
    final func detachUpstream(_ upstream: DisposeBase) {
        let link = Unmanaged.passUnretained(upstream)
        if lifecycle.detach(link.toOpaque()) {
            releaseLink(link.toOpaque())
        }
    }

    @usableFromInline
    final func dispose(depth: Int) {
        let taken = lifecycle.markDisposed()
        if taken.isFromList { releaseGarbage(taken.garbage) }
        if taken.wasDisposed { return }
        if !taken.isFromList, let upstream = DisposeBase.upstream(taken: taken) {
            DisposeBase.dispose(upstream, depth: depth + 1)
        }
        if lifecycle.isPlain { return }
        while let part = nextPart() { DisposeBase.dispose(part, depth: depth + 1) }
        disposed()
    }

    /// Disposes an object and releases it. Chains of plain objects are walked in a loop, other chains and trees up to a
    /// certain depth by recursion, what is deeper on the heap.
    private static func dispose(_ first: Unmanaged<DisposeBase>, depth: Int) {
        var object = first
        while object._withUnsafeGuaranteedRef({ $0.lifecycle.isPlain }) {
            let taken = object._withUnsafeGuaranteedRef { $0.lifecycle.markDisposed() }
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
                let taken = object._withUnsafeGuaranteedRef { $0.lifecycle.markDisposed() }
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
    private static func upstream(taken: Lifecycle.Taken) -> Unmanaged<DisposeBase>? {
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
func releaseGarbage(_ chain: Lifecycle?) {
    var next = chain
    while let lifecycle = next {
        next = lifecycle.nextInGarbage
        releaseFromSource(lifecycle)
    }
}

/// Drops the reference that a source held.
@usableFromInline
func releaseFromSource(_ lifecycle: Lifecycle) {
    let object = DisposeBase.object(of: lifecycle)
    object._withUnsafeGuaranteedRef { $0.sourceReleased() }
    object.release()
}
