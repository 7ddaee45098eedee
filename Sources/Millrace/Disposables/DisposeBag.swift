/// Holds disposables and disposes them when the bag is released, in the order of their insertion.
///
/// Some insertions also release disposables that have ended by themselves, such as subscriptions to streams that have
/// completed. So a long-lived bag does not keep everything that it ever held.
///
/// - **Threads**: disposables may be inserted from any thread, without a lock. The thread that releases the last
///   reference to the bag disposes them before that release returns. If bags are released inside the disposal of other
///   bags, they nest on the stack until they have taken a MiB, or half of the stack is taken. Bags that are nested
///   deeper are emptied before the outermost release returns.
/// - **Complexity**: inserting amortized O(1).
///
/// ```swift
/// let prices = PublishSubject<Int>()
/// var bag = DisposeBag()
/// prices.subscribe(onNext: { print($0) }).disposed(by: bag)
/// prices.onNext(101)
/// bag = DisposeBag()  // releases the first bag, which ends the subscription
/// prices.onNext(102)
/// // 101
/// ```
public final class DisposeBag: @unchecked Sendable {
    // Touched only through `bag`.
    @exclusivity(unchecked)
    private var state = Bag.Storage()

    /// An empty bag.
    public init() {
        #if DEBUG || TRACE_RESOURCES
            Resources.count(self)
        #endif
    }

    /// A bag with all these disposables.
    ///
    /// - Parameter disposables: the disposables to hold.
    public convenience init(disposing disposables: Disposable...) {
        self.init()
        insert(disposables)
    }

    /// A bag with all these disposables.
    ///
    /// - Parameter disposables: the disposables to hold.
    public convenience init(disposing disposables: [Disposable]) {
        self.init()
        insert(disposables)
    }

    /// A bag with all disposables that the builder lists.
    ///
    /// - Parameter builder: a block with a disposable on each line.
    public convenience init(@DisposableBuilder builder: () -> [Disposable]) {
        self.init(disposing: builder())
    }

    deinit {
        var next = bag.beginEmptying()
        while let item = next {
            let content = item.disposable
            content.use { $0.dispose() }
            content.release()
            next = item.next()
        }
        #if DEBUG || TRACE_RESOURCES
            Resources.discount(self)
        #endif
    }

    /// Adds a disposable. If the bag is already being emptied, the disposable is disposed at once.
    ///
    /// - Parameter disposable: the disposable to hold.
    public func insert(_ disposable: Disposable) {
        insert(DisposeBase.wrapping(disposable))
    }

    /// Adds several disposables, in this order.
    ///
    /// - Parameter disposables: the disposables to hold.
    public func insert(_ disposables: Disposable...) {
        insert(disposables)
    }

    /// Adds several disposables, in their order.
    ///
    /// - Parameter disposables: the disposables to hold.
    public func insert(_ disposables: [Disposable]) {
        for disposable in disposables { insert(DisposeBase.wrapping(disposable)) }
    }

    /// Adds all disposables that the builder lists, in their order.
    ///
    /// - Parameter builder: a block with a disposable on each line.
    public func insert(@DisposableBuilder builder: () -> [Disposable]) {
        insert(builder())
    }

    /// Builds an array of disposables from a block with one disposable on each line.
    @resultBuilder
    public struct DisposableBuilder {
        /// All disposables of a block.
        ///
        /// - Parameter disposables: one from each line.
        public static func buildBlock(_ disposables: Disposable...) -> [Disposable] {
            disposables
        }
    }
}

extension Disposable {
    /// Puts this disposable into a bag, which disposes it when the bag is released.
    ///
    /// - Parameter bag: the bag.
    public func disposed(by bag: DisposeBag) {
        bag.insert(_disposeBase)
    }
}

extension DisposeBag {
    private var bag: Bag { Bag(at: &state) }

    /// How many disposables the bag holds, including those that have ended and have not been released yet.
    package var heldCount: Int { Int(bag.counts) }

    fileprivate func insert(_ content: DisposeBase) {
        if !bag.isClosed {
            let reference = Held(retaining: content)
            let item = Bag.Item(reference.address)
            if bag.add(item.link) {
                if bag.count(1) > max(bag.limit, 31) { sweep() }
                return
            }
            item.free()
            reference.release()
        }
        content.dispose()
    }

    /// Releases disposables that are disposed already, unless another thread sweeps. The next sweep is due when there
    /// are twice as many disposables as stay in this sweep. So each insertion pays for a bounded number of checks.
    private func sweep() {
        guard var newer = bag.beginSweep() else { return }
        var unlinked: Bag.Link?
        var count: UInt64 = 0
        var staying: UInt64 = 1
        while let link = newer.next {
            if Bag.Item(of: link).disposable.use({ $0.isDisposed }) {
                newer.unlink(link)
                // The bag is closed only in its `deinit`, so no other thread walks the chain.
                link.link(before: unlinked)
                unlinked = link
                count += 1
            } else {
                newer = link
                staying += 1
            }
        }
        bag.limit = 2 * staying
        bag.count(0 &- count)
        _ = bag.endSweep()
        while let link = unlinked {
            unlinked = link.next
            let item = Bag.Item(of: link)
            item.disposable.release()
            item.free()
        }
    }
}

extension Bag.Item {
    fileprivate var disposable: Held<DisposeBase> { Held(at: content) }
}
