/// An observer that hands each element to an object, on a scheduler, for as long as the object lives.
///
/// - **Elements** reach `binding` on the scheduler, by default the main thread.
/// - **Errors** are programming errors: a debug build stops, a release build prints them.
/// - **Completion** is ignored. The target is held weakly; once it is gone, elements are dropped.
///
/// ```swift
/// final class Label: @unchecked Sendable {
///     var text = ""
/// }
/// let label = Label()
/// let binder = Binder(label, scheduler: CurrentThreadScheduler.instance) { $0.text = $1 }
/// let subscription = Observable.of("loading", "ready").bind(to: binder)
/// print(label.text)
/// // ready
/// ```
public struct Binder<Value>: ObserverType, @unchecked Sendable {
    /// The type of element that the binder receives.
    public typealias Element = Value

    private let bind: (Event<Value>) -> Void

    /// - Parameters:
    ///   - target: the object that the elements are for; held weakly.
    ///   - scheduler: where `binding` is called.
    ///   - binding: called with the target and each element.
    public init<Target: AnyObject>(
        _ target: Target,
        scheduler: ImmediateSchedulerType = MainScheduler(),
        binding: @escaping @isolated(any) (Target, Value) -> Void
    ) {
        let target = WeakReference(target)
        nonisolated(unsafe) let binding = CallSite("Binder").withoutIsolation(binding)
        bind = { event in
            switch event {
            case .next(let element):
                _ = scheduler.schedule(element) { element in
                    if let target = target.object { binding(target, element) }
                    return Disposables.create()
                }
            case .error(let error):
                Self.refuse(error)
            case .completed:
                break
            }
        }
    }

    /// Hands the element of a `next` event to the target, on the scheduler.
    ///
    /// - Parameter event: the event.
    public func on(_ event: Event<Value>) {
        bind(event)
    }

    /// This binder with its type erased.
    public func asObserver() -> AnyObserver<Value> {
        AnyObserver(eventHandler: on)
    }
}

extension Binder: ErrorRefusingObserver {
    static var kind: StaticString { "Binder" }
}
