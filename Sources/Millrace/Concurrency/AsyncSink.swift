/// The sink of the operators whose closures are asynchronous: hands elements to its workers, which deliver the results.
///
/// The sink below holds this sink until the stream ends or is disposed. If the source lets go of this sink without an
/// end, the sink below does so after the last result.
@usableFromInline
final class AsyncSink<Input, Output>: OperatorSink<Input, Output>, @unchecked Sendable {
    private let workers: AsyncWorkers
    /// Counts the elements that wait or are on their way, and holds the source back.
    private let mark: Watermark?
    private let pressure: Pressure?

    @usableFromInline
    init(
        _ downstream: Sink<Output>,
        _ options: AsyncWorkers.Options,
        _ work: AsyncWorkers.Work,
        receive: @escaping Receive
    ) {
        pressure = Pressure.below(downstream)
        mark = options.makeMark(below: pressure)
        workers = AsyncWorkers(options, work, mark, pressure) { sink, terminal in
            Millrace.downcast(sink, to: AsyncSink<Input, Output>.self).end(with: terminal)
        }
        super.init(downstream, receive: receive)
        workers.start(feeding: self)
    }

    @usableFromInline
    func add(_ job: AsyncWorkers.Job) {
        mark?.add()
        if !workers.add(job) { disposeUpstream() }
    }

    /// As `AsyncWorkers.add(_:_:_:_:)`.
    @usableFromInline
    func add(_ job: AsyncWorkers.Job, _ hash: Int, _ isSame: (AnyObject) -> Bool, _ makeKey: () -> AnyObject) {
        mark?.add()
        if !workers.add(job, hash, isSame, makeKey) { disposeUpstream() }
    }

    // The end may have to wait for an observer or for results, so the source that has ended is disposed here.
    @usableFromInline
    override func error(_ error: Swift.Error) {
        workers.sourceFailed(error)
        disposeUpstream()
    }

    @usableFromInline
    override func completed() {
        workers.sourceEnded(.completed)
        disposeUpstream()
    }

    @usableFromInline
    override func sourceReleased() {
        workers.sourceEnded(.silent)
    }

    @usableFromInline
    override func disposed() {
        workers.close()
        pressure?.cancel()
    }

    // Results wait here while there is no room further down.
    @usableFromInline
    override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
        if let mark { path.watermarks.append(mark) }
        return nil
    }

    private func end(with terminal: Terminal) {
        switch terminal {
        case .completed: finish()
        case .error(let error): fail(error)
        case .silent: downstream.use { $0.detachUpstream(self) }
        }
    }
}

extension AsyncSink {
    /// The element, and what the closure has made of it.
    @usableFromInline
    final class Job: AsyncWorkers.Job, @unchecked Sendable {
        @usableFromInline
        @exclusivity(unchecked)
        var input: Input?

        /// `nil` if the closure leaves the element out.
        @usableFromInline
        @exclusivity(unchecked)
        var output: Output?

        @inlinable
        init(_ input: Input) {
            self.input = input
        }

        @inlinable
        func takeInput() -> Input { known(exchange(&input, for: nil)) }
    }

    /// What an operator with an asynchronous closure returns.
    ///
    /// - Parameters:
    ///   - receive: adds an element to the workers.
    ///   - transform: makes of an element what is emitted instead; `nil` leaves the element out.
    @inlinable
    static func makeOperator(
        on source: Observable<Input>,
        _ options: AsyncWorkers.Options,
        receive: @escaping Sink<Input>.Receive = { sink, element in
            let sink = sink.downcast(to: AsyncSink<Input, Output>.self)
            if sink.isOpen { sink.add(Job(element)) }
        },
        _ transform: @escaping @Sendable (Input) async throws -> Output?
    ) -> Observable<Output> {
        let work = AsyncWorkers.Work(
            run: { job in
                let job = Millrace.downcast(job, to: Job.self)
                nonisolated(unsafe) let input = job.takeInput()
                do { job.output = try await transform(input) } catch { job.error = error }
            },
            deliver: { sink, job in
                let output = Millrace.downcast(job, to: Job.self).output
                if let output { Millrace.downcast(sink, to: AsyncSink<Input, Output>.self).forward(output) }
            }
        )
        // A subject's own observer can only leave by being disposed itself, so there is another sink above it.
        let source =
            options.mayDisposeSource
            ? Operator<Input, Input>(source, function: options.operation) {
                OperatorSink<Input, Input>($0, plain: true) { sink, element in
                    sink.downcast(to: OperatorSink<Input, Input>.self).forward(element)
                }
            } : source
        return Operator(source, kind: .joining, function: options.operation) {
            AsyncSink<Input, Output>($0, options, work, receive: receive)
        }
    }
}
