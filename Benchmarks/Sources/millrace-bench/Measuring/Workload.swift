import BenchmarkLimits

/// One row of the table: something that several libraries do and that is measured for all of them alternately.
protocol Workload: AnyObject {
    var name: String { get }
    /// What is done, in a line.
    var summary: String { get }
    var unit: Unit { get }
    var columns: [Column] { get }

    /// What was measured so far.
    var samples: Samples { get set }

    /// Measures every column once. `round` counts from 0; it decides who goes first.
    func sample(round: Int, options: Options)

    /// What the samples so far amount to.
    func figure(of column: Column) -> Double?

    /// Does Millrace's side alone for `count` events, without timing it, for a profiler.
    func profile(count: Int)
}

extension Workload {
    /// Mallocs for an event, or blocks for an instance; `nil` where they are not counted.
    func mallocs(of column: Column) -> Double? { samples.mallocs[column.rawValue] }
}

/// How to measure.
struct Options {
    /// A quarter of the time for each sample.
    var quick: Bool
    var columns: Set<Column>
}

/// What a figure counts.
enum Unit: String, Codable {
    case nanosecondsPerEvent = "ns/event"
    case nanosecondsPerDelivery = "ns/delivery"
    case nanosecondsPerElement = "ns/element"
    case nanosecondsPerRound = "ns/round"
    case throughputRatio = "× one emitter"
    case bytesPerInstance = "bytes"
}

/// Runs something `count` times.
typealias Body = (_ count: Int) -> Void

/// A workload in one library, set up and ready.
struct Side {
    /// Does the work `count` times; this is what is measured.
    let run: Body
    /// Undoes the set-up.
    let tearDown: () -> Void

    init(run: @escaping Body, tearDown: @escaping () -> Void = {}) {
        self.run = run
        self.tearDown = tearDown
    }
}

/// Where subscribers add up what they get.
typealias Sum = UnsafeMutablePointer<Int>

/// An integer that the optimiser knows nothing about.
func opaque(_ value: Int) -> Int {
    bench_opaque(value)
}
