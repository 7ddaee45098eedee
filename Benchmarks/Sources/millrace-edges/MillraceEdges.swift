import ArgumentParser
import StressSupport

@main
struct MillraceEdges: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "millrace-edges",
        abstract:
            "Measures the bridges between events and tasks, beside AsyncStream, AsyncChannel, share and a ring in C.",
        discussion: """
            Every repetition measures all rows once, so that a change of the machine's speed meets all of them. A figure \
            in nanoseconds is the smallest of all repetitions. A figure in times is the median of pairs of runs that \
            alternate, with its quartiles; where these are further apart than a tenth, it says so.
            """
    )

    @Option(help: "How often to measure every row.")
    var repetitions = 20

    @Option(help: "Instead: how many seconds to send to a consumer that has stopped, with each strategy.")
    var soak: Int?

    @Option(help: "Instead: how many elements to map with and without an order for each key.")
    var keys: Int?

    @Option(help: "Only these rows: one, slices, full, ten or stopped.")
    var only: String?

    @Flag(help: "Fail where a figure is over its limit.")
    var check = false

    func run() async throws {
        if let soak {
            try await runSoak(seconds: soak)
            return
        }
        if let keys {
            let misses = try await runKeys(elements: max(1_000, keys), slices: max(1, repetitions))
            misses.forEach { print("missed: \($0)") }
            if check, !misses.isEmpty { throw ExitCode.failure }
            return
        }
        var figures = Figures()
        let chosen = groups.filter { only == nil || $0.name == only }
        if chosen.isEmpty { throw ValidationError("no rows are called \(only ?? "")") }
        for _ in 0..<max(1, repetitions) {
            for group in chosen { try await group.measure(&figures) }
        }
        let counts = only == nil ? try await countEverything() : []
        figures.print()
        counts.forEach { print($0.text) }
        let misses = figures.misses + counts.filter { !$0.holds }.map(\.text)
        if check, !misses.isEmpty {
            misses.forEach { print("missed: \($0)") }
            throw ExitCode.failure
        }
    }
}

/// The figures of each row, in the order in which the rows came first: the smallest time, or the ratios of pairs.
struct Figures {
    private var smallest: [String: Double] = [:]
    private var ratios: [String: [Double]] = [:]
    private var order: [String] = []
    private var limits: [String: Limit] = [:]

    enum Limit {
        /// In the row's unit.
        case value(Double)
        /// At most so many times another row.
        case times(Double, String)
    }

    mutating func add(_ name: String, _ nanoseconds: Double, limit: Limit? = nil) {
        if smallest[name] == nil { order.append(name) }
        smallest[name] = min(smallest[name] ?? .infinity, nanoseconds)
        limits[name] = limit
    }

    /// Adds what one run took, in times of what another run took right before or after it.
    mutating func addPair(_ name: String, _ ratio: Double, limit: Double?) {
        if ratios[name] == nil { order.append(name) }
        ratios[name, default: []].append(ratio)
        limits[name] = limit.map { .value($0) }
    }

    /// The lower quartile, the median and the upper quartile.
    private func quartiles(_ ratios: [Double]) -> [Double] {
        let sorted = ratios.sorted()
        return [1, 2, 3].map { sorted[(sorted.count - 1) * $0 / 4] }
    }

    private func figure(_ name: String) -> Double {
        ratios[name].map { quartiles($0)[1] } ?? smallest[name, default: 0]
    }

    private func limit(_ name: String) -> Double? {
        switch limits[name] {
        case nil: nil
        case .value(let limit): limit
        case .times(let factor, let other): smallest[other].map { $0 * factor }
        }
    }

    var misses: [String] {
        order.filter { name in limit(name).map { figure(name) > $0 } ?? false }
    }

    func print() {
        let width = order.map(\.count).max() ?? 0
        for name in order {
            let value = figure(name)
            let verdict = limit(name).map { " [\(text($0))]\(value > $0 ? " missed" : "")" } ?? ""
            guard let pairs = ratios[name] else {
                Swift.print("\(name.padded(to: width))  \(text(value)) ns\(verdict)")
                continue
            }
            let ends = quartiles(pairs)
            let spread = "quartiles \(text(ends[0])) and \(text(ends[2])) of \(pairs.count) pairs"
            let doubt = ends[2] - ends[0] > 0.1 ? ", not repeatable here" : ""
            Swift.print("\(name.padded(to: width))  \(text(value)) times\(verdict) (\(spread)\(doubt))")
        }
    }
}

/// A figure with three digits or so.
func text(_ value: Double) -> String {
    let digits = value < 10 ? 100.0 : value < 100 ? 10 : 1
    let rounded = (value * digits).rounded() / digits
    return digits == 1 ? "\(Int(rounded))" : "\(rounded)"
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
