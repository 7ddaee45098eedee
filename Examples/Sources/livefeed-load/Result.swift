#if Server
    import Foundation

    /// What one run has shown.
    struct Result {
        let service: Service
        /// How many slow and stopped clients there were.
        let others: Int
        /// What the server has used while lines came.
        let usage: Usage
        var complaints: [String]
        /// Bytes of the server for each client.
        var memory = 0
        var lines = 0
        var delivered = 0
        var dropped = 0
        var latencies = [Int](repeating: 0, count: Reader.buckets)
        /// Seconds from SIGTERM to the end.
        var stop = 0.0

        var median: Double { percentile(0.5) }

        /// In milliseconds, of clients that read.
        func percentile(_ part: Double) -> Double {
            let all = latencies.reduce(0, +)
            var count = 0
            for (bucket, number) in latencies.enumerated() {
                count += number
                if count > 0, Double(count) >= part * Double(all) { return Reader.milliseconds(bucket) }
            }
            return 0
        }

        static let heading =
            "service        others  lines in  lines out   dropped   CPU s   sleeps   writes  bytes/client  p50 ms  p90 ms  p99 ms  p99.9 ms  stop s"

        var row: String {
            service.rawValue.padding(toLength: 14, withPad: " ", startingAt: 0)
                + String(
                    format: " %6d  %8d  %9d  %8d  %6.2f  %7d  %7d  %12d  %6.2f  %6.2f  %6.2f  %8.2f  %6.2f",
                    others,
                    lines,
                    delivered,
                    dropped,
                    usage.cpu,
                    usage.sleeps,
                    usage.writes,
                    memory,
                    median,
                    percentile(0.9),
                    percentile(0.99),
                    percentile(0.999),
                    stop
                )
        }
    }
#endif
