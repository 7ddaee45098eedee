import Foundation
import Millrace
import MillraceNATS
import RawNATS

/// `millrace-nats-bench`: MillraceNATS beside libnats alone, in alternating runs.
let usage = """
    millrace-nats-bench [--rounds N] [--scale X] [--filter ROW] [--check]
    millrace-nats-bench --soak SECONDS

      --rounds N      how many runs of each, alternating; 15 if left out
      --scale X       how many messages, as a part of the usual number
      --filter ROW    core, publish or pull alone
      --check         fails if a row is below 95 % of libnats
      --soak SECONDS  publishes to stopped consumers for so long, and prints the memory in use
    """

let arguments = Array(CommandLine.arguments.dropFirst())

@MainActor func option(_ name: String) -> String? {
    guard let place = arguments.firstIndex(of: name), place + 1 < arguments.count else { return nil }
    return arguments[place + 1]
}

// Each line at once, also into a file.
raw_print_lines()

if arguments.contains("--help") {
    print(usage)
    exit(0)
}

if let text = option("--soak"), let seconds = Int(text) {
    try await soak(seconds)
    exit(0)
}

let rounds = option("--rounds").flatMap { Int($0) } ?? 15
let scale = option("--scale").flatMap { Double($0) } ?? 1
let filter = option("--filter")
var isBelow = false
let server = try BenchServer()
print("row       libnats/s   Millrace/s   ratio   µs of a processor for a message   ratios of the rounds")
for row in Row.all(scale) where filter == nil || filter == row.name {
    var (raw, own): ([Run], [Run]) = ([], [])
    // The first of each is not counted: the server makes its files.
    for round in 0...rounds {
        // Which comes first alternates, too.
        if round % 2 == 0 { raw.append(try await Run.of(row.raw, server, round, row.count)) }
        own.append(try await Run.of(row.millrace, server, round, row.count))
        if round % 2 == 1 { raw.append(try await Run.of(row.raw, server, round, row.count)) }
    }
    (raw, own) = (Array(raw.dropFirst()), Array(own.dropFirst()))
    func median(_ runs: [Run], _ value: (Run) -> Double) -> Double { runs.map(value).sorted()[rounds / 2] }
    let (a, b) = (median(raw, \.rate), median(own, \.rate))
    let times = (median(raw, \.microseconds), median(own, \.microseconds))
    let ratios = zip(own, raw).map { String(format: "%.2f", $0.rate / $1.rate) }.joined(separator: " ")
    print(
        row.name.padding(toLength: 8, withPad: " ", startingAt: 0),
        String(format: "%10.0f   %10.0f   %5.2f   %5.2f libnats, %5.2f Millrace     ", a, b, b / a, times.0, times.1),
        ratios
    )
    if b < 0.95 * a { isBelow = true }
}
server.stop()
if isBelow, arguments.contains("--check") {
    print("below 95 % of libnats")
    exit(1)
}
