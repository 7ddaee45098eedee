/// One thread emits to some subscribers while another subscribes and disposes without pause. Nanoseconds for an event or
/// for a subscription, the median of all samples.
final class InterferenceWorkload: Workload {
    /// Whose time is told.
    enum Who {
        case emitter
        case churner
    }

    /// Sets up; the subscribers that stay add each event to `sum`, those that come and go to `other`.
    typealias MakeSide = (_ sum: Sum, _ other: Sum) -> (emit: Body, churn: Body, tearDown: () -> Void)

    let name: String
    let summary: String
    let unit: Unit
    private let who: Who
    private let subscribers: Int
    private let sides: KeyValuePairs<Column, MakeSide>
    var samples = Samples()

    init(_ name: String, _ summary: String, subscribers: Int, who: Who, sides: KeyValuePairs<Column, MakeSide>) {
        self.name = name
        self.summary = summary
        self.subscribers = subscribers
        self.who = who
        self.sides = sides
        unit = who == .emitter ? .nanosecondsPerEvent : .nanosecondsPerRound
    }

    var columns: [Column] { sides.map(\.key) }

    func sample(round: Int, options: Options) {
        for offset in 0..<sides.count {
            let (column, makeSide) = sides[(offset + round) % sides.count]
            guard options.columns.contains(column) else { continue }
            let batch = 20
            let results = Team.runUndisturbed(options: options) {
                let (sum, other) = (Counter(), Counter())
                return (sum: sum, other: other, side: makeSide(sum.value, other.value))
            } bodies: { made in
                ([made.side.emit, made.side.churn], batch)
            } finish: { made, results in
                made.side.tearDown()
                let expected = (results[0].count + batch) * subscribers
                guard made.sum.value.pointee == expected else {
                    fatalError("\(name), \(column.rawValue): the sum is \(made.sum.value.pointee), not \(expected)")
                }
                made.sum.deallocate()
                made.other.deallocate()
            }
            if let result = results?[who == .emitter ? 0 : 1] {
                samples.add(result.nanoseconds / Double(result.count), of: column)
            }
        }
    }

    func figure(of column: Column) -> Double? { median(samples[column]) }

    func profile(count: Int) {
        guard let side = sides.first(where: { $0.key == .millrace }) else { return }
        let (sum, other) = (Counter(), Counter())
        let (emit, churn, tearDown) = side.value(sum.value, other.value)
        who == .emitter ? emit(count) : churn(count)
        tearDown()
        sum.deallocate()
        other.deallocate()
    }
}
