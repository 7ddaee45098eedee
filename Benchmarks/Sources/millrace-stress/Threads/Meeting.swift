import Foundation

/// Where threads wait for each other, spinning, so that they leave together. What each did before, all see after.
final class Meeting: @unchecked Sendable {
    private let parties: Int
    private let arrived = Number()

    init(_ parties: Int) {
        self.parties = parties
    }

    func meet() {
        let number = arrived.addOrdered()
        let wanted = (number + parties - 1) / parties * parties
        var spins = 0
        while arrived.ordered < wanted {
            spins += 1
            if spins % 64 == 0 { sched_yield() }
        }
    }
}
