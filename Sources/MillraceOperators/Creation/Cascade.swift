import Millrace

extension ObservableType where Element: ObservableType {
    /// Emits the elements of one of several sources, and moves on for good to a later source as soon as that source
    /// emits.
    ///
    /// ```
    /// first       --a--b-----c----
    /// second      --------x-----y--|
    /// cascade(_:) --a--b--x-----y--|
    /// ```
    ///
    /// - **Emits** the elements of the current source, at first the first one. All sources are subscribed to, in their
    ///   order. An element of a later source makes that source the current one.
    /// - **Completes** when the current source and all later ones have, at once if there are no sources.
    /// - **Fails** when the current source or a later one does.
    /// - **Disposal** disposes the subscriptions to all sources. The subscriptions to the sources before a new current
    ///   one are disposed before the element that made it the current one is emitted.
    /// - **Thread**: each element comes on the thread that its source emits on; if another thread is delivering at that
    ///   moment, that thread delivers the element instead. No thread waits.
    /// - **Complexity**: O(1) for each element, and for each source that a move leaves behind; some allocations for
    ///   each source.
    ///
    /// ```swift
    /// let (cached, live) = (PublishSubject<String>(), PublishSubject<String>())
    /// let subscription = Observable.cascade([cached, live]).subscribe(onNext: { print($0) })
    /// cached.onNext("cached 1")
    /// live.onNext("live 1")
    /// cached.onNext("cached 2") // too late
    /// live.onNext("live 2")
    /// // cached 1
    /// // live 1
    /// // live 2
    /// ```
    ///
    /// - Parameter observables: the sources.
    @inlinable
    public static func cascade<Sequence: Swift.Sequence>(_ observables: Sequence) -> Observable<Element.Element>
    where Sequence.Element == Element {
        let sources = observables.map { $0.asObservable() }
        return Observable<Element.Element>.deferred { Cascade.elements(of: sources) }
    }
}

extension ObservableType {
    /// Emits the elements of this source, and moves on for good to a later source as soon as that source emits;
    /// otherwise as the static `cascade(_:)`, with this source as the first.
    ///
    /// - Parameter next: the sources after this one.
    @inlinable
    public func cascade<Sequence: Swift.Sequence>(_ next: Sequence) -> Observable<Element>
    where Sequence.Element == Self {
        Observable.cascade([asObservable()] + next.map { $0.asObservable() })
    }
}

/// Which source of a cascade is the current one, and which have ended.
@usableFromInline
struct Cascade {
    @usableFromInline
    var current = 0

    @usableFromInline
    var hasEnded: [Bool]

    /// How many of the current source and the later ones have not ended.
    @usableFromInline
    var remaining: Int

    @inlinable
    init(_ count: Int) {
        hasEnded = Array(repeating: false, count: count)
        remaining = count
    }

    /// Makes a later source the current one, and returns the sources to dispose; `nil` if the source is an earlier one.
    @usableFromInline
    mutating func move(to index: Int) -> Range<Int>? {
        if index < current { return nil }
        let left = current..<index
        current = index
        for source in left where !hasEnded[source] { remaining -= 1 }
        return left
    }

    /// Notes that a source has ended, and says whether no element can come any more.
    @usableFromInline
    mutating func end(_ index: Int) -> Bool {
        if index < current { return false }
        hasEnded[index] = true
        remaining -= 1
        return remaining == 0
    }

    /// One subscription to the cascade of `sources`.
    @inlinable
    static func elements<Element>(of sources: [Observable<Element>]) -> Observable<Element> {
        typealias Tagged = (index: Int, event: Event<Element>)
        // The subscription to a source ends when the cascade has moved on to a later source.
        let moved = sources.map { _ in PublishSubject<Void>() }
        let tagged = sources.indices.map { index in
            sources[index].take(until: moved[index]).materialize().map { (index: index, event: $0) as Tagged }
        }
        let receive: Sink<Tagged>.Receive = { sink, tagged in
            let sink = sink.downcast(to: StatefulSink<Cascade, Tagged, Element>.self)
            let index = tagged.index
            switch tagged.event {
            case .next(let element):
                guard let left = sink.withState({ $0.move(to: index) }) else { return }
                if left.isEmpty { return sink.forward(element) }
                for index in left { moved[index].onNext(()) }
                // A disposal may have made a later source emit.
                if sink.withState({ $0.current == index }) { sink.forward(element) }
            case .error(let error):
                if sink.withState({ $0.current <= index }) { sink.fail(error) }
            case .completed:
                if sink.withState({ $0.end(index) }) { sink.finish() }
            }
        }
        return Operator(Observable.merge(tagged), function: "cascade(_:)") {
            StatefulSink($0, state: Cascade(sources.count), function: "cascade(_:)", receive: receive)
        }
    }
}
