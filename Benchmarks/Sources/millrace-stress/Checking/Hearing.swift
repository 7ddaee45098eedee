import Foundation

/// What one subscription heard, and what it had to hear: every event that was sent between the return of `subscribe` and
/// the call of `dispose()` exactly once and in its sender's order, none that had been sent before unless it is
/// replayed, and none whose sending began after `dispose()` had returned.
final class Hearing: @unchecked Sendable {
    /// What it heard of one sender. `next` is not atomic on purpose: the thread sanitizer sees whether a sender's events
    /// come one after another.
    private final class Cell {
        var next = 0
        let first = Number()
        let last = Number()
    }

    private let round: Round
    private let emissions: Emissions
    private let cells: [Cell]
    private var endedBefore: [Int] = []
    private var begunAtReturn: [Int] = []
    private var endedAtDisposal: [Int] = []
    private var begunAfterwards: [Int] = []

    init(_ round: Round, _ emissions: Emissions) {
        self.round = round
        self.emissions = emissions
        cells = emissions.began.map { _ in Cell() }
        endedBefore = emissions.ended.map(\.ordered)
    }

    func hear(_ event: Int) {
        let (cell, number) = (cells[Stamp.sender(event)], Stamp.number(event))
        if cell.next == 0 {
            cell.first.setOrdered(number)
        } else if number != cell.next {
            round.fail(.sequence, "event \(number) of sender \(Stamp.sender(event)) came in place of \(cell.next)")
        }
        cell.next = number + 1
        cell.last.setOrdered(number)
    }

    /// How many different events have been heard.
    var count: Int {
        cells.reduce(0) { $0 + ($1.last.ordered == 0 ? 0 : $1.last.ordered - $1.first.ordered + 1) }
    }

    /// The number of the last event heard of this sender; 0 if none was.
    func last(of sender: Int) -> Int { cells[sender].last.ordered }

    /// The last event of this sender that had ended before the subscription began.
    func endedBefore(_ sender: Int) -> Int { endedBefore[sender] }

    func subscribed() { begunAtReturn = emissions.began.map(\.ordered) }

    func willDispose() { endedAtDisposal = emissions.ended.map(\.ordered) }

    /// Waits, for some seconds, until all has been heard that had been sent when `willDispose()` was called.
    func waitForTheLast() {
        let limit = Date(timeIntervalSinceNow: 10)
        while zip(cells, endedAtDisposal).contains(where: { $0.last.ordered < $1 }), Date() < limit { sched_yield() }
    }

    func disposed() { begunAfterwards = emissions.began.map(\.ordered) }

    /// Checks, when all is over.
    ///
    /// - Parameters:
    ///   - replays: whether events from before the subscription are allowed.
    ///   - waits: whether the last events may still have waited for another thread at the disposal.
    func check(replays: Bool, waits: Bool = false) {
        for (sender, cell) in cells.enumerated() {
            let (first, last) = (cell.first.ordered, cell.last.ordered)
            let (from, to) = (begunAtReturn[sender] + 1, endedAtDisposal[sender])
            if from <= to, waits ? last > 0 && first > from : last == 0 || first > from || last < to {
                round.fail(.sequence, "of sender \(sender), \(first)...\(last) was heard; due was \(from)...\(to)")
            }
            if !replays, last > 0, first <= endedBefore[sender] {
                round.fail(.sequence, "event \(first) was heard, which had ended before the subscription")
            }
            if last > begunAfterwards[sender] {
                round.fail(
                    .afterDisposal,
                    "event \(last) of sender \(sender) was heard; \(begunAfterwards[sender]) was the last when dispose() returned"
                )
            }
        }
    }
}
