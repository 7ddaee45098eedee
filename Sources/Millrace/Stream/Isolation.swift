/// What a report says of a call that hands over closures which may belong to an actor.
///
/// `withoutIsolation` turns such a closure into one that events can call. `@isolated(any)` is in signatures alone: it
/// lets the compiler accept a closure of any actor, and tells the library which actor that is.
///
/// A closure that may be absent has two optionals. With one, the compiler rejects `quiet ? nil : { … }`, since it finds
/// two types for that argument, each of which converts to the other.
@usableFromInline
package struct CallSite {
    @usableFromInline
    let operation: StaticString

    @usableFromInline
    let fileID: StaticString

    @usableFromInline
    let line: UInt

    @inlinable
    @inline(__always)
    package init(_ operation: StaticString, _ fileID: StaticString = "(unknown)", _ line: UInt = 0) {
        self.operation = operation
        self.fileID = fileID
        self.line = line
    }
}

// One function for each kind of closure. Written out, not generic over the closure's type: a closure that passes
// through a generic function is wrapped on the heap. Each casts a struct, whose closure is not wrapped either.
extension CallSite {
    @inlinable
    @inline(__always)
    package func withoutIsolation<A>(_ closure: consuming (@isolated(any) (A) -> Void)??) -> ((A) -> Void)? {
        guard case .some(.some(let closure)) = closure else { return nil }
        if HookSwitches.checksIsolation { return checked(closure) }
        return unsafeBitCast(Isolated1(closure), to: Nonisolated1<A>.self).closure
    }

    @inlinable
    @inline(__always)
    package func withoutIsolation(_ closure: consuming (@isolated(any) () -> Void)??) -> (() -> Void)? {
        guard case .some(.some(let closure)) = closure else { return nil }
        if HookSwitches.checksIsolation { return checked(closure) }
        return unsafeBitCast(Isolated0(closure), to: Nonisolated0.self).closure
    }

    @inlinable
    @inline(__always)
    package func withoutIsolation<A, B>(_ closure: consuming (@isolated(any) (A, B) -> Void)??) -> ((A, B) -> Void)? {
        guard case .some(.some(let closure)) = closure else { return nil }
        if HookSwitches.checksIsolation { return checked(closure) }
        return unsafeBitCast(Isolated2(closure), to: Nonisolated2<A, B>.self).closure
    }

    @inlinable
    @inline(__always)
    package func withoutIsolation<A>(_ closure: @escaping @isolated(any) (A) -> Void) -> (A) -> Void {
        if HookSwitches.checksIsolation { return checked(closure) }
        return unsafeBitCast(Isolated1(closure), to: Nonisolated1<A>.self).closure
    }

    @inlinable
    @inline(__always)
    package func withoutIsolation<A, B>(_ closure: @escaping @isolated(any) (A, B) -> Void) -> (A, B) -> Void {
        if HookSwitches.checksIsolation { return checked(closure) }
        return unsafeBitCast(Isolated2(closure), to: Nonisolated2<A, B>.self).closure
    }

    @inlinable
    @inline(__always)
    package func throwing<A>(_ closure: consuming (@isolated(any) (A) throws -> Void)??) -> ((A) throws -> Void)? {
        guard case .some(.some(let closure)) = closure else { return nil }
        if HookSwitches.checksIsolation { return checkedThrowing(closure) }
        return unsafeBitCast(IsolatedThrowing1(closure), to: NonisolatedThrowing1<A>.self).closure
    }

    @inlinable
    @inline(__always)
    package func throwing(_ closure: consuming (@isolated(any) () throws -> Void)??) -> (() throws -> Void)? {
        guard case .some(.some(let closure)) = closure else { return nil }
        if HookSwitches.checksIsolation { return checkedThrowing(closure) }
        return unsafeBitCast(IsolatedThrowing0(closure), to: NonisolatedThrowing0.self).closure
    }
}

extension CallSite {
    @usableFromInline
    @inline(never)
    func checked<A>(_ closure: @escaping @isolated(any) (A) -> Void) -> (A) -> Void {
        let unchecked = unsafeBitCast(Isolated1(closure), to: Nonisolated1<A>.self).closure
        guard let check = IsolationCheck(closure.isolation, self) else { return unchecked }
        return { a in
            check.pass()
            unchecked(a)
        }
    }

