import Millrace

/// The durations of one subscription. A duration is a source that is made while the operator runs; its first element or
/// its completion ends it. At most one duration runs: a new one takes the place of the one before.
///
/// The operator's source and the ends of its durations are merged, so that one thread at a time delivers them. The end of
/// a duration may wait there while a new duration is started, and has no effect any more: so durations are numbered.
final class Durations: Sendable {
    private let started = PublishSubject<(number: Int, duration: Observable<Void>)>()
    private let latest = Locked((number: 0, isRunning: false))

    /// The numbers of the durations that have ended.
    fileprivate var ends: Observable<Int> {
        started.flatMapLatest { number, duration in duration.map { number }.take(1).ifEmpty(default: number) }
    }

    /// Starts a duration, in the place of the one that runs.
    func start<Source: ObservableConvertibleType>(_ duration: Source) {
        let number = hold()
        started.onNext((number, duration.asObservable().map { _ in }))
    }

    /// Puts a duration without an end in the place of the one that runs, until a duration is started: while an
    /// element is delivered, no time passes.
    func hold() -> Int {
        latest.access { latest in
            latest = (latest.number &+ 1, true)
            return latest.number
        }
    }

    /// Whether the duration with this number still is the latest one.
    func isLatest(_ number: Int) -> Bool { latest.access { $0.number == number } }

    var isRunning: Bool { latest.access { $0.isRunning } }

    /// Whether the duration that has ended is the one that runs; if it is, none runs any more.
    fileprivate func end(_ number: Int) -> Bool {
        latest.access { latest in
            guard latest.isRunning, latest.number == number else { return false }
            latest.isRunning = false
            return true
        }
    }
}

/// What an operator with durations handles.
enum DurationEvent<Element> {
    case next(Element)
    /// The duration that ran has ended.
    case elapsed
    /// The source has completed.
    case completed
}

/// What the stage of an operator with durations receives: its source and its durations, merged.
enum DurationInput<Element> {
    case source(Event<Element>)
    case end(Int)
}

typealias DurationSink<State, Element, Output> = StatefulSink<State, DurationInput<Element>, Output>

extension ObservableType {
    /// Makes an operator with durations.
    ///
    /// An error of the source or of a duration, or one that `handle` throws, is passed on at once.
    ///
    /// - Parameters:
    ///   - state: the state of each subscription at its beginning.
    ///   - handle: called with one event at a time, or from inside its own delivery.
    func withDurations<State, Output>(
        state: State,
        function: StaticString = #function,
        handle: @escaping (DurationSink<State, Element, Output>, Durations, DurationEvent<Element>) throws -> Void
    ) -> Observable<Output> {
        typealias Input = DurationInput<Element>
        let events = asObservable().materialize().map { Input.source($0) }
        return Observable.deferred {
            let durations = Durations()
            let receive: Sink<Input>.Receive = { sink, input in
                let sink = sink.downcast(to: DurationSink<State, Element, Output>.self)
                guard sink.isOpen else { return }
                do {
                    switch input {
                    case .source(.next(let element)): try handle(sink, durations, .next(element))
                    case .source(.completed): try handle(sink, durations, .completed)
                    case .source(.error(let error)): sink.fail(error)
                    case .end(let number): if durations.end(number) { try handle(sink, durations, .elapsed) }
                    }
                } catch {
                    sink.fail(error)
                }
            }
            return Operator(.merge(durations.ends.map { Input.end($0) }, events), function: function) {
                DurationSink<State, Element, Output>($0, state: state, function: function, receive: receive)
            }
        }
    }
}
