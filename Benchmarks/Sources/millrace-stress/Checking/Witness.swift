import Foundation
import Millrace

/// An observer that must be called by one thread at a time, with one terminal event at the end.
///
/// What its closure keeps is not atomic on purpose: only what Millrace orders makes it safe.
final class Witness<Element>: @unchecked Sendable {
    let ended = Occasion()
    private let round: Round
    private let name: String
    private let inside = Number()
    private let ends = Number()
    private let onNext: (Element) -> Void
    private var heard = 0

    init(_ round: Round, _ name: String, _ onNext: @escaping (Element) -> Void) {
        self.round = round
        self.name = name
        self.onNext = onNext
    }

    func hear(_ event: Event<Element>) {
        if inside.add() != 1 {
            round.fail(.overlap, "\(name): two threads called the observer at the same time")
        } else if let element = event.element {
            if ends.value > 0 { round.fail(.afterEnd, "\(name): an element came after the terminal event") }
            heard += 1
            // Now and then somebody else gets the processor, for overlaps to show.
            if heard % 64 == 0 { sched_yield() }
            onNext(element)
        } else {
            if ends.add() > 1 { round.fail(.ending, "\(name): a second terminal event") }
        }
        inside.add(-1)
        if event.isStopEvent { ended.come() }
    }

    /// Waits for the end, which must come.
    func awaitEnd() {
        if !ended.wait(seconds: round.patience) {
            round.fail(.ending, "\(name): no terminal event came in \(round.patience) s")
        }
    }
}

/// Sends events numbered from 1 into each subject, on a thread of its own, and completes it.
func feed(_ subjects: [PublishSubject<Int>], count: Int) {
    concurrently(
        subjects.map { subject in
            {
                for number in 1...count { subject.onNext(number) }
                subject.onCompleted()
            }
        }
    )
}
