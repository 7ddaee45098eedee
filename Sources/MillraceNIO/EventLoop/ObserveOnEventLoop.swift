#if NIO
    import Millrace
    import NIOCore

    extension ObservableType {
        /// Delivers the events of this source on an event loop.
        ///
        /// - **Emits** every element of the source, in order, in batches: one job of the loop delivers up to 256
        ///   elements. An event that the source sends on the loop is delivered at once, unless an earlier one waits.
        /// - **Completes**, and **fails**, when the source does, after the elements before it. A loop that has been shut
        ///   down delivers nothing more, not even the end.
        /// - **Disposal** disposes the source's subscription; events that still wait are dropped.
        /// - **Thread**: the source may emit on any thread; observers are called on the loop, one event at a time, in an
        ///   action of an ``EventLoopScheduler``, which says how other work of the loop gets its turn.
        /// - **Complexity**: O(1) for each event. The returned observable makes one scheduler; several that observe on
        ///   one loop can share an ``EventLoopScheduler``. The number of elements that wait is not bounded;
        ///   `observe(on:capacity:overflow:)` bounds it.
        ///
        /// ```swift
        /// let loop = EmbeddedEventLoop()
        /// let prices = PublishSubject<Int>()
        /// let subscription = prices.observe(on: loop).subscribe(onNext: { print($0) })
        /// prices.onNext(7) // on the loop
        /// // 7
        /// ```
        ///
        /// - Parameter eventLoop: where observers are called, such as `channel.eventLoop`.
        @_disfavoredOverload
        public func observe(on eventLoop: any EventLoop) -> Observable<Element> {
            observe(on: EventLoopScheduler(eventLoop))
        }

        /// Delivers the events of this source on an event loop, and lets at most `capacity` elements wait for the
        /// delivery; otherwise as `observe(on:capacity:overflow:)` with an ``EventLoopScheduler``.
        ///
        /// - Parameters:
        ///   - eventLoop: where observers are called.
        ///   - capacity: how many elements may wait, at least 1.
        ///   - overflow: what to do with an element that comes when `capacity` elements wait already.
        ///   - file: the path of the file of the call; the compiler fills it in.
        ///   - line: the line of the call; the compiler fills it in.
        @_disfavoredOverload
        public func observe(
            on eventLoop: any EventLoop,
            capacity: Int,
            overflow: OverflowStrategy,
            file: StaticString = #fileID,
            line: UInt = #line
        ) -> Observable<Element> {
            observe(
                on: EventLoopScheduler(eventLoop),
                capacity: capacity,
                overflow: overflow,
                file: file,
                line: line
            )
        }

        /// Delivers the events of this source on an event loop, with the task-local values of the code that subscribes;
        /// otherwise as `observe(on:carrying:_:)` with an ``EventLoopScheduler``.
        ///
        /// - Parameters:
        ///   - eventLoop: where observers are called.
        ///   - key: the task-local whose value to carry, such as `Trace.$id`.
        ///   - others: more of them.
        @_disfavoredOverload
        public func observe<First: Sendable, each Other: Sendable>(
            on eventLoop: any EventLoop,
            carrying key: TaskLocal<First>,
            _ others: repeat TaskLocal<each Other>
        ) -> Observable<Element> {
            observe(on: EventLoopScheduler(eventLoop), carrying: key, repeat each others)
        }

        /// Delivers the events of this source on an event loop, lets at most `capacity` elements wait, and has observers
        /// find the task-local values of the code that subscribes; otherwise as `observe(on:capacity:overflow:)` and
        /// `observe(on:carrying:_:)` with an ``EventLoopScheduler``.
        ///
        /// - Parameters:
        ///   - eventLoop: where observers are called.
        ///   - capacity: how many elements may wait, at least 1.
        ///   - overflow: what to do with an element that comes when `capacity` elements wait already.
        ///   - key: the task-local whose value to carry, such as `Trace.$id`.
        ///   - others: more of them.
        ///   - file: the path of the file of the call; the compiler fills it in.
        ///   - line: the line of the call; the compiler fills it in.
        @_disfavoredOverload
        public func observe<First: Sendable, each Other: Sendable>(
            on eventLoop: any EventLoop,
            capacity: Int,
            overflow: OverflowStrategy,
            carrying key: TaskLocal<First>,
            _ others: repeat TaskLocal<each Other>,
            file: StaticString = #fileID,
            line: UInt = #line
        ) -> Observable<Element> {
            observe(
                on: EventLoopScheduler(eventLoop),
                capacity: capacity,
                overflow: overflow,
                carrying: key,
                repeat each others,
                file: file,
                line: line
            )
        }
    }
#endif
