#if Server
    import CoreMetrics
    import NIOConcurrencyHelpers

    /// Metrics as the text that Prometheus reads: counters and gauges; of timers and recorders the sum and the number.
    package final class TextMetrics: MetricsFactory {
        private let series = NIOLockedValueBox<[Key: Series]>([:])

        private struct Key: Hashable {
            let name: String
            let labels: String

            var text: String { labels.isEmpty ? name : "\(name){\(labels)}" }
        }

        package init() {}

        /// All that was counted: a line for each series, in the alphabet's order, and one before all of a name that says
        /// of which type they are.
        package func text() -> String {
            var text = ""
            var name = ""
            let all = series.withLockedValue { $0 }
            for (key, series) in all.sorted(by: { ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels) }) {
                if key.name != name {
                    name = key.name
                    text += "# TYPE \(name) \(series.isCounter ? "counter" : "gauge")\n"
                }
                text += "\(key.text) \(series.text)\n"
            }
            return text
        }

        /// The sum of all series of that label, whatever their dimensions; 0 if there is none.
        package func total(_ label: String) -> Int {
            let (counters, gauges) = (
                TextMetrics.name(label, isCounter: true), TextMetrics.name(label, isCounter: false)
            )
            return series.withLockedValue { series in
                series.reduce(0) { $0 + ([counters, gauges].contains($1.key.name) ? Int($1.value.number) : 0) }
            }
        }

        package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
            find(label, dimensions, isCounter: true)
        }

        package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
            find(label, dimensions)
        }

        package func makeRecorder(
            label: String,
            dimensions: [(String, String)],
            aggregate: Bool
        ) -> any RecorderHandler {
            aggregate ? summary(label, dimensions) : find(label, dimensions)
        }

        package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
            summary(label + "_nanoseconds", dimensions)
        }

        package func destroyCounter(_ handler: any CounterHandler) {}
        package func destroyMeter(_ handler: any MeterHandler) {}
        package func destroyRecorder(_ handler: any RecorderHandler) {}
        package func destroyTimer(_ handler: any TimerHandler) {}

        private func summary(_ label: String, _ dimensions: [(String, String)]) -> Summary {
            Summary(
                sum: find(label + "_sum", dimensions, isCounter: true),
                count: find(label + "_count", dimensions, isCounter: true)
            )
        }

        private static func name(_ label: String, isCounter: Bool) -> String {
            let name = String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
            return isCounter && !name.hasSuffix("_sum") && !name.hasSuffix("_count") ? name + "_total" : name
        }

        /// The same series for the same name and dimensions: a counter that is made twice goes on.
        private func find(_ label: String, _ dimensions: [(String, String)], isCounter: Bool = false) -> Series {
            let labels = dimensions.map { name, value in
                let escaped = value.flatMap { character in
                    switch character {
                    case "\\": "\\\\"
                    case "\"": "\\\""
                    case "\n": "\\n"
                    default: String(character)
                    }
                }
                return "\(TextMetrics.name(name, isCounter: false))=\"\(String(escaped))\""
            }
            let key = Key(name: TextMetrics.name(label, isCounter: isCounter), labels: labels.joined(separator: ","))
            return series.withLockedValue { series in
                if let found = series[key] { return found }
                let made = Series(isCounter: isCounter)
                series[key] = made
                return made
            }
        }
    }

    /// One number.
    private final class Series: CounterHandler, MeterHandler, RecorderHandler {
        let isCounter: Bool
        private let value = NIOLockedValueBox(0.0)

        init(isCounter: Bool) {
            self.isCounter = isCounter
        }

        var number: Double { value.withLockedValue { $0 } }

        var text: String {
            let number = number
            return number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
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

        init(sum: Series, count: Series) {
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
