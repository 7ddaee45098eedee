import Foundation

/// What one run of a workload has shown.
struct Run {
    /// Messages in a second.
    let rate: Double
    /// The processor time of this process, which is the client, for each message. It scatters less than the rate, since
    /// what else the machine does does not count.
    let microseconds: Double

    static func of(
        _ work: (BenchServer, Int) async throws -> Double,
        _ server: BenchServer,
        _ round: Int,
        _ count: Int
    ) async throws -> Run {
        let start = processorTime()
        let rate = try await work(server, round)
        return Run(rate: rate, microseconds: (processorTime() - start) / Double(count))
    }

    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) * 1e-3
    }
}