    @usableFromInline
    @inline(never)
    func checked(_ closure: @escaping @isolated(any) () -> Void) -> () -> Void {
        let unchecked = unsafeBitCast(Isolated0(closure), to: Nonisolated0.self).closure
        guard let check = IsolationCheck(closure.isolation, self) else { return unchecked }
        return {
            check.pass()
            unchecked()
        }
    }

    @usableFromInline
    @inline(never)
    func checked<A, B>(_ closure: @escaping @isolated(any) (A, B) -> Void) -> (A, B) -> Void {
        let unchecked = unsafeBitCast(Isolated2(closure), to: Nonisolated2<A, B>.self).closure
        guard let check = IsolationCheck(closure.isolation, self) else { return unchecked }
        return { a, b in
            check.pass()
            unchecked(a, b)
        }
    }

    @usableFromInline
    @inline(never)
    func checkedThrowing<A>(_ closure: @escaping @isolated(any) (A) throws -> Void) -> (A) throws -> Void {
        let unchecked = unsafeBitCast(IsolatedThrowing1(closure), to: NonisolatedThrowing1<A>.self).closure
        guard let check = IsolationCheck(closure.isolation, self) else { return unchecked }
        return { a in
            check.pass()
            try unchecked(a)
        }
    }

    @usableFromInline
    @inline(never)
    func checkedThrowing(_ closure: @escaping @isolated(any) () throws -> Void) -> () throws -> Void {
        let unchecked = unsafeBitCast(IsolatedThrowing0(closure), to: NonisolatedThrowing0.self).closure
        guard let check = IsolationCheck(closure.isolation, self) else { return unchecked }
        return {
            check.pass()
            try unchecked()
        }
    }
}

// Once the caller is known to be on the right actor, an `@isolated(any)` closure can be called like any other closure:
// its code and what it captured lie in the same two words. Only the language has no conversion. `IsolationTests` calls
// a closure of each kind.
extension CallSite {
    @usableFromInline
    @frozen
    struct Isolated1<A> {
        @usableFromInline let closure: @isolated(any) (A) -> Void
        @inlinable init(_ closure: @escaping @isolated(any) (A) -> Void) { self.closure = closure }
    }

    @usableFromInline
    @frozen
    struct Nonisolated1<A> {
        @usableFromInline let closure: (A) -> Void
    }

    @usableFromInline
    @frozen
    struct Isolated0 {
        @usableFromInline let closure: @isolated(any) () -> Void
        @inlinable init(_ closure: @escaping @isolated(any) () -> Void) { self.closure = closure }
    }

    @usableFromInline
    @frozen
    struct Nonisolated0 {
        @usableFromInline let closure: () -> Void
    }

    @usableFromInline
    @frozen
    struct Isolated2<A, B> {
        @usableFromInline let closure: @isolated(any) (A, B) -> Void
        @inlinable init(_ closure: @escaping @isolated(any) (A, B) -> Void) { self.closure = closure }
    }

    @usableFromInline
    @frozen
    struct Nonisolated2<A, B> {
        @usableFromInline let closure: (A, B) -> Void
    }

    @usableFromInline
    @frozen
    struct IsolatedThrowing1<A> {
        @usableFromInline let closure: @isolated(any) (A) throws -> Void
        @inlinable init(_ closure: @escaping @isolated(any) (A) throws -> Void) { self.closure = closure }
    }

    @usableFromInline
    @frozen
    struct NonisolatedThrowing1<A> {
        @usableFromInline let closure: (A) throws -> Void
    }

    @usableFromInline
    @frozen
    struct IsolatedThrowing0 {
        @usableFromInline let closure: @isolated(any) () throws -> Void
        @inlinable init(_ closure: @escaping @isolated(any) () throws -> Void) { self.closure = closure }
    }

    @usableFromInline
    @frozen
    struct NonisolatedThrowing0 {
        @usableFromInline let closure: () throws -> Void
    }
}
