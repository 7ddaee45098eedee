import Millrace

extension ObservableType {
    /// Emits, whenever another source emits, an array of the elements that have come since the last array.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, b at 3, c at 5, d at 7, e at 9, the end at 11. Ticks: x at 4, x at
    /// 8. Result: [a, b] at 4, [c, d] at 8, [e] at 11, the end at 11.](marbles-buffer-boundary)
    ///
    /// ```
    /// source             --1---2---3-------4--|
    /// boundary           --------x-----x------|
    /// buffer(boundary:)  --------12----3------(4|)
    /// ```
    ///
    /// - **Emits** an array at each element of `boundary`, even if nothing came. `boundary` is subscribed to first.
    /// - **Completes** when either of the two does, after an array of the elements that have come since the last one, even
    ///   if there are none.
    /// - **Fails** as soon as one of the two does. The elements that have come since the last array are dropped.
    /// - **Disposal** disposes both subscriptions and releases the elements that have been collected.
    /// - **Thread**: emits on the thread that `boundary` emits on; if another thread is delivering at that moment, that
    ///   thread delivers the array instead. No thread waits.
    /// - **Complexity**: O(1) for each element. The memory for the elements between two boundaries has no bound of its own:
    ///   let `boundary` emit often enough.
    ///
    /// ```swift
    /// let (keys, returns) = (PublishSubject<String>(), PublishSubject<Void>())
    /// let subscription = keys
    ///     .buffer(boundary: returns)
    ///     .subscribe(onNext: { print($0) })
    /// keys.onNext("h")
    /// keys.onNext("i")
    /// returns.onNext(())
    /// returns.onNext(())
    /// keys.onNext("!")
    /// keys.onCompleted()
    /// // ["h", "i"]
    /// // []
    /// // ["!"]
    /// ```
    ///
    /// - Parameter boundary: the source that says when to emit.
    @inlinable
    public func buffer<Boundary: ObservableConvertibleType>(boundary: Boundary) -> Observable<[Element]> {
        collected(until: boundary.asObservable().marked(end: .end) { _ in .boundary })
    }

    /// Emits, whenever a trigger emits, an array of the elements that have come since the last array.
    ///
    /// Unlike `buffer(boundary:)`, it goes on when the trigger ends.
    ///
    /// ```
    /// source               --1---2---3-------4--|
    /// trigger              --------x-----x|
    /// bufferWithTrigger()  --------12----3------(4|)
    /// ```
    ///
    /// - **Emits** an array at each element of `trigger`, even if nothing came. `trigger` is subscribed to first. Its end,
    ///   be it an error, has no effect.
    /// - **Completes** when the source does, after an array of the elements that have come since the last one, even if there
    ///   are none.
    /// - **Fails** when the source does. The elements that have come since the last array are dropped.
    /// - **Disposal** disposes both subscriptions and releases the elements that have been collected.
    /// - **Thread**: emits on the thread that `trigger` emits on; if another thread is delivering at that moment, that
    ///   thread delivers the array instead. No thread waits.
    /// - **Complexity**: O(1) for each element. The memory for the elements between two triggers has no bound of its own:
    ///   let `trigger` emit often enough.
    ///
    /// ```swift
    /// let (moves, frames) = (PublishSubject<Int>(), PublishSubject<Void>())
    /// let subscription = moves
    ///     .bufferWithTrigger(frames)
    ///     .subscribe(onNext: { print($0) })
    /// moves.onNext(1)
    /// moves.onNext(2)
    /// frames.onNext(())
    /// moves.onNext(3)
    /// frames.onNext(())
    /// // [1, 2]
    /// // [3]
    /// ```
    ///
    /// - Parameter trigger: the source that says when to emit.
    @inlinable
    public func bufferWithTrigger<Trigger: ObservableType>(_ trigger: Trigger) -> Observable<[Element]> {
        collected(until: trigger.map { _ in BufferMark.boundary }.catch { _ in .empty() })
    }

    @inlinable
    func collected(
        until boundary: Observable<BufferMark<Element>>,
        function: StaticString = #function
    ) -> Observable<[Element]> {
        let receive: Sink<BufferMark<Element>>.Receive = { sink, mark in
            let sink = sink.downcast(to: StatefulSink<[Element], BufferMark<Element>, [Element]>.self)
            switch mark {
            case .element(let element): sink.withState { $0.append(element) }
            case .boundary: sink.forward(sink.exchangeState(for: []))
            case .end: sink.finish(with: sink.exchangeState(for: []))
            }
        }
        let marks = Observable<BufferMark<Element>>.merge([boundary, marked(end: .end) { .element($0) }])
        return Operator(marks, function: function) {
            StatefulSink<[Element], BufferMark<Element>, [Element]>($0, state: [], receive: receive)
        }
    }
}

/// What the source and the boundary of a buffer send.
@usableFromInline
enum BufferMark<Element> {
    case element(Element)
    case boundary
    case end
}
