/// How many elements wait in a bounded queue, and the sources that are held back while the queue is full.
///
/// The queue counts every element in and out. A source asks `isOpen` before each element, through its `Pressure`. If
/// the queue is full, the source enlists and stops. The thread that takes elements out lets the sources go on, one
/// after the other, as soon as half of its room is free.
///
/// | | a source that finds the queue full | the thread that takes an element out |
/// |---|---|---|
/// | first | enlists, under the lock | counts the element out |
/// | then | looks at the count again | if this brings the count down to the lower mark: takes a source from the list, under the lock |
///
/// Of the two critical sections one comes first. If it is the source's, the other thread finds the source in the list.
/// If it is the other thread's, the source sees the lower count, finds room and delists itself. A source that
/// stays in the list has seen a full queue, so a later element brings the count down to the lower mark again.
///
/// Every source asks before each element, after its former element has been counted in. So at most `capacity` elements
/// wait. If several sources ask at the same moment, each of them but the first may add one more.
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

    @usableFromInline
    let level = AtomicCounter.Object()

    private let enlisted = Locked<[Pressure]>([])

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

    /// The mark of an operator's gate: a source is held back while one of its events waits for another thread.
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
        let before = Int(level.add(-Int64(count)))
        if before > lower && before - count <= lower { release() }
    }

    /// Lets sources go on, the one that has waited longest first, as long as there is room.
    @usableFromInline
    func release() {
        while isOpen {
            guard let pressure = enlisted.access({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
            pressure.resume()
        }
    }

    func enlist(_ pressure: Pressure) {
        enlisted.access { $0.append(pressure) }
    }

    /// True if the source was in the list. O(sources in the list).
    func delist(_ pressure: Pressure) -> Bool {
        let former = enlisted.access { list in
            list.firstIndex { $0 === pressure }.map { list.remove(at: $0) }
        }
        return former != nil
    }
}
