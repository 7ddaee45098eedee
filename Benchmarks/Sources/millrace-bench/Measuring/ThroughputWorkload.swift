/// Two emitters at once: how many times the events of one emitter alone they manage. The median of all samples.
final class ThroughputWorkload: Workload {
    /// Sets up this many emitters and what they emit to. An event is the address of the emitting thread's counter, which
    /// its subscriber counts up.
    typealias MakeSide = (_ counters: [Counter]) -> (emitters: [Body], tearDown: () -> Void)

    let name: String
    let summary: String
    let unit = Unit.throughputRatio
    private let sides: KeyValuePairs<Column, MakeSide>
    var samples = Samples()

    init(_ name: String, _ summary: String, sides: KeyValuePairs<Column, MakeSide>) {
        self.name = name
        self.summary = summary
        self.sides = sides
    }

    var columns: [Column] { sides.map(\.key) }

    func sample(round: Int, options: Options) {
        for offset in 0..<sides.count {
            let (column, makeSide) = sides[(offset + round) % sides.count]
            guard options.columns.contains(column) else { continue }
            if let one = throughput(column, makeSide, emitters: 1, options),
                let two = throughput(column, makeSide, emitters: 2, options)
            {
                samples.add(two / one, of: column)
            }
        }
    }

    func figure(of column: Column) -> Double? { median(samples[column]) }

    func profile(count: Int) {
        guard let side = sides.first(where: { $0.key == .millrace }) else { return }
        let counter = Counter()
        let (emitters, tearDown) = side.value([counter])
        emitters[0](count)
        tearDown()
        counter.deallocate()
    }

    /// Events per nanosecond of all emitters together.
    private func throughput(
        _ column: Column,
        _ makeSide: MakeSide,
        emitters: Int,
        _ options: Options
    ) -> Double? {
        let batch = 1000
        let results = Team.runUndisturbed(options: options) {
            let counters = (0..<emitters).map { _ in Counter() }
            return (counters: counters, side: makeSide(counters))
        } bodies: { made in
            (made.side.emitters, batch)
        } finish: { made, results in
            made.side.tearDown()
            for (result, counter) in zip(results, made.counters) {
                let expected = result.count + batch
                guard counter.value.pointee == expected else {
                    fatalError("\(name), \(column.rawValue): a counter is \(counter.value.pointee), not \(expected)")
                }
                counter.deallocate()
            }
        }
        return results?.reduce(0) { $0 + Double($1.count) / $1.nanoseconds }
    }
}
