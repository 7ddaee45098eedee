import LogReading
import Millrace

/// What the subscribers of one stream of lines have found so far.
///
/// Everything happens on the thread that emits the lines.
final class Findings: @unchecked Sendable {
    private(set) var totals = Totals()
    private(set) var severities = SeverityCounts()
    let rates: Rates
    let messages = MessageCounts()
    let matches: Matches?

    private let subscriptions = CompositeDisposable()

    init(of lines: Observable<Line>, interval: Int?, pattern: Pattern?, keptMatches: Int) {
        rates = Rates(seconds: interval)
        matches = pattern.map { _ in Matches(kept: keptMatches) }

        // Each line is parsed once, for the three subscribers that need it parsed.
        let entries = PublishSubject<Entry>()
        let parser = Parser()
        let normalizer = Normalizer()

        listen(to: lines.scan(Totals()) { totals, line in totals.adding(line) }) { self.totals = $0 }
        listen(to: entries.scan(SeverityCounts()) { counts, entry in counts.adding(entry) }) {
            self.severities = $0
        }
        listen(to: entries) { self.rates.add($0) }
        let shapes = entries.filter { !$0.isContinued }.map { normalizer.shape(of: $0.info) }
        listen(to: shapes.filter { !$0.bytes.isEmpty }) { self.messages.add($0) }
        if let pattern {
            listen(to: lines.filter { pattern.matches($0) }) { self.matches?.add($0) }
        }
        _ = subscriptions.insert(lines.map { parser.entry(of: $0) }.subscribe(entries))
    }

    /// Listens no more.
    func dispose() {
        subscriptions.dispose()
    }

    private func listen<Element>(to stream: Observable<Element>, onNext: @escaping @Sendable (Element) -> Void) {
        _ = subscriptions.insert(stream.subscribe(onNext: onNext))
    }
}
