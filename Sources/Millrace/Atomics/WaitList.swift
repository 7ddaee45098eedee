/// An object that can stand in a wait list: in at most one at a time.
@usableFromInline
protocol WaitListMember: AnyObject {
    var link: WaitLink<Self> { get set }

    /// In which filling of its list the member stands; 0 if in none. Not in the link: other threads ask for it, under
    /// the lock, while the thread that has taken the member out walks the links.
    var filling: Int { get set }
}

/// A member's place in a list. The list holds its members.
@usableFromInline
struct WaitLink<Member: AnyObject> {
    @usableFromInline
    var next: Member?
    @usableFromInline
    var previous: Member?
    @inlinable
    init() {}
}

/// Those who wait, in the order in which they came. Used under a lock; no operation allocates or takes more than a few
/// instructions.
///
/// `takeAll()` empties the list in one step, whatever its length. Its members are then a chain that belongs to the
/// caller. A member that is asked whether it still stands in the list compares the number of its filling.
@usableFromInline
struct WaitList<Member: WaitListMember> {
    @usableFromInline
    var first: Member?
    @usableFromInline
    var last: Member?
    @usableFromInline
    var filling = 1

    @inlinable
    init() {}

    @inlinable
    @inline(__always)
    var isEmpty: Bool { first == nil }

    @inlinable
    func contains(_ member: Member) -> Bool { member.filling == filling }

    @inlinable
    mutating func append(_ member: Member) {
        member.filling = filling
        member.link.previous = last
        if let last { last.link.next = member } else { first = member }
        last = member
    }

    @inlinable
    mutating func prepend(_ member: Member) {
        member.filling = filling
        member.link.next = first
        if let first { first.link.previous = member } else { last = member }
        first = member
    }

    /// Takes a member out. The caller holds a reference to it.
    @inlinable
    mutating func remove(_ member: Member) {
        let (next, previous) = (member.link.next, member.link.previous)
        member.link = WaitLink()
        member.filling = 0
        if let previous { previous.link.next = next } else { first = next }
        if let next { next.link.previous = previous } else { last = previous }
    }

    /// Empties the list.
    @inlinable
    mutating func takeAll() -> WaitChain<Member> {
        guard let first else { return WaitChain(first: nil) }
        self.first = nil
        last = nil
        filling += 1
        return WaitChain(first: first)
    }
}

/// Members that were taken out of a list together, for the thread that has taken them.
@usableFromInline
struct WaitChain<Member: WaitListMember> {
    @usableFromInline
    let first: Member?

    @inlinable
    init(first: Member?) {
        self.first = first
    }

    @inlinable
    @inline(__always)
    var isEmpty: Bool { first == nil }

    /// Calls `body` with each member, which may then stand in a list again.
    @usableFromInline
    func forEach(_ body: (Member) -> Void) {
        var next = first
        while let member = next {
            next = member.link.next
            // Of the next member too: it would hold this one.
            next?.link.previous = nil
            member.link.next = nil
            body(member)
        }
    }
}

/// A task that waits until another thread lets it go on.
@usableFromInline
struct WaitingTask: Sendable {
    private let continuation: UnsafeContinuation<Void, Never>

    /// Lets the task go on. Called once.
    @usableFromInline
    func resume() { continuation.resume() }

    /// Suspends the calling task, until another thread calls `resume()`.
    ///
    /// - Parameter park: puts the waiting task where that thread finds it. False: the task goes on at once.
    @usableFromInline
    static func suspend(
        isolation: isolated (any Actor)?,
        _ park: (WaitingTask) -> Bool
    ) async {
        await withUnsafeContinuation(isolation: isolation) { continuation in
            if !park(WaitingTask(continuation: continuation)) { continuation.resume() }
        }
    }
}
