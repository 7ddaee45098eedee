/// How many elements wait in a bounded queue, and the sources that are held back while the queue is full.
///
/// The queue counts every element in and out. A source asks `isOpen` before each element, through its `Pressure`. If
/// the queue is full, the source enlists and stops. From then on, the mark is closed for all sources, so that one that
/// only asks, as a timer does, does not take each place that becomes free. The thread that takes elements out opens the
/// mark as soon as half of its room is free, and lets the sources go on, one after the other.
///
/// | | a source that finds the mark closed | the thread that takes an element out |
/// |---|---|---|
/// | first | takes the lock | counts the element out |
/// | then | looks at the count: above the lower mark, it closes the mark and joins the list; otherwise it joins the list if others wait, and goes on if nobody does | if this brings the count down to the lower mark: takes the lock, opens the mark, and takes a source from the list |
///
/// Of the two critical sections one comes first. If it is the source's, the other thread finds the source in the list.
/// If it is the other thread's, the source sees the lower count and goes on. A source that stays in the list has seen a
/// higher count, so a later element brings the count down to the lower mark.
///
/// A source that can pause asks before each element, after its former element has been counted in. So at most
/// `capacity` elements wait. If several sources ask at the same moment, each of them but the first may add one more.
/// Documentation/Guarantees.md, no. 13, lists what else may exceed this.
@usableFromInline
final class Watermark: @unchecked Sendable {
    @usableFromInline
    let capacity: Int

    /// The count at which sources may go on.
    @usableFromInline
    let lower: Int

    /// Whether a source that cannot pause is refused. If not, the elements of such a source wait without a bound.
    let isRequired: Bool

    /// The operator and the place where it was applied, for messages.
    let owner: String

    /// How many elements wait; while the mark is closed, `closed` more.
    @usableFromInline
    let level = AtomicCounter.Object()

    /// More than any queue has room for.
    @usableFromInline
    static var closed: Int64 { 1 << 40 }

    private struct Sources {
        /// Whether `level` has `closed`.
        var isClosed = false
        /// Those that wait, in order.
        var waiting: [Pressure] = []
    }

    private let sources = Locked(Sources())

    @usableFromInline
    init(capacity: Int, lower: Int? = nil, isRequired: Bool = true, owner: String) {
        self.capacity = capacity
        self.lower = lower ?? capacity / 2
        self.isRequired = isRequired
        self.owner = owner
        HookSwitches.countWatermarks(1)
    }

    deinit {
        HookSwitches.countWatermarks(-1)
    }

    /// A mark of an operator that is itself held back: it refuses what the marks below it refuse.
    convenience init(capacity: Int, lower: Int? = nil, below pressure: Pressure?, owner: String) {
        let required = pressure?.path.watermarks.first { $0.isRequired }
        self.init(capacity: capacity, lower: lower, isRequired: required != nil, owner: required?.owner ?? owner)
    }

    /// The mark of an operator's gate: all sources are held back while an event of any of them waits for another
    /// thread.
    @usableFromInline
    static func gate<Element>(above downstream: Sink<Element>) -> Watermark? {
        Pressure.below(downstream).map { Watermark(capacity: 1, below: $0, owner: "") }
    }

    /// Whether there is room.
    @inlinable
    var isOpen: Bool { level.value < capacity }

    /// Counts an element in.
    @inlinable
    func add() {
        _ = level.add(1)
    }

    /// Counts elements out, and lets sources go on if enough room is free: on the calling thread, which must hold no
    /// lock.
    @inlinable
    func remove(_ count: Int = 1) {
        let before = Int(level.add(-Int64(count)) & (Watermark.closed - 1))
        if before > lower && before - count <= lower { release() }
    }

    private var count: Int { Int(level.value & (Watermark.closed - 1)) }

    /// Lets sources go on, the one that has waited longest first, as long as there is room.
    @usableFromInline
    func release() {
        while let source = takeFirst() { source.resume() }
    }

    /// Opens the mark if enough room is free, and takes the first source out of the list if there is room for it. If not,
    /// the mark closes again, so that the source is the next one.
    private func takeFirst() -> Pressure? {
        sources.access { sources in
            let count = count
            if count <= lower { setClosed(false, &sources) }
            if sources.waiting.isEmpty { return nil }
            if !sources.isClosed && count < capacity { return sources.waiting.removeFirst() }
            setClosed(true, &sources)
            return nil
        }
    }

    /// Lets `pressure` wait for room. False: there is room already, and nobody else waits.
    func enlist(_ pressure: Pressure) -> Bool {
        sources.access { sources in
            if count > lower {
                setClosed(true, &sources)
            } else if sources.waiting.isEmpty {
                setClosed(false, &sources)
                return false
            }
            // If others wait although there is room, a thread is about to let them go on, and then this one.
            sources.waiting.append(pressure)
            return true
        }
    }

    /// Takes the source out of the list, as often as it is there. O(sources in the list).
    func delist(_ pressure: Pressure) {
        while let former = takeOut(pressure) { releaseValue(former) }
    }

    private func takeOut(_ pressure: Pressure) -> Pressure? {
        sources.access { sources in
            sources.waiting.firstIndex { $0 === pressure }.map { sources.waiting.remove(at: $0) }
        }
    }

    private func setClosed(_ closed: Bool, _ sources: inout Sources) {
        if sources.isClosed == closed { return }
        sources.isClosed = closed
        _ = level.add(closed ? Watermark.closed : -Watermark.closed)
    }
}
