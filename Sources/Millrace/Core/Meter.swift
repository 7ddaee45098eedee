import CMillrace

/// What passes one edge of a chain: the address of its words, which their owner frees. mr_meter.h says what they mean.
struct Meter: @unchecked Sendable {
    private let words = UnsafeMutablePointer<mr_meter>.allocate(capacity: 1)

    init() {
        words.initialize(to: mr_meter())
    }

    func free() { words.deallocate() }

    /// The calling thread enters. False: it was inside already, and does not leave after this visit.
    @inline(__always)
    func enter() -> Bool { mr_meter_enter(words) }

    @inline(__always)
    func leave() { mr_meter_leave(words) }

    /// Counts an element and returns its number, from 1.
    @inline(__always)
    @discardableResult
    func count() -> UInt64 { mr_meter_count(words) }

    var counted: Int { Int(mr_meter_counted(words)) }

    /// The thread that is inside, and the time when it came; 0 if nobody kept the time.
    var inside: (thread: Int, since: Int)? {
        let word = mr_meter_inside(words)
        let bits = UInt64(MR_METER_THREAD_BITS)
        return word == 0 ? nil : (Int(word & (1 << bits - 1)), Int(word >> bits))
    }

    /// Sets the time that the threads take when they enter; 0 if nobody keeps it.
    static func setClock(milliseconds: Int) { mr_meter_set_clock(UInt64(milliseconds)) }
}

extension Meter {
    /// When elements came that went into a queue: the address of the words, which their owner frees.
    struct Arrivals: @unchecked Sendable {
        private let words = UnsafeMutablePointer<mr_arrivals>.allocate(capacity: 1)

        init() {
            words.initialize(to: mr_arrivals())
        }

        func free() { words.deallocate() }

        @inline(__always)
        func add(_ number: UInt64) { mr_arrivals_add(words, number) }

        /// When the element `number` came, of `last` elements; `nil` if that is not known. If it is long ago, it may be
        /// the time of a later element.
        func time(of number: Int, last: Int) -> Int? {
            let time = mr_arrivals_time(words, UInt64(number), UInt64(last))
            return time == 0 ? nil : Int(time)
        }
    }
}
