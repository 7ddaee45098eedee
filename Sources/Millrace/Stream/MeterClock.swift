import Dispatch

/// The time that threads take when they enter a stage: a word that one queue writes every ten milliseconds while somebody
/// wants it, since asking the system would cost more than the stage.
package enum MeterClock {
    private struct State {
        var isRecording = false
        var watchdog: Watchdog?
        var isTicking = false
        /// A time that a test has set.
        var held: Int?

        var isOn: Bool { isRecording || watchdog != nil }
    }

    private static let state = Locked(State())
    private static let queue = DispatchQueue(label: "Millrace: time of stages", qos: .userInitiated)

    /// In milliseconds, of the system's time since it was started, or of a test's time.
    static var now: Int { state.access { $0.held } ?? uptime }

    private static var uptime: Int { Int(DispatchTime.now().uptimeNanoseconds / 1_000_000) }

    /// Lets a test set the time, in milliseconds; `nil` gives it back.
    package static func hold(at milliseconds: Int?) {
        change { $0.held = milliseconds }
    }

    static var isRecording: Bool {
        get { state.access { $0.isRecording } }
        set { change { $0.isRecording = newValue } }
    }

    static var watchdog: Watchdog? {
        get { state.access { $0.watchdog } }
        set { change { $0.watchdog = newValue } }
    }

    /// Looks for slow callbacks at the time that a test has set, and returns when they are reported.
    ///
    /// - Parameter waits: `false` to return at once, as a report has to that looks itself.
    package static func look(waits: Bool = true) {
        let (watchdog, time) = state.access { ($0.watchdog, $0.held) }
        guard let watchdog, let time else { return }
        watchdog.look(at: time)
        if waits { watchdog.finishReports() }
    }

    private static func change(_ body: (inout State) -> Void) {
        let uptime = uptime
        let (starts, former) = state.access { state -> (Bool, Watchdog?) in
            let former = state.watchdog
            body(&state)
            HookSwitches.recordsSubscriptions = state.isOn
            Meter.setClock(milliseconds: state.isOn ? state.held ?? uptime : 0)
            let starts = state.isOn && !state.isTicking
            if starts { state.isTicking = true }
            return (starts, former)
        }
        releaseValue(former)
        if starts { wait() }
    }

    private static func wait() {
        queue.asyncAfter(deadline: .now() + .milliseconds(10)) { tick() }
    }

    private static func tick() {
        let uptime = uptime
        let (goesOn, watchdog) = state.access { state -> (Bool, Watchdog?) in
            state.isTicking = state.isOn
            if state.held != nil { return (state.isOn, nil) }
            if state.isOn { Meter.setClock(milliseconds: uptime) }
            return (state.isOn, state.watchdog)
        }
        watchdog?.look(at: uptime)
        if goesOn { wait() }
    }
}
