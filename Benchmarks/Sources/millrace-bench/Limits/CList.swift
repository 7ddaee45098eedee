import BenchmarkLimits

/// A list of C functions; see bench_list.h.
struct CList {
    let list: UnsafeMutablePointer<bench_list>

    init() {
        list = bench_list_create()
    }

    func destroy() {
        bench_list_destroy(list)
    }

    @discardableResult
    func subscribe(_ function: bench_function, _ context: UnsafeMutableRawPointer) -> UnsafeMutablePointer<bench_node> {
        bench_list_subscribe(list, function, context)
    }

    /// Emits `event` to all, `count` times.
    func pump(_ event: Int, _ count: Int) {
        bench_pump(list, event, count)
    }
}
