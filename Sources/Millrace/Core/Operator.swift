/// The observable that an operator with one source returns: for each subscription it makes a sink and feeds it from the
/// source.
///
/// `makeSink` is a closure, written in an inlinable operator, so that the sink's class is known where the operator is
/// used and no metadata is looked up when subscribing.
@usableFromInline
class Operator<Input, Output>: Producer<Output>, @unchecked Sendable {
    // Owned; unmanaged so that long chains are released without recursion.
    @usableFromInline
    final let source: Unmanaged<Observable<Input>>

    @usableFromInline
    final let makeSink: (__owned Sink<Output>) -> Sink<Input>

    @inlinable
    init(_ source: Observable<Input>, makeSink: @escaping (__owned Sink<Output>) -> Sink<Input>) {
        self.source = Unmanaged.passRetained(source)
        self.makeSink = makeSink
        super.init()
    }

    deinit {
        releaseLink(source.toOpaque())
    }

    @usableFromInline
    override final func attach(owned downstream: Unmanaged<Sink<Output>>) {
        let sink = Unmanaged.passRetained(makeSink(downstream.takeRetainedValue()))
        // The new sink holds downstream.
        downstream._withUnsafeGuaranteedRef { downstream in
            sink._withUnsafeGuaranteedRef { downstream.setUpstream($0) }
        }
        source._withUnsafeGuaranteedRef { $0.attach(owned: sink) }
    }
}
