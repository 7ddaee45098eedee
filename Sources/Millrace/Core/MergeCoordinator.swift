import CMillrace

/// Passes on the elements of many sources, and completes when all of them have: the coordinator of `merge` and
/// `flatMap`.
@usableFromInline
class MergeCoordinator<Input, Output>: Coordinator<Input, Output>, @unchecked Sendable {
    // The outer source has ended. Events of inner sources that wait in the gate belong to sources that have not; but the
    // last inner source may have ended inside a delivery that another thread is still busy with.
    @usableFromInline
    override func completed() {
        guard isOpen else { return }
        disposeUpstream()
        if mr_count_add(active, -1) == 1 { serialize { $0.finish() } }
    }

    /// Counts off an inner source; the last one completes downstream. Called inside the gate.
    @usableFromInline
    final func sourceEnded() {
        if mr_count_add(active, -1) == 1 { finish() }
    }
}

extension MergeCoordinator {
    /// Merges a further source, whose elements pass on unchanged.
    @inlinable
    final func merge(_ source: Observable<Output>) {
        _ = mr_count_add(active, 1)
        subscribe(MergeInnerSink<Input, Output>(self, receive: MergeInnerSink<Input, Output>.relay), to: source)
    }
}

@usableFromInline
class MergeInnerSink<Input, Output>: InnerSink<Output, Input, Output>, @unchecked Sendable {
    /// Passes an element on through the gate.
    @inlinable
    static func relay(_ sink: Sink<Output>, _ element: Output) {
        let sink = unsafeDowncast(sink, to: MergeInnerSink<Input, Output>.self)
        sink.coordinator._withUnsafeGuaranteedRef { coordinator in
            let pass = coordinator.enter()
            if pass == MR_BUSY { return coordinator.submit { coordinator.forward(element) } }
            if coordinator.isOpen {
                coordinator.downstream._withUnsafeGuaranteedRef { $0.next(element) }
            } else {
                sink.dispose()
            }
            coordinator.leave(pass)
        }
    }

    // Downstream hears of it first.
    @usableFromInline
    override func error(_ error: Swift.Error) {
        serialize {
            $0.failed(error)
            $0.disposeAfterEnd()
        }
    }

    @usableFromInline
    override func ended() {
        coordinator._withUnsafeGuaranteedRef {
            unsafeDowncast($0, to: MergeCoordinator<Input, Output>.self).sourceEnded()
        }
    }
}
