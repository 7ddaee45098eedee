#if Server
    import ArgumentParser
    import Foundation

    @main
    struct Load: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "livefeed-load",
            abstract: "Measures livefeed on this machine, in turn with Millrace and with a hub written by hand."
        )

        @Option(
            help: ArgumentHelp(
                "How many clients read as fast as they can; each gets a tenth of the lines.",
                valueName: "n"
            )
        )
        var clients = 2_000

        @Option(help: ArgumentHelp("How many different filters they have, at least 10.", valueName: "n"))
        var filters = 10

        @Option(
            help: ArgumentHelp(
                "How many further clients ask for all lines and read 2 kB of them four times a second.",
                valueName: "n"
            )
        )
        var slow = 20

        @Option(help: ArgumentHelp("How many further clients ask for all lines and stop reading.", valueName: "n"))
        var stopped = 20

        @Option(help: ArgumentHelp("How many lines a second the log gets.", valueName: "n"))
        var rate = 100

        @Option(help: ArgumentHelp("For how long, in each run.", valueName: "n"))
        var seconds = 10

        @Option(help: ArgumentHelp("How often each of the services runs.", valueName: "n"))
        var rounds = 6

        @Option(help: ArgumentHelp("How long the service's stop may take, in seconds.", valueName: "n"))
        var deadline = 5

        @Option(help: .hidden)
        var share: String?

        func validate() throws {
            let numbers = [
                ("clients", clients, 1), ("filters", filters, 10), ("slow", slow, 0), ("stopped", stopped, 0),
                ("rate", rate, 10), ("seconds", seconds, 1), ("rounds", rounds, 1), ("deadline", deadline, 1),
            ]
            for (name, number, least) in numbers where number < least {
                throw ValidationError("--\(name) must be at least \(least), not \(number)")
            }
        }

        func run() async throws {
            if let share { return print(await Share.measure(share)) }
            say(
                "\(clients) clients with \(filters) filters, each gets a tenth of \(rate) lines/s; and \(slow) slow, "
                    + "\(stopped) stopped; \(seconds) s"
            )
            say(Result.heading)
            var pairs: [(millrace: Result, continuations: Result)] = []
            var alone: [Result] = []
            for round in 0..<rounds {
                // In turn, and in turn first.
                var results: [Service: Result] = [:]
                for service in round % 2 == 0 ? Service.allCases : Service.allCases.reversed() {
                    let result = try await measure(service, slow: slow, stopped: stopped)
                    say(result.row)
                    results[service] = result
                }
                pairs.append((results[.millrace]!, results[.continuations]!))
                if slow + stopped > 0 {
                    alone.append(try await measure(.millrace, slow: 0, stopped: 0))
                    say(alone.last!.row)
                }
            }
            try report(pairs, alone)
        }

        private func measure(_ service: Service, slow: Int, stopped: Int) async throws -> Result {
            try await Run(
                service: service,
                clients: clients,
                filters: filters,
                slow: slow,
                stopped: stopped,
                rate: rate,
                seconds: seconds,
                deadline: deadline
            ).result()
        }

        private func report(_ pairs: [(millrace: Result, continuations: Result)], _ alone: [Result]) throws {
            // What the machine does besides differs from minute to minute, so each run is compared with its neighbour.
            let ratios = pairs.map { $0.millrace.usage.cpu / $0.continuations.usage.cpu }
            say(
                String(
                    format: "CPU, Millrace / continuations: median %.2f of %d pairs, from %.2f to %.2f",
                    median(ratios),
                    ratios.count,
                    ratios.min()!,
                    ratios.max()!
                )
            )
            if !alone.isEmpty {
                let ratios = zip(pairs, alone).map { $0.millrace.median / $1.median }
                say(
                    String(
                        format: "median latency of clients that read, with / without the others: median %.2f of %d "
                            + "pairs, from %.2f to %.2f",
                        median(ratios),
                        ratios.count,
                        ratios.min()!,
                        ratios.max()!
                    )
                )
            }
            for service in Service.allCases {
                say("a client of \(service), without the connection: \(try Share.ofAnotherProcess(service.rawValue))")
            }
            let wrong = (pairs.flatMap { [$0.millrace, $0.continuations] } + alone).flatMap(\.complaints)
            for line in wrong { say("! " + line) }
            if !wrong.isEmpty { throw ExitCode.failure }
            say("each frame that was sent was received or counted as dropped; every stop left no stream")
        }
    }

    private func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    /// Prints a line, now.
    func say(_ line: String) {
        print(line)
        fflush(nil)
    }

    enum Service: String, CaseIterable, CustomStringConvertible {
        case millrace, continuations

        var description: String { rawValue }
    }
#else
    @main
    enum Load {
        static func main() {
            print("livefeed-load needs the trait Server: make livefeed-load")
        }
    }
#endif
