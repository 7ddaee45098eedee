import BenchmarkLimits

/// Something that one thread does again and again: nanoseconds each, the smallest of all samples.
final class TimedWorkload: Workload {
    /// Sets a side up; its subscribers add to the sum.
    typealias MakeSide = (Sum) -> Side

    let name: String
    let summary: String
    let unit: Unit
    /// What a time is divided by, and the count in `expected` and `run` is not.
    private let divisor: Int
    /// Whether there is an emitter that must not allocate.
    private let countsMallocs: Bool
    /// Over how many runs mallocs are counted, if not over those of one sample.
    private let mallocRuns: Int?
    /// How often to measure at most in a pass, for what takes long.
    private let rounds: Int
    /// The sum after this many runs.
    private let expected: (Int) -> Int
    private let sides: KeyValuePairs<Column, MakeSide>

    private var counts: [Column: Int] = [:]
    var samples = Samples()

    /// - Parameters:
    ///   - divisor: how many units one run amounts to.
    ///   - rounds: how often to measure at most in a pass; once if it has to be quick.
    ///   - expected: what the sum must be after that many runs.
    init(
        _ name: String,
        _ summary: String,
        unit: Unit = .nanosecondsPerEvent,
        divisor: Int = 1,
        countsMallocs: Bool = true,
        mallocRuns: Int? = nil,
        rounds: Int = .max,
        expected: @escaping (Int) -> Int = { $0 },
        sides: KeyValuePairs<Column, MakeSide>
    ) {
        self.name = name
        self.summary = summary
        self.unit = unit
        self.divisor = divisor
        self.countsMallocs = countsMallocs
        self.mallocRuns = mallocRuns
        self.rounds = rounds
        self.expected = expected
        self.sides = sides
    }

    var columns: [Column] { sides.map(\.key) }

    func sample(round: Int, options: Options) {
        for offset in 0..<sides.count {
            let (column, makeSide) = sides[(offset + round) % sides.count]
            guard options.columns.contains(column) else { continue }
            if rounds != .max, samples[column].count >= (options.quick ? 1 : rounds) { continue }
            withSide(column, makeSide) { run in
                let count: Int
                if let known = counts[column], !samples[column].isEmpty {
                    count = known
                    if count > 1 { run(max(count / 8, 1)) }
                } else {
                    count = calibrate(run, quick: options.quick)
                    counts[column] = count
                    if countsMallocs, let mallocs = mallocsPerUnit(run, count: mallocRuns ?? min(count, 1000)) {
                        samples.add(mallocs: mallocs, of: column)
                    }
                }
                samples.add(time(run, count) / Double(count * divisor), of: column)
            }
        }
    }

    func figure(of column: Column) -> Double? { samples[column].min() }

    func profile(count: Int) {
        guard let side = sides.first(where: { $0.key == .millrace }) else { return }
        withSide(side.key, side.value) { $0(count) }
    }

    /// Sets up, does something, tears down, and checks the sum.
    private func withSide(_ column: Column, _ makeSide: MakeSide, do body: (Body) -> Void) {
        // On cache lines of its own.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128)
        defer { memory.deallocate() }
        let sum = memory.initializeMemory(as: Int.self, repeating: 0, count: 16)
        let side = makeSide(sum)
        var total = 0
        body { count in
            side.run(count)
            total += count
        }
        side.tearDown()
        guard sum.pointee == expected(total) else {
            fatalError("\(name), \(column.rawValue): the sum is \(sum.pointee), not \(expected(total))")
        }
    }

    private func time(_ run: Body, _ count: Int) -> Double {
        let start = bench_now()
        run(count)
        return Double(bench_now() - start)
    }

    /// How often to run for 2 ms, or 0.5 if quick: long enough for the clock, short enough to be undisturbed at times.
    private func calibrate(_ run: Body, quick: Bool) -> Int {
        let goal = quick ? 0.5e6 : 2e6
        var count = 1
        while true {
            var least = time(run, count)
            // What takes so long only once had to give way to another program.
            for _ in 0..<3 where least > goal / 4 && least < 50e6 { least = min(least, time(run, count)) }
            if least > goal / 4 { return max(Int(Double(count) * goal / least), 1) }
            count *= 4
        }
    }

    private func mallocsPerUnit(_ run: Body, count: Int) -> Double? {
        guard bench_meter_available() else { return nil }
        bench_meter_start()
        run(count)
        return Double(bench_meter_stop().mallocs) / Double(count)
    }
}
