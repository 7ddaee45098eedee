import Foundation
import Millrace
import MillraceNATS
import RawNATS

/// `millrace-nats-bench`: MillraceNATS beside libnats alone, in alternating runs.
let usage = """
    millrace-nats-bench [--rounds N] [--scale X] [--filter ROW] [--check]
    millrace-nats-bench --soak SECONDS

      --rounds N      how many runs of each, alternating; 5 if left out
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

let rounds = option("--rounds").flatMap { Int($0) } ?? 5
let scale = option("--scale").flatMap { Double($0) } ?? 1
let filter = option("--filter")
var isBelow = false
let server = try BenchServer()
print("row       libnats/s   Millrace/s   ratio   ratios of the rounds")
for row in Row.all(scale) where filter == nil || filter == row.name {
    var (raw, own): ([Double], [Double]) = ([], [])
    // The first of each is not counted: the server makes its files.
    for round in 0...rounds {
        // Which comes first alternates, too.
        if round % 2 == 0 { raw.append(try await row.raw(server, round)) }
        own.append(try await row.millrace(server, round))
        if round % 2 == 1 { raw.append(try await row.raw(server, round)) }
    }
    (raw, own) = (Array(raw.dropFirst()), Array(own.dropFirst()))
    let (a, b) = (raw.sorted()[rounds / 2], own.sorted()[rounds / 2])
    let ratios = zip(own, raw).map { String(format: "%.2f", $0 / $1) }.joined(separator: " ")
    print(
        row.name.padding(toLength: 8, withPad: " ", startingAt: 0),
        String(format: "%10.0f   %10.0f   %5.2f  ", a, b, b / a),
        ratios
    )
    if b < 0.95 * a { isBelow = true }
}
server.stop()
if isBelow, arguments.contains("--check") {
    print("below 95 % of libnats")
    exit(1)
}
