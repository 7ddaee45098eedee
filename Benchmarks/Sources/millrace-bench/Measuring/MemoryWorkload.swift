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
    var samples = Samples()
    private let count = 1000

    /// - Parameter sides: what is made beforehand, unmetered, is made by the outer closure.
    init(_ name: String, _ summary: String, sides: KeyValuePairs<Column, () -> MakeMany>) {
        self.name = name
        self.summary = summary
        self.sides = sides
    }

    var columns: [Column] { bench_meter_available() ? sides.map(\.key) : [] }

    func sample(round: Int, options: Options) {
        guard round == 0, bench_meter_available() else { return }
        for (column, makeSide) in sides where options.columns.contains(column) {
            _ = weigh(makeSide())  // fills the runtime's caches
            let readings = weigh(makeSide())
            samples.add(Double(readings.bytes) / Double(count), of: column)
            samples.add(mallocs: Double(readings.blocks) / Double(count), of: column)
        }
    }

    private func weigh(_ make: MakeMany) -> bench_readings {
        var keeper = Keeper(count: count)
        bench_meter_start()
        make(&keeper)
        let readings = bench_meter_stop()
        withExtendedLifetime(keeper) {}
        return readings
    }

    func figure(of column: Column) -> Double? { samples[column].first }

    func profile(count: Int) {
        guard let side = sides.first(where: { $0.key == .millrace }) else { return }
        let make = side.value()
        var keeper = Keeper(count: count)
        make(&keeper)
    }
}
