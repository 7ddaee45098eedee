/// The base class of Millrace's sinks, and of almost all of its other disposables. One word says whether the object is
/// disposed, and holds the upstream that is disposed with it.
///
/// Disposing has its effect once, and may come from any thread. The word is changed without a lock. An object that holds
/// more than its upstream, such as a `CompositeDisposable`, a shared connection or a queue, may take a lock for a few
/// instructions to get at what it holds (a `CompositeDisposable` that is full also grows under it); nothing is disposed
/// or released under a lock. What feeds an object (its *upstream*) is disposed first, then the object's own
/// `disposed()` runs. Chains of any length take a bounded stack.
public class DisposeBase: Cancelable, @unchecked Sendable {
    // Touched only through `lifecycle`. `Lifecycle.object` depends on its place.
    @usableFromInline
    @exclusivity(unchecked)
    final var word = Lifecycle.Storage()

    @usableFromInline
    init() {
        #if DEBUG || TRACE_RESOURCES
            Resources.count(self)
        #endif
    }

    // An upstream that the word still holds is released with the object, undisposed.
    deinit {
        if let upstream = lifecycle.upstream { releaseLink(upstream) }
        #if DEBUG || TRACE_RESOURCES
            Resources.discount(self)
        #endif
    }

    /// Itself.
    public final var _disposeBase: DisposeBase { self }

    /// The disposable that the user handed over: this object, or the content if this object is a box.
    var unwrapped: any Disposable { self }

    /// Whether `dispose()` has been called, or the subscription has ended by itself.
    public var isDisposed: Bool { lifecycle.isDisposed }

    /// Disposes what feeds this object, then what this object itself holds. A second call, from any thread, does
    /// nothing.
    @inlinable
    public final func dispose() {
        dispose(depth: 0)
    }

    /// What else this object disposes, after its upstream and before `disposed()`: one part at each call, `nil` when no
    /// part is left. The caller owns the part. Called only by the thread that disposes the object.
    @usableFromInline
    func nextPart() -> Held<DisposeBase>? { nil }

    /// Does this object's own work when it is disposed, after its upstream and its parts have been disposed. Called
    /// once.
    @usableFromInline
    func disposed() {}

    /// Called when the source that fed this object releases it: no event can come any more.
    @usableFromInline
    func sourceReleased() {}
}

extension DisposeBase {
    @inlinable
    @inline(__always)
    final var lifecycle: Lifecycle { Lifecycle(of: Held(borrowing: self).address) }

    /// Whether events pass: neither stopped nor disposed.
    @inlinable
    @inline(__always)
    package final var isOpen: Bool { lifecycle.isOpen }

    /// The object that a lifecycle word lives in, unretained.
    @inlinable
    @inline(__always)
    static func object(of lifecycle: Lifecycle) -> Held<DisposeBase> {
        Held(at: lifecycle.object)
    }
}

extension DisposeBase {
    /// Gives this object its upstream, before the upstream can emit. If this object is disposed already, it disposes
    /// the upstream at once.
    @usableFromInline
    final func setUpstream(_ upstream: DisposeBase) {
        let link = Held(retaining: upstream)
        let attachment = lifecycle.attach(link.address)
        if attachment != .attached { DisposeBase.refuse(link, attachment) }
    }

    /// As `setUpstream(_:)`, for an upstream that the calling thread has made and that no other thread can find.
    @usableFromInline
    final func setUpstream(fresh upstream: Held<DisposeBase>) {
        _ = upstream.retained()
        let attachment = lifecycle.attach(upstream.address)
        if attachment != .attached { DisposeBase.refuse(upstream, attachment) }
    }

    /// As `setUpstream(fresh:)`, if no other thread can find this object either.
    @usableFromInline
    final func setPrivateUpstream(_ upstream: Held<DisposeBase>) {
        _ = upstream.retained()
        let attachment = lifecycle.attachPrivately(upstream.address)
        if attachment != .attached { DisposeBase.refuse(upstream, attachment) }
    }

