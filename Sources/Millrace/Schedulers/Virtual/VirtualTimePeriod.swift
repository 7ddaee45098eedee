/// Work that a virtual time scheduler runs again and again: one item for all runs, which waits in the queue for the
/// next run.
final class VirtualTimePeriod<Converter: VirtualTimeConverterType, State>:
    VirtualTimeItem<Converter.VirtualTimeUnit>, @unchecked Sendable
{
    init(
        _ scheduler: VirtualTimeScheduler<Converter>,
        _ time: Converter.VirtualTimeUnit,
        _ period: RxTimeInterval,
        _ state: State,
        _ action: @escaping (State) -> State
    ) {
        super.init(time)
        setUpstream(Work(scheduler, period, state, action))
    }

    override func run() {
        withPeriodicWork(Work.self) { work in
            // Before the run: work that this run schedules for the time of the next run then comes after the next run.
            work.scheduler.enqueue(self, after: work.period)
            work.run()
        }
    }
}

extension VirtualTimePeriod {
    /// What an item runs. A disposal of the item releases this object at once, while the item may stay in the queue
    /// until its time has come.
    private final class Work: PeriodicWork<State>, @unchecked Sendable {
        let scheduler: VirtualTimeScheduler<Converter>
        let period: RxTimeInterval

        init(
            _ scheduler: VirtualTimeScheduler<Converter>,
            _ period: RxTimeInterval,
            _ state: State,
            _ action: @escaping (State) -> State
        ) {
            self.scheduler = scheduler
            self.period = period
            super.init(state, action)
        }
    }
}
