import Millrace

/// The durations of one subscription. A duration is a source that is made while the operator runs; its first element or
/// its completion ends it. At most one duration runs: a new one takes the place of the one before.
///
/// The operator's source and the ends of its durations are merged, so that one thread at a time delivers them. The end of
/// a duration may wait there while a new duration is started, and has no effect any more: so durations are numbered.
@usableFromInline
final class Durations<Element>: Sendable {
    @usableFromInline
    let started = PublishSubject<Observable<DurationEvent<Element>>>()
    @usableFromInline
    let latest = Locked((number: 0, isRunning: false))

    @inlinable
    init() {}

    /// An `elapsed` for each duration that has ended.
    @inlinable
    var ends: Observable<DurationEvent<Element>> { started.switchLatest() }

    /// Starts a duration, in the place of the one that runs.
    @inlinable
    func start<Source: ObservableConvertibleType>(_ duration: Source) {
        let number = hold()
        started.onNext(duration.asObservable().signalling(.elapsed(number)))
    }

    /// Puts a duration without an end in the place of the one that runs, until a duration is started: while an
    /// element is delivered, no time passes, and what the former duration sends means nothing.
    @inlinable
    func pause() -> Int {
        let number = hold()
        started.onNext(.never())
        return number
    }

    @inlinable
    func hold() -> Int {
        latest.access { latest in
            latest = (latest.number &+ 1, true)
            return latest.number
        }
    }

    /// Whether the duration with this number still is the latest one.
    @inlinable
    func isLatest(_ number: Int) -> Bool { latest.access { $0.number == number } }

    @inlinable
    var isRunning: Bool { latest.access { $0.isRunning } }

    /// Whether the duration that has ended is the one that runs; if it is, none runs any more.
    @inlinable
    func end(_ number: Int) -> Bool {
        latest.access { latest in
            guard latest.isRunning, latest.number == number else { return false }
            latest.isRunning = false
            return true
        }
    }
}

/// What an operator with durations handles: its source and the ends of its durations, merged.
@usableFromInline
enum DurationEvent<Element> {
    case next(Element)
    /// The duration with this number has ended.
    case elapsed(Int)
    /// The source has completed.
    case completed
}

@usableFromInline
typealias DurationSink<State, Element, Output> = StatefulSink<State, DurationEvent<Element>, Output>

extension ObservableType {
    /// Makes an operator with durations.
    ///
    /// An error of the source or of a duration, or one that `handle` throws, is passed on at once.
    ///
    /// - Parameters:
    ///   - state: the state of each subscription at its beginning.
    ///   - handle: called with one event at a time, or from inside its own delivery.
    @inlinable
    func withDurations<State, Output>(
        state: State,
        function: StaticString = #function,
        handle:
            @escaping (DurationSink<State, Element, Output>, Durations<Element>, DurationEvent<Element>) throws -> Void
    ) -> Observable<Output> {
        let events = marked(end: DurationEvent<Element>.completed) { .next($0) }
        return Observable.deferred {
            let durations = Durations<Element>()
            let receive: Sink<DurationEvent<Element>>.Receive = { sink, event in
                let sink = sink.downcast(to: DurationSink<State, Element, Output>.self)
                guard sink.isOpen else { return }
                if case .elapsed(let number) = event, !durations.end(number) { return }
                do { try handle(sink, durations, event) } catch { sink.fail(error) }
            }
            return Operator(.merge(durations.ends, events), function: function) {
                DurationSink<State, Element, Output>($0, state: state, function: function, receive: receive)
            }
        }
    }
}
