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
            is the smallest of all repetitions.
            """
    )

    @Option(help: "How often to measure every row.")
    var repetitions = 20

    @Option(help: "Instead: how many seconds to send to a consumer that has stopped, with each strategy.")
    var soak: Int?

    @Flag(help: "Fail where a figure is over its target.")
    var check = false

    func run() async throws {
        if let soak {
            try await runSoak(seconds: soak)
            return
        }
        var figures = Figures()
        for _ in 0..<max(1, repetitions) { try await measure(&figures) }
        let counts = try await countEverything()
        figures.print()
        counts.forEach { print($0.text) }
        let misses = figures.misses + counts.filter { !$0.holds }.map(\.text)
        if check, !misses.isEmpty {
            misses.forEach { print("missed: \($0)") }
            throw ExitCode.failure
        }
    }
}

/// The smallest figure of each row, in the order in which the rows came first.
struct Figures {
    private var smallest: [String: Double] = [:]
    private var order: [String] = []
    private var limits: [String: Limit] = [:]

    enum Limit {
        case nanoseconds(Double)
        /// At most so many times another row.
        case times(Double, String)
    }

    mutating func add(_ name: String, _ nanoseconds: Double, limit: Limit? = nil) {
        if smallest[name] == nil { order.append(name) }
        smallest[name] = min(smallest[name] ?? .infinity, nanoseconds)
        limits[name] = limit
    }

    private func limit(_ name: String) -> Double? {
        switch limits[name] {
        case nil: nil
        case .nanoseconds(let limit): limit
        case .times(let factor, let other): smallest[other].map { $0 * factor }
        }
    }

    var misses: [String] {
        order.filter { name in limit(name).map { smallest[name, default: 0] > $0 } ?? false }
    }

    func print() {
        let width = order.map(\.count).max() ?? 0
        for name in order {
            let value = smallest[name, default: 0]
            let verdict = limit(name).map { " [\(text($0))]\(value > $0 ? " missed" : "")" } ?? ""
            Swift.print("\(name.padded(to: width))  \(text(value)) ns\(verdict)")
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
