/// Stops a program in which a timer without an end keeps virtual time from going on: as each run of the timer is due at
/// the time of the run before, `advanceTo(_:)` would never return.
package final class Standstill {
    /// How often the timer may fire at one virtual time. The program may be about to dispose it, as `take(_:)` does.
    private static let limit = 100_000

    private let scheduler: any StandingScheduler
    private let timer: String
    private var time: RxTime
    private var count = 0

    /// `nil` if time goes on between two runs, as it does on all schedulers but those of virtual time.
    ///
    /// - Parameters:
    ///   - span: the time from one run to the next.
    ///   - argument: the operator and its parameter for `span`, such as `"interval(_:scheduler:): period"`.
    init?(_ scheduler: SchedulerType, _ span: RxTimeInterval, _ argument: StaticString) {
        // A cast: most schedulers cannot stand still.
        guard let scheduler = scheduler as? any StandingScheduler, scheduler.standsStill(after: span) else {
            return nil
        }
        self.scheduler = scheduler
        timer = "\(argument) is \(span)"
        time = scheduler.now
    }

    /// Called in each run.
    func run() {
        let now = scheduler.now
        count = now == time ? count + 1 : 0
        time = now
        require(
            count < Standstill.limit,
            """
            \(timer), which is no time on this virtual clock; \(count) runs have come, and the clock still shows \(now). \
            Use a time by which this clock moves on.
            """
        )
    }
}

/// A scheduler whose clock moves only to the times of its actions.
package protocol StandingScheduler: SchedulerType {
    /// Whether an action that is scheduled for `span` from now is due now.
    func standsStill(after span: RxTimeInterval) -> Bool
}

extension VirtualTimeScheduler: StandingScheduler {
    package func standsStill(after span: RxTimeInterval) -> Bool {
        !isLater(time(after: span), than: clock)
    }
}
