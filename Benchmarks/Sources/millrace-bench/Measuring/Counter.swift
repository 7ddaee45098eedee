/// A plain counter on a cache line of its own, for the subscribers that one thread calls.
struct Counter {
    let value: UnsafeMutablePointer<Int>

    init() {
        // Two lines each: processors fetch them in pairs.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128)
        value = memory.initializeMemory(as: Int.self, repeating: 0, count: 16)
    }

    func deallocate() {
        value.deallocate()
    }
}
