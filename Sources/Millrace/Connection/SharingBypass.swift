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
