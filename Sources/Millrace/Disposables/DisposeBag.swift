/// Holds disposables and disposes them when the bag is released, in the order of their insertion.
///
/// Some insertions also release disposables that have ended by themselves, such as subscriptions to streams that have
/// completed. So a long-lived bag does not keep everything that it ever held.
///
/// - **Threads**: disposables may be inserted from any thread. Each insertion takes a lock for a few instructions; nothing
///   is disposed, released or searched under it. The thread that releases the last reference to the bag disposes them
///   before that release returns. Bags that are released inside the disposal of other bags nest on the stack: 32 in any
///   case; more until they have taken a MiB, or half of the stack is taken. Bags that are nested deeper are emptied
///   before the outermost release returns.
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
    // Touched only through `lock`.
    @exclusivity(unchecked)
    private var lockWords = Lock.Storage()

    // Under the lock.
    @exclusivity(unchecked)
    private var contents = Contents()

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
        lock.acquire()
        contents.isClosed = true
        let items = exchange(&contents.items, for: BagItems())
        lock.release()
        var next = items.beginEmptying()
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
    private struct Contents {
        /// All items that no sweep has taken out.
        var items = BagItems()
        /// How many disposables the bag holds, including those that a sweep is looking at.
        var count = 0
        /// A sweep is due when there are more.
        var limit = 31
        var isSwept = false
        var isClosed = false

        /// Adds an item. Returns the items to sweep; none unless a sweep is due.
        mutating func add(_ item: BagItems.Item) -> BagItems {
            items.append(item)
            count += 1
            if isSwept || count <= limit { return BagItems() }
            isSwept = true
            return exchange(&items, for: BagItems())
        }
    }

    private var lock: Lock { Lock(at: &lockWords) }

    /// How many disposables the bag holds, including those that have ended and have not been released yet.
    package var heldCount: Int {
        lock.acquire()
        defer { lock.release() }
        return contents.count
    }

    fileprivate func insert(_ content: DisposeBase) {
        let item = BagItems.Item(Held(retaining: content).address)
        lock.acquire()
        let isClosed = contents.isClosed
        let due = isClosed ? BagItems() : contents.add(item)
        lock.release()
        if isClosed {
            content.dispose()
            item.release()
        } else if !due.isEmpty {
            sweep(due)
        }
    }

    /// Releases those of the items that have ended, and puts the others back in front of those that were inserted
    /// meanwhile. Whether a disposable has ended is asked without the lock, since a user's own type may answer. The next
    /// sweep is due when there are twice as many disposables as stay in this sweep. So each insertion pays for a bounded
    /// number of checks.
    private func sweep(_ items: BagItems) {
        var rest = items, staying = BagItems(), ended = BagItems()
        var stayingCount = 0, endedCount = 0
        while let item = rest.removeFirst() {
            if item.disposable.use({ $0.isDisposed }) {
                ended.append(item)
                endedCount += 1
            } else {
                staying.append(item)
                stayingCount += 1
            }
        }
        lock.acquire()
        contents.items.prepend(staying)
        contents.count -= endedCount
        contents.limit = max(2 * stayingCount, 31)
        contents.isSwept = false
        lock.release()
        while let item = ended.removeFirst() { item.release() }
    }
}

extension BagItems.Item {
    fileprivate var disposable: Held<DisposeBase> { Held(at: content) }

    /// Releases the disposable, and frees the item.
    fileprivate func release() {
        disposable.release()
        free()
    }
}