    @inline(never)
    private static func refuse(_ link: Held<DisposeBase>, _ attachment: Lifecycle.Attachment) {
        if attachment == .refused { link.use { $0.dispose() } }
        link.release()
        precondition(attachment != .occupied, "Millrace: a sink was given a second upstream")
    }

    /// Exchanges the upstream and disposes the former upstream. If this object is disposed already, it disposes the new
    /// upstream instead.
    @usableFromInline
    final func replaceUpstream(_ upstream: DisposeBase?) {
        let link = upstream.map { Held(retaining: $0) }
        let former = lifecycle.replace(link?.address)
        if former.wasDisposed {
            link?.use { $0.dispose() }
            link?.release()
        } else if let former = DisposeBase.upstream(taken: former) {
            former.use { $0.dispose() }
            former.release()
        }
    }

    /// Disposes the upstream, which has ended, while this object itself goes on. Does nothing for a subject: it releases
    /// its observers by itself.
    @usableFromInline
    final func disposeUpstream() {
        if lifecycle.upstream != nil { replaceUpstream(nil) }
    }

    /// Marks this object as stopped: no event passes any more, but the object is not disposed yet.
    final func stopEvents() {
        _ = lifecycle.stop()
    }

    /// Detaches an upstream that sends nothing more, without disposing the upstream or this object.
    @usableFromInline
    final func detachUpstream(_ upstream: DisposeBase) {
        let link = Held(borrowing: upstream)
        if lifecycle.detach(link.address) {
            releaseLink(link)
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

    /// Disposes an object and releases it. Chains of plain objects are walked in a loop. Other chains and trees are
    /// walked by recursion up to a depth of 64, and below it with a stack on the heap.
    private static func dispose(_ first: Held<DisposeBase>, depth: Int) {
        var object = first
        while object.use({ $0.lifecycle.isPlain }) {
            let taken = object.use { $0.lifecycle.markDisposed() }
            if taken.isFromList { releaseGarbage(taken.garbage) }
            object.release()
            guard !taken.isFromList, !taken.wasDisposed, let next = upstream(taken: taken) else { return }
            object = next
        }
        if depth < 64 {
            object.use { $0.dispose(depth: depth) }
            object.release()
        } else {
            disposeOnHeap(object)
        }
    }

    /// As `dispose(depth:)`, in the same order. An array serves as the stack of objects whose disposal has begun. Each
    /// object is released before the object below it on that stack, so no release causes another.
    private static func disposeOnHeap(_ first: Held<DisposeBase>) {
        var begun: [Held<DisposeBase>] = []
        var next: Held<DisposeBase>? = first
        while true {
            while let object = next {
                next = nil
                let taken = object.use { $0.lifecycle.markDisposed() }
                if taken.isFromList { releaseGarbage(taken.garbage) }
                if taken.wasDisposed {
                    object.release()
                    break
                }
                begun.append(object)
                if !taken.isFromList { next = upstream(taken: taken) }
            }
            guard let object = begun.last else { return }
            next = object.use { $0.nextPart() }
            if next == nil {
                begun.removeLast()
                object.use { $0.disposed() }
                object.release()
            }
        }
    }

    /// The upstream that was taken out of a word; the caller owns it.
    private static func upstream(taken: Lifecycle.Taken) -> Held<DisposeBase>? {
        taken.upstream.map { Held(at: $0) }
    }

    /// Any disposable as a `DisposeBase`: itself if it is one, otherwise in a box.
    @usableFromInline
    static func wrapping(_ disposable: any Disposable) -> DisposeBase {
        disposable._disposeBase
    }
}

/// Tells each sink of a garbage chain that its source has released it, and then releases the sink.
///
/// The captures of disposed observers are released here: on the thread that disposed, or on the thread whose emission
/// was under way; never inside the C core.
@usableFromInline
func releaseGarbage(_ chain: Lifecycle?) {
    var next = chain
    while let lifecycle = next {
        next = lifecycle.nextInGarbage
        releaseFromSource(lifecycle)
    }
}

/// Releases the reference that a source held, after it has told the sink.
@usableFromInline
func releaseFromSource(_ lifecycle: Lifecycle) {
    let object = DisposeBase.object(of: lifecycle)
    object.use { $0.sourceReleased() }
    object.release()
}
