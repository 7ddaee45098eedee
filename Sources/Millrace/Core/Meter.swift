import CMillrace

/// What passes one edge of a chain, inside an object: the address of its words. mr_meter.h says what they mean.
struct Meter {
    /// What an object stores.
    struct Storage {
        var words = mr_meter()
    }

    private let words: UnsafeMutablePointer<mr_meter>

    init(at storage: UnsafeMutablePointer<Storage>) {
        words = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_meter.self)
    }

    /// Calls `body`, during which the calling thread is inside.
    @inline(__always)
    func visit(_ body: () -> Void) {
        let enters = mr_meter_enter(words)
        body()
        if enters { mr_meter_leave(words) }
    }

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

    /// When elements came that went into a queue.
    final class Arrivals: @unchecked Sendable {
        // Touched only through its address.
        private let words = UnsafeMutablePointer<mr_arrivals>.allocate(capacity: 1)

        init() {
            words.initialize(to: mr_arrivals())
        }

        deinit {
            words.deallocate()
        }

        @inline(__always)
        func add(_ number: UInt64) { mr_arrivals_add(words, number) }

        /// When the element `number` came, of `last` elements; `nil` if that is not known. If it is long ago, it may be the
        /// time of a later element.
        func time(of number: Int, last: Int) -> Int? {
            let time = mr_arrivals_time(words, UInt64(number), UInt64(last))
            return time == 0 ? nil : Int(time)
        }
    }
}
