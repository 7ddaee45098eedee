#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ObservableType {
    /// The engine of MillraceOperators' `keepAlive`.
    package func keptAlive(
        every period: RxTimeInterval,
        _ scheduler: SchedulerType,
        argument: StaticString,
        function: StaticString,
        _ make: @escaping () -> Element
    ) -> Observable<Element> {
        timed(startingWith: period, function: function) { KeepAliveCoordinator($0, scheduler, period, argument, make) }
    }
}

/// An element only notes the time. The timer finds out what is left of the period when it fires, so it fires at most
/// twice in a period, however many elements come.
private final class KeepAliveCoordinator<Element>: TimedCoordinator<Element, Element>, @unchecked Sendable {
    private let period: RxTimeInterval
    private let make: () -> Element
    private let stopwatch: any Stopwatch
    private let pressure: Pressure?
    private let standstill: Standstill?
    // When the latest element was delivered, if one has come since the timer was started.
    private var latest: RxTime?

    init(
        _ downstream: Sink<Element>,
        _ scheduler: SchedulerType,
        _ period: RxTimeInterval,
        _ argument: StaticString,
        _ make: @escaping () -> Element
    ) {
        self.period = period
        self.make = make
        stopwatch = scheduler.stopwatch
        pressure = Pressure.below(downstream)
        standstill = Standstill(scheduler, period, argument)
        super.init(downstream, scheduler)
    }

    override func received(_ element: Element) {
        forward(element)
        latest = stopwatch.reading
    }

    override func elapsed() {
        standstill?.run()
        if let latest = exchange(&latest, for: nil) {
            let rest = period.remaining(from: latest, to: stopwatch.reading)
            // The resolution of `Date`. A timer for less may fire at once, again and again.
            if rest.saturatedNanoseconds >= 1_000 { return startTimer(rest) }
        }
        // If there is no room, there is something to send already.
        if pressure?.isOpen != false { forward(make()) }
        startTimer(period)
    }
}
