#if Server
    import CoreMetrics
    import NIOConcurrencyHelpers

    /// Metrics as the text that Prometheus reads. Counters and gauges; of timers and recorders the sum and the number.
    final class TextMetrics: MetricsFactory {
        private let series = NIOLockedValueBox<[String: Series]>([:])

        /// All that was counted, a line each, in the alphabet's order.
        func text() -> String {
            let all = series.withLockedValue { $0 }
            return all.keys.sorted().map { "\($0) \(all[$0]!.text)\n" }.joined()
        }

        func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
            find(label, dimensions)
        }

        func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
            find(label, dimensions)
        }

        func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
            aggregate ? Summary(find(label + "_sum", dimensions), find(label + "_count", dimensions)) : find(label, dimensions)
        }

        func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
            Summary(find(label + "_nanoseconds_sum", dimensions), find(label + "_nanoseconds_count", dimensions))
        }

        func destroyCounter(_ handler: any CounterHandler) {}
        func destroyMeter(_ handler: any MeterHandler) {}
        func destroyRecorder(_ handler: any RecorderHandler) {}
        func destroyTimer(_ handler: any TimerHandler) {}

        /// The same series for the same name: a counter that is made twice goes on.
        private func find(_ label: String, _ dimensions: [(String, String)]) -> Series {
            let name = String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
            let labels = dimensions.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: ",")
            let key = labels.isEmpty ? name : "\(name){\(labels)}"
            return series.withLockedValue { series in
                if let found = series[key] { return found }
                let made = Series()
                series[key] = made
                return made
            }
        }
    }

    /// One number.
    private final class Series: CounterHandler, MeterHandler, RecorderHandler {
        private let value = NIOLockedValueBox(0.0)

        var text: String {
            let value = value.withLockedValue { $0 }
            return value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
        }

        func increment(by amount: Int64) { value.withLockedValue { $0 += Double(amount) } }
        func increment(by amount: Double) { value.withLockedValue { $0 += amount } }
        func decrement(by amount: Double) { value.withLockedValue { $0 -= amount } }
        func reset() { value.withLockedValue { $0 = 0 } }
        func set(_ new: Int64) { value.withLockedValue { $0 = Double(new) } }
        func set(_ new: Double) { value.withLockedValue { $0 = new } }
        func record(_ new: Int64) { set(new) }
        func record(_ new: Double) { set(new) }
    }

    private final class Summary: RecorderHandler, TimerHandler {
        private let sum: Series
        private let count: Series

        init(_ sum: Series, _ count: Series) {
            self.sum = sum
            self.count = count
        }

        func record(_ value: Int64) { record(Double(value)) }
        func recordNanoseconds(_ duration: Int64) { record(Double(duration)) }

        func record(_ value: Double) {
            sum.increment(by: value)
            count.increment(by: Int64(1))
        }
    }
#endif
