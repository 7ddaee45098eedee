extension ObservableType {
    /// An observable whose subscriptions run `subscribe`.
    ///
    /// ```swift
    /// let lines = Observable<String>.create { observer in
    ///     observer.onNext("first line")
    ///     observer.onNext("second line")
    ///     observer.onCompleted()
    ///     return Disposables.create { print("file closed") }
    /// }
    /// let subscription = lines.subscribe(onNext: { print($0) })
    /// // first line
    /// // second line
    /// // file closed
    /// ```
    ///
    /// - Parameter subscribe: called once for each subscription, with the observer to send events to; returns what is
    ///   disposed when the subscription ends. The observer may be kept, and called from any thread, but by one thread
    ///   at a time.
    @inlinable
    public static func create(
        _ subscribe: @escaping (AnyObserver<Element>) -> Disposable
    ) -> Observable<Element> {
        CreateSource { downstream in
            let sink = CreateSink<Element>(downstream)
            downstream.setUpstream(fresh: .init(borrowing: sink))
            let disposable = DisposeBase.wrapping(subscribe(AnyObserver(sink: sink)))
            // Most often there is nothing to dispose.
            if disposable !== NopDisposable.instance { sink.setUpstream(disposable) }
        }
    }
}

/// The source of `create(_:)`, which cannot pause.
@usableFromInline
final class CreateSource<Element>: ClosureSource<Element>, @unchecked Sendable {
    @inlinable
    override init(function: StaticString = #function, _ body: @escaping (Sink<Element>) -> Void) {
        super.init(function: function, body)
    }

    @usableFromInline
    override var pausing: Pausing { .never }
}

/// Passes on what the closure sends, up to the first terminal event.
@usableFromInline
final class CreateSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    @inlinable
    init(_ downstream: Sink<Element>) {
        super.init(downstream, plain: true) { sink, element in
            sink.downcast(to: CreateSink<Element>.self).forward(element)
        }
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        fail(error)
    }

    @usableFromInline
    override func completed() {
        finish()
    }
}

extension AnyObserver {
    /// Sends an element and the completion. If several threads send at once, the first event counts; no other element
    /// can come between the element and the completion.
    ///
    /// - Precondition: `create` has handed this observer out.
    func succeed(_ element: Element) {
        sink.downcast(to: CreateSink<Element>.self).finish(with: element)
    }
}

/// Feeds a chain from a synchronous source on `CurrentThreadScheduler`.
///
/// It emits in a loop. Between two elements it lets other work of the thread's trampoline run first, so that events
/// come in the order that scheduling each element by itself would give.
///
/// `body` runs until the source is exhausted, the subscription is disposed, or other work waits. It is a closure so
/// that it is specialized where the source is made; see `Sink`.
@usableFromInline
class Emitter<Element>: ScheduledWork, @unchecked Sendable {
    @usableFromInline
    final let downstream: Held<Sink<Element>>

    @usableFromInline
    final let body: (Emitter<Element>) -> Void

    @inlinable
    init(_ downstream: Sink<Element>, body: @escaping (Emitter<Element>) -> Void) {
        self.downstream = Held(retaining: downstream)
        self.body = body
        super.init()
    }

    deinit {
        downstream.use { $0.sourceReleased() }
        releaseLink(downstream)
    }

    @usableFromInline
    override func run() {
        body(self)
    }

    /// Feeds `downstream` at once, or when the thread's trampoline comes to this work.
    @inlinable
    static func attach(_ downstream: Sink<Element>, body: @escaping (Emitter<Element>) -> Void) {
        if _slowPath(HookSwitches.obeysPressure), PausableEmitter.attach(downstream, body) { return }
        let emitter = Emitter(downstream, body: body)
        downstream.setUpstream(emitter)
        emitter.enqueue()
    }

    @usableFromInline
    final func enqueue() {
        if TrampolineState.start() {
            if !isDisposed { run() }
            Trampoline.finish()
        } else {
            Trampoline.push(self)
        }
    }

    /// Emits one element. False: `body` must return, because the subscription has ended or because other work comes
    /// first; after other work, `body` is called again.
    @inlinable
    @inline(__always)
    final func emit(_ element: Element) -> Bool {
        downstream.next(element)
        if !isOpen { return false }
        if TrampolineState.isEmpty { return true }
        Trampoline.push(self)
        return false
    }

    @inlinable
    final func complete() {
        downstream.completed()
    }

    @inlinable
    final func fail(_ error: Swift.Error) {
        downstream.error(error)
    }
}
