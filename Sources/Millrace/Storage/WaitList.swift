/// An object that can stand in a wait list: in at most one at a time.
@usableFromInline
protocol WaitListMember: AnyObject {
    var link: WaitList<Self>.Link { get set }

    /// The list's number at the time when the member was added (`WaitList.filling`); 0 once the member is taken out
    /// alone. Not in the link: other threads read it, under the lock, while the thread that has taken the member out
    /// walks the links.
    var filling: Int { get set }
}

/// Those who wait, in the order in which they came. Used under a lock; no operation allocates or takes more than a few
/// instructions. The list owns a reference to each member.
///
/// `takeAll()` empties the list in one step, whatever its length. Its members are then a chain that belongs to the
/// caller. The list has a number, `filling`, which `takeAll()` raises; a member still stands in the list if it has the
/// same number.
@usableFromInline
struct WaitList<Member: WaitListMember> {
    @usableFromInline
    var first: Held<Member>?
    @usableFromInline
    var last: Held<Member>?
    @usableFromInline
    var filling = 1

    @inlinable
    init() {}

    @inlinable
    @inline(__always)
    var isEmpty: Bool { first == nil }

    @inlinable
    @inline(__always)
    func contains(_ member: Member) -> Bool { member.filling == filling }

    @inlinable
    mutating func append(_ member: Member) {
        let added = Held(retaining: member)
        member.filling = filling
        member.link.previous = last
        if let last { last.use { $0.link.next = added } } else { first = added }
        last = added
    }

    @inlinable
    mutating func prepend(_ member: Member) {
        let added = Held(retaining: member)
        member.filling = filling
        member.link.next = first
        if let first { first.use { $0.link.previous = added } } else { last = added }
        first = added
    }

    /// Takes the first member out.
    @inlinable
    mutating func removeFirst() -> Member? {
        guard let first else { return nil }
        let member = first.take()
        unlink(member)
        return member
    }

    /// Takes a member out. The caller holds a reference to it.
    @inlinable
    mutating func remove(_ member: Member) {
        unlink(member)
        Held(borrowing: member).release()
    }

    @inlinable
    mutating func unlink(_ member: Member) {
        let (next, previous) = (member.link.next, member.link.previous)
        member.link = Link()
        member.filling = 0
        if let previous { previous.use { $0.link.next = next } } else { first = next }
        if let next { next.use { $0.link.previous = previous } } else { last = previous }
    }

    /// Empties the list. The caller calls `forEach` of the result.
    @inlinable
    @inline(__always)
    mutating func takeAll() -> Chain {
        guard let first else { return Chain(first: nil) }
        self.first = nil
        last = nil
        filling += 1
        return Chain(first: first)
    }
}

extension WaitList {
    /// A member's place in a list.
    @usableFromInline
    struct Link {
        @usableFromInline
        var next: Held<Member>?
        @usableFromInline
        var previous: Held<Member>?

        @inlinable
        init() {}
    }

    /// Members that were taken out of a list together, for the thread that has taken them.
    @usableFromInline
    struct Chain {
        @usableFromInline
        let first: Held<Member>?

        @inlinable
        init(first: Held<Member>?) {
            self.first = first
        }

        @inlinable
        @inline(__always)
        var isEmpty: Bool { first == nil }

        /// Calls `body` with each member, which may then stand in a list again, and releases it. Called once.
        @usableFromInline
        func forEach(_ body: (Member) -> Void) {
            var next = first
            while let member = next?.take() {
                next = member.link.next
                member.link = Link()
                body(member)
            }
        }
    }
}

/// A place in a wait list for a task that waits again and again.
@usableFromInline
final class TaskWaiter: WaitListMember, @unchecked Sendable {
    @usableFromInline
    @exclusivity(unchecked)
    var link = WaitList<TaskWaiter>.Link()
    @usableFromInline
    @exclusivity(unchecked)
    var filling = 0
    @exclusivity(unchecked)
    var task: WaitingTask?

    @usableFromInline
    init() {}

    /// Called by the thread that has taken the waiter out of the list.
    @usableFromInline
    func resume() {
        let task = exchange(&task, for: nil)
        task?.resume()
    }
}
