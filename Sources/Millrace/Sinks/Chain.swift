/// What one operator puts into a chain that is being subscribed to, its types erased: the walk up the chain needs none
/// of them, and looks no metadata up.
@usableFromInline
struct ChainLink {
    /// The operator's sink, which holds the one below it. Owned by the walk.
    @usableFromInline
    let sink: Unmanaged<DisposeBase>

    /// What is to feed it. The type is that of any source: nothing but methods without an element is called through it.
    @usableFromInline
    var source: Unmanaged<Observable<Never>>

    @inline(__always)
    init<Element>(_ sink: Unmanaged<Sink<Element>>, fedBy source: Unmanaged<Observable<Element>>) {
        self.sink = .fromOpaque(sink.toOpaque())
        self.source = .fromOpaque(source.toOpaque())
    }

    /// Goes up a chain from its lowest operator, whose link this is, to the first source that is none, and feeds that
    /// one's sink. A loop, so that chains of any length take a bounded stack.
    ///
    /// Until the last step but one, no other thread can find the sinks: the one below the chain is given its upstream
    /// when the chain is complete. So their words are written without atomic read-modify-writes, and published
    /// together: by that step, to whoever disposes the sink below, and by the source, to whoever emits.
    ///
    /// - Parameter alone: whether the lowest operator is known to nobody but the caller; see `SharingBypass`.
    func attach(to downstream: Unmanaged<DisposeBase>, alone: Bool = false) {
        var last = self
        var alone = alone
        while true {
            alone = alone && UniqueOwner.isOnlyReference(last.source)
            if alone, let bypass = last.source._withUnsafeGuaranteedRef({ $0.bypass }) {
                last.source = bypass.source
                alone = bypass.goesOn
                continue
            }
            guard let next = last.source._withUnsafeGuaranteedRef({ $0.makeLink(before: last.sink) }) else { break }
            last.sink._withUnsafeGuaranteedRef { $0.setPrivateUpstream(next.sink) }
            last = next
        }
        // Each sink holds the one below it, and the last one is ours.
        downstream._withUnsafeGuaranteedRef { $0.setUpstream(fresh: sink) }
        let top = Unmanaged<Sink<Never>>.fromOpaque(last.sink.toOpaque())
        last.source._withUnsafeGuaranteedRef { $0.attach(owned: top) }
    }
}

/// How a shared source that has nobody to share with is left out of a chain.
///
/// What an operator of a `SharedSequence` makes is shared, and in the middle of a chain it is held by the next operator
/// alone. When the shared source of that next operator is connected, `ChainLink` asks whether the operator, which
/// nobody else knows, has the only strong reference to the shared source before it. If so, and if nobody is subscribed
/// there, no holder of it can subscribe there later: the operator is fed by what that source would have been fed by,
/// which is asked in its turn.
///
/// The test counts strong references. A weak or unowned reference to the shared source can become a strong one at any
/// time, even while the test runs, and its holder can subscribe. The source then finds no connection and makes one, as
/// for any first subscriber: the stage runs once for that connection and once for the chain that left the source out,
/// and what the chain has had is not replayed. Nothing is shared by the two, so either gets its events once and in
/// order. The objects stay alive: the operator holds the shared source, and the shared source holds what feeds it.
///
/// Only stages are left out: sources shared behind an operator that passes every end on at once and never ends by
/// itself. Behind any other operator, the later source may be connected again while the former connection is still
/// there, and has to find it.
@usableFromInline
struct SharingBypass {
    /// What the shared source is fed by; its type as in `ChainLink`.
    let source: Unmanaged<Observable<Never>>

    /// Whether the shared source is a stage, so that what it is fed by may be asked, too.
    let goesOn: Bool
}
