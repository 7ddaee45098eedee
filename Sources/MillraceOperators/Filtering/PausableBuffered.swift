import Millrace

extension ObservableType {
    /// Holds elements back while the latest element of another source, the pauser, is `false`, and emits them when it
    /// becomes `true`.
    ///
    /// ```
    /// source                               -a--b--c--d--e--|
    /// pauser                               ---t-----f--t---
    /// pausableBuffered(pauser, limit: 9)   ---ab--c----de--|
    /// ```
    ///
    /// - **Emits** an element at once while the pauser's latest element is `true`. The other elements, and those that
    ///   come before the pauser's first element, wait; they are emitted in order as soon as the pauser emits `true`.
    ///   When more than `limit` elements wait, the oldest is dropped. If the pauser emits `false` inside such a delivery,
    ///   the rest goes on waiting. The pauser is subscribed to first.
    /// - **Completes** when the source does, after emitting the elements that wait unless `flushOnCompleted` is false; or
    ///   as soon as the pauser does, without them.
    /// - **Fails** when the source does, after emitting the elements that wait unless `flushOnError` is false; or as soon
    ///   as the pauser does, without them.
    /// - **Disposal** disposes both subscriptions and drops the elements that wait.
    /// - **Thread**: emits on the thread that the source or the pauser emits on; if another thread is delivering at that
    ///   moment, that thread delivers the event instead. No thread waits.
    /// - **Complexity**: O(1) for each element; memory for `limit` elements. With `nil`, what waits grows as long as the
    ///   pauser pauses.
    ///
    /// ```swift
    /// let messages = PublishSubject<String>()
    /// let isOnline = PublishSubject<Bool>()
    /// let subscription = messages
    ///     .pausableBuffered(isOnline, limit: 2)
    ///     .subscribe(onNext: { print($0) })
    /// for message in ["one", "two", "three"] { messages.onNext(message) }
    /// isOnline.onNext(true)
    /// messages.onNext("four")
    /// // two
    /// // three
    /// // four
    /// ```
    ///
    /// - Parameters:
    ///   - pauser: says whether elements pass; `false` pauses.
    ///   - limit: how many elements wait at most, at least 0; `nil` for no limit.
    ///   - flushOnCompleted: whether the elements that wait are emitted when the source completes.
    ///   - flushOnError: whether the elements that wait are emitted when the source fails.
    @inlinable
    public func pausableBuffered<Pauser: ObservableType>(
        _ pauser: Pauser,
        limit: Int? = 1,
        flushOnCompleted: Bool = true,
        flushOnError: Bool = true
    ) -> Observable<Element> where Pauser.Element == Bool {
        let limit = limit ?? .max
        require(
            limit >= 0,
            "pausableBuffered(_:limit:flushOnCompleted:flushOnError:): limit is \(limit); it must not be negative"
        )
        typealias Input = PausableEvent<Element>
        typealias Buffering = StatefulSink<PausableBuffer<Element>, Input, Element>
        let events = Observable.merge(
            pauser.asObservable().materialize().map { Input.pauser($0) },
            asObservable().materialize().map { Input.source($0) }
        )
        let receive: Sink<Input>.Receive = { sink, event in
            let sink = sink.downcast(to: Buffering.self)
            switch event {
            case .pauser(.next(let passes)):
                if sink.withState({ $0.resume(passes) }) { sink.flush { !$0.isPaused } }
            case .source(.next(let element)):
                let (passing, dropped) = sink.withState { $0.add(element, limit) }
                if let passing { sink.forward(passing) }
                releaseValue(dropped)
            case .source(.completed):
                if flushOnCompleted { sink.flush { _ in true } }
                sink.finish()
            case .source(.error(let error)):
                if flushOnError { sink.flush { _ in true } }
                sink.fail(error)
            case .pauser(.completed):
                sink.finish()
            case .pauser(.error(let error)):
                sink.fail(error)
            }
        }
        return Operator(events) { Buffering($0, state: PausableBuffer(), receive: receive) }
    }
}

@usableFromInline
enum PausableEvent<Element> {
    case pauser(Event<Bool>)
    case source(Event<Element>)
}

@usableFromInline
struct PausableBuffer<Element> {
    @usableFromInline
    var isPaused = true
    /// Whether elements that waited are being emitted: others must not overtake them.
    @usableFromInline
    var isFlushing = false
    @usableFromInline
    var waiting = Fifo<Element>()

    @inlinable
    init() {}

    /// Notes what the pauser says; whether the caller has to emit the elements that wait.
    @inlinable
    mutating func resume(_ passes: Bool) -> Bool {
        isPaused = !passes
        return passes && !waiting.isEmpty && !isFlushing
    }

    /// The element, if it passes at once; and the element that it displaces, if there are too many.
    @inlinable
    mutating func add(_ element: Element, _ limit: Int) -> (passing: Element?, dropped: Element?) {
        if !isPaused && !isFlushing { return (element, nil) }
        waiting.append(element)
        return (nil, waiting.count > limit ? waiting.popFirst() : nil)
    }
}

extension StatefulSink {
    /// Emits the elements that wait, as long as `condition` is true.
    @inlinable
    func flush(while condition: (PausableBuffer<Output>) -> Bool) where State == PausableBuffer<Output> {
        while let element = withState({ buffer in
            buffer.isFlushing = condition(buffer) && !buffer.waiting.isEmpty
            return buffer.isFlushing ? buffer.waiting.popFirst() : nil
        }) {
            forward(element)
        }
    }
}
