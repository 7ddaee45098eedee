/// How a shared source that has nobody to share with is left out of a chain.
///
/// What an operator of a `SharedSequence` makes is shared, and in the middle of a chain it is held by the next operator
/// alone. When that one's shared source is connected, it is asked whether its operator, which nobody else knows, has the
/// only reference to the shared source before it. If so, and if nobody is subscribed there, nobody can subscribe there
/// later: the operator is fed by what that source would have been fed by, which is asked in its turn.
///
/// This holds for stages alone: sources shared behind an operator that passes every end on at once and never ends by
/// itself. Behind any other operator, the later source may be connected again while the former connection is still there,
/// and has to find it.
@usableFromInline
struct SharingBypass {
    /// What the shared source is fed by; its type as in `ChainLink`.
    let source: Unmanaged<Observable<Never>>

    /// Whether the shared source is a stage, so that what it is fed by may be asked, too.
    let goesOn: Bool
}
