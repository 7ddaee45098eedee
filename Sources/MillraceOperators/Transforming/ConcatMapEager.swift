import Millrace

extension ObservableType {
    /// Emits the elements of the sources that `selector` makes of the elements, one source after the other, but subscribes
    /// to several of them at once.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, b at 3, the end at 4. Each, from its subscription: 1 at 1, 2 at 4,
    /// the end at 5. Result: a1 at 2, a2 at 5, b1 at 6, b2 at 7, the end at 8.](marbles-concatMapEager)
    ///
    /// ```
    /// source                            -a-b---------|
    /// inner source of a                  ----1----2|
    /// inner source of b                    -3-4|
    /// concatMapEager(maxConcurrent: 2)  -----1----2(34)-|
    /// ```
    ///
    /// - **Emits** the elements of the first inner source as they come. What later inner sources emit meanwhile is kept,
    ///   until the inner sources before them have completed. Elements of this source that come while `maxConcurrent`
    ///   inner sources are active wait, in order. An inner source is active from its subscription until its last element has
    ///   been emitted.
    /// - **Completes** when this source and all inner ones have completed.
    /// - **Fails** as soon as this source or an active inner one does, or with the error that `selector` throws. What is
    ///   kept is dropped.
    /// - **Disposal** disposes all subscriptions, and drops what is kept.
    /// - **Thread**: `selector` is called when the turn of an element has come: on the thread that this source emits on, or
    ///   on the thread that delivers the end of the inner source whose turn it was; if another thread is delivering at that
    ///   moment, that thread calls it. An element comes on the thread that its source emits on, or, if it had to wait,
    ///   on the thread that delivers the end of the inner source before; if another thread is delivering at that moment,
    ///   that thread delivers the element instead. No thread waits.
    /// - **Complexity**: O(1) for each element, some allocations for each inner source. At most `maxConcurrent` - 1 inner
    ///   sources have elements that are kept; how many elements each has, and how many elements of this source wait, has no
    ///   bound of its own.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable.of(3, 1, 2)
    ///     .concatMapEager(maxConcurrent: 2) { seconds in
    ///         Observable<Int>.timer(.seconds(seconds), scheduler: scheduler).mapTo("took \(seconds) s")
    ///     }
    ///     .subscribe(onNext: { print("\(scheduler.clock): \($0)") })
    /// scheduler.start()
    /// // 3: took 3 s
    /// // 3: took 1 s
    /// // 5: took 2 s
    /// ```
    ///
    /// - Parameters:
    ///   - maxConcurrent: how many inner sources are active at most, at least 1.
    ///   - selector: makes an inner source for an element.
    @inlinable
    public func concatMapEager<Source: ObservableConvertibleType>(
        maxConcurrent: Int,
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        require(
            maxConcurrent > 0,
            "concatMapEager(maxConcurrent:_:): maxConcurrent is \(maxConcurrent); it must be greater than 0"
        )
        return marked(end: EagerMark<Element, Source.Element>.sourceEnd) { .source($0) }.meeting { add in
            let lanes = EagerLanes(maxConcurrent, selector, add)
            return { lanes.receive($1, $0) }
        }
    }
}

/// What the sources of `concatMapEager` send.
@usableFromInline
enum EagerMark<Input, Output> {
    case source(Input)
    case sourceEnd
    case element(Output, Lane)
    case innerEnd(Lane)

    /// An inner source: what it has sent before its turn.
    @usableFromInline
    final class Lane {
        @usableFromInline
        @exclusivity(unchecked)
        var kept = Fifo<Output>()
        @usableFromInline
        @exclusivity(unchecked)
        var hasEnded = false

        @inlinable
        init() {}
    }
}

/// The state of `concatMapEager`: the inner sources that are active, in order, and the elements that wait.
@usableFromInline
final class EagerLanes<Input, Source: ObservableConvertibleType> {
    @usableFromInline
    typealias Mark = EagerMark<Input, Source.Element>
    @usableFromInline
    typealias Sink = OperatorSink<Mark, Source.Element>

    @usableFromInline
    let limit: Int
    @usableFromInline
    let selector: (Input) throws -> Source
    @usableFromInline
    let add: (Observable<Mark>) -> Void

    @usableFromInline
    @exclusivity(unchecked)
    var waiting = Fifo<Input>()
    @usableFromInline
    @exclusivity(unchecked)
    var lanes = Fifo<Mark.Lane>()
    @usableFromInline
    @exclusivity(unchecked)
    var hasSourceEnded = false
    @usableFromInline
    @exclusivity(unchecked)
    var isStarting = false
    @usableFromInline
    @exclusivity(unchecked)
    var isEmptying = false

    @inlinable
    init(_ limit: Int, _ selector: @escaping (Input) throws -> Source, _ add: @escaping (Observable<Mark>) -> Void) {
        self.limit = limit
        self.selector = selector
        self.add = add
    }

    @inlinable
    func receive(_ mark: Mark, _ sink: Sink) {
        switch mark {
        case .source(let element):
            waiting.append(element)
            start(sink)
        case .sourceEnd:
            hasSourceEnded = true
            finishIfDone(sink)
        case .element(let element, let lane):
            if lane === lanes.oldest && lane.kept.isEmpty { sink.forward(element) } else { lane.kept.append(element) }
        case .innerEnd(let lane):
            lane.hasEnded = true
            empty(sink)
        }
    }

    /// Subscribes to sources as long as there is room. A source that ends meanwhile makes room for the next one, in this
    /// loop.
    @inlinable
    func start(_ sink: Sink) {
        if isStarting { return }
        isStarting = true
        defer { isStarting = false }
        while !sink.isDisposed, lanes.count < limit, let element = waiting.popFirst() {
            let lane = Mark.Lane()
            lanes.append(lane)
            do {
                add(try selector(element).asObservable().marked(end: .innerEnd(lane)) { .element($0, lane) })
            } catch {
                return sink.fail(error)
            }
        }
    }

    /// Emits what the first inner source has kept, and goes on to the next one if the first has ended. What comes
    /// meanwhile is kept behind it, and emitted in this loop.
    @inlinable
    func empty(_ sink: Sink) {
        if isEmptying { return }
        isEmptying = true
        defer { isEmptying = false }
        while let lane = lanes.oldest {
            while !sink.isDisposed, let element = lane.kept.popFirst() { sink.forward(element) }
            if sink.isDisposed || !lane.hasEnded { return }
            _ = lanes.popFirst()
            start(sink)
        }
        finishIfDone(sink)
    }

    @inlinable
    func finishIfDone(_ sink: Sink) {
        if hasSourceEnded && waiting.isEmpty && lanes.isEmpty { sink.finish() }
    }
}
