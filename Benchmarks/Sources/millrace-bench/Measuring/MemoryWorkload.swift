import BenchmarkLimits

/// What an idle thing keeps: bytes and blocks, on average over many of them.
final class MemoryWorkload: Workload {
    /// Makes `count` of them; called with the meter on.
    typealias MakeMany = (_ keep: inout Keeper) -> Void

    /// Holds what is to be weighed, in room that was made beforehand.
    struct Keeper {
        let count: Int
        fileprivate var kept: [Any] = []

        fileprivate init(count: Int) {
            self.count = count
            kept.reserveCapacity(count)
        }

        mutating func keep(_ thing: Any) {
            kept.append(thing)
        }
    }

    let name: String
    let summary: String
    let unit = Unit.bytesPerInstance
    private let sides: KeyValuePairs<Column, () -> MakeMany>
    private var readings: [Column: bench_readings] = [:]
    private let count = 1000

    /// - Parameter sides: what is made beforehand, unmetered, is made by the outer closure.
    init(_ name: String, _ summary: String, sides: KeyValuePairs<Column, () -> MakeMany>) {
        self.name = name
        self.summary = summary
        self.sides = sides
    }

    var columns: [Column] { bench_meter_available() ? sides.map(\.key) : [] }

    func sample(round: Int, options: Options) {
        // The same every time, once the runtime's caches are filled.
        guard round < 2, bench_meter_available() else { return }
        for (column, makeSide) in sides where options.columns.contains(column) {
            let make = makeSide()
            var keeper = Keeper(count: count)
            bench_meter_start()
            make(&keeper)
            readings[column] = bench_meter_stop()
            withExtendedLifetime(keeper) {}
        }
    }

    func figure(of column: Column) -> Double? {
        readings[column].map { Double($0.bytes) / Double(count) }
    }

    func mallocs(of column: Column) -> Double? {
        readings[column].map { Double($0.blocks) / Double(count) }
    }

    func profile(count: Int) {
        guard let side = sides.first(where: { $0.key == .millrace }) else { return }
        let make = side.value()
        var keeper = Keeper(count: count)
        make(&keeper)
    }
}
