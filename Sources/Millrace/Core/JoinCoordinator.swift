/// What `combineLatest` and `zip` share: a fixed number of sources, whose values are put together by `produce`.
///
/// `Values` is storage for all sources, a tuple or an array; the overloads for 2 to 8 sources and for collections differ
/// in it alone. All members are used inside the gate.
@usableFromInline
class JoinCoordinator<Values, Output>: Coordinator<Never, Output>, @unchecked Sendable {
    @usableFromInline
    @exclusivity(unchecked)
    final var values: Values

    @usableFromInline
    final let count: Int

    /// Sources whose next value is there.
    @usableFromInline
    @exclusivity(unchecked)
    final var present: SourceSet

    /// Sources that have ended.
    @usableFromInline
    @exclusivity(unchecked)
    final var ended: SourceSet

    @usableFromInline
    final let produce: (UnsafeMutablePointer<Values>) throws -> Output

    @inlinable
    init(
        _ downstream: Sink<Output>,
        _ values: Values,
        count: Int,
        produce: @escaping (UnsafeMutablePointer<Values>) throws -> Output
    ) {
        self.values = values
        self.count = count
        self.produce = produce
        present = SourceSet(count)
        ended = SourceSet(count)
        super.init(downstream) { _, _ in }
    }

    /// The value of this source has been stored.
    @usableFromInline
    func arrived(_ index: Int) {}

    /// This source has ended. The last one completes downstream.
    @usableFromInline
    final func sourceEnded(_ index: Int) {
        ended.insert(index)
        if ended.isFull { finish() }
    }
}

extension JoinCoordinator {
    /// Passes on what `produce` makes of the values.
    @inlinable
    @inline(__always)
    final func emit() {
        // `produce` is called here and not handed on, which would retain it.
        do { forward(try withUnsafeMutablePointer(to: &values) { try produce($0) }) } catch { fail(error) }
    }

    /// Subscribes to the next source. `store` puts a value into its place and returns what was there, which is released
    /// when the value has been dealt with.
    @inlinable
    @inline(__always)
    final func attach<Coordinator: JoinCoordinator<Values, Output>, Element>(
        _ source: Observable<Element>,
        _ index: Int,
        as coordinatorType: Coordinator.Type,
        disposesFirst: Bool,
        store: @escaping (UnsafeMutablePointer<Values>, Element) -> Element?,
        arrived: @escaping (Coordinator, Int) -> Void
    ) {
        let sink = JoinSink<Element, Values, Output>(self, index, disposesFirst: disposesFirst) { sink, element in
            let sink = sink.downcast(to: JoinSink<Element, Values, Output>.self)
            // Not downcast as an object: the copy would be retained.
            let coordinator = Unmanaged<Coordinator>.fromOpaque(sink.coordinator.toOpaque())
            coordinator._withUnsafeGuaranteedRef { coordinator in
                let pass = coordinator.enter()
                if pass == .busy {
                    return coordinator.submit {
                        guard coordinator.isOpen else { return }
                        let former = withUnsafeMutablePointer(to: &coordinator.values) { store($0, element) }
                        arrived(coordinator, sink.index)
                        letGo(of: former)
                    }
                }
                if coordinator.isOpen {
                    let former = withUnsafeMutablePointer(to: &coordinator.values) { store($0, element) }
                    arrived(coordinator, sink.index)
                    letGo(of: former)
                } else {
                    sink.dispose()
                }
                coordinator.leave(pass)
            }
        }
        subscribe(sink, to: source, byOuter: true)
    }
}

@usableFromInline
final class JoinSink<Element, Values, Output>: InnerSink<Element, Never, Output>, @unchecked Sendable {
    @usableFromInline
    let index: Int

    /// Whether the source's subscription is disposed before downstream hears that the source has ended; as in RxSwift it
    /// is where the number of sources is fixed.
    private let disposesFirst: Bool

    @usableFromInline
    init(
        _ coordinator: JoinCoordinator<Values, Output>,
        _ index: Int,
        disposesFirst: Bool,
        receive: @escaping Receive
    ) {
        self.index = index
        self.disposesFirst = disposesFirst
        super.init(coordinator, byOuter: true, receive: receive)
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        if disposesFirst { return super.error(error) }
        serialize {
            $0.failed(error)
            $0.disposeAfterEnd()
        }
    }

    @usableFromInline
    override func completed() {
        if disposesFirst { return super.completed() }
        serialize {
            $0.ended()
            $0.disposeAfterEnd()
        }
    }

    @usableFromInline
    override func ended() {
        coordinator._withUnsafeGuaranteedRef {
            $0.downcast(to: JoinCoordinator<Values, Output>.self).sourceEnded(index)
        }
    }
}
