import CMillrace

/// Holds disposables and disposes them when it is released, in the order of their insertion.
///
/// What has ended by itself in the meantime, such as the subscription to a stream that has completed, is let go now and
/// then while others are inserted, so that a bag that lives long does not grow with all that it ever held.
///
/// - **Threads**: disposables may be inserted from any thread, without a lock. They are disposed on the thread that
///   drops the last reference to the bag.
/// - **Complexity**: inserting amortized O(1).
public final class DisposeBag: @unchecked Sendable {
    // Touched through `bag` alone; must stay the first stored property.
    @exclusivity(unchecked)
    private var state = mr_bag()

    /// An empty bag.
    public init() {}

    /// A bag with all these disposables.
    public convenience init(disposing disposables: Disposable...) {
        self.init()
        insert(disposables)
    }

    /// A bag with all these disposables.
    public convenience init(disposing disposables: [Disposable]) {
        self.init()
        insert(disposables)
    }

    /// A bag with all disposables that the builder lists.
    public convenience init(@DisposableBuilder builder: () -> [Disposable]) {
        self.init(disposing: builder())
    }

    deinit {
        var next = mr_bag_empty_begin(bag)
        while let item = next {
            let content = Unmanaged<DisposeBase>.fromOpaque(item.pointee.content)
            content._withUnsafeGuaranteedRef { $0.dispose() }
            content.release()
            next = mr_bag_empty_next(item)
        }
    }

    /// Adds a disposable. If the bag is being disposed, it is disposed at once.
    public func insert(_ disposable: Disposable) {
        insert(DisposeBase.wrapping(disposable))
    }

    /// Adds several disposables, in this order.
    public func insert(_ disposables: Disposable...) {
        insert(disposables)
    }

    /// Adds several disposables, in their order.
    public func insert(_ disposables: [Disposable]) {
        for disposable in disposables { insert(DisposeBase.wrapping(disposable)) }
    }

    /// Adds all disposables that the builder lists, in their order.
    public func insert(@DisposableBuilder builder: () -> [Disposable]) {
        insert(builder())
    }

    /// Lists disposables, one a line.
    @resultBuilder
    public struct DisposableBuilder {
        /// All disposables of a block.
        public static func buildBlock(_ disposables: Disposable...) -> [Disposable] {
            disposables
        }
    }
}

extension Disposable {
    /// Puts this disposable into a bag, which disposes it when it is released.
    public func disposed(by bag: DisposeBag) {
        bag.insert(_disposeBase)
    }
}

extension DisposeBag {
    private typealias Link = UnsafeMutablePointer<mr_bag_link>

    private var bag: UnsafeMutablePointer<mr_bag> {
        (Unmanaged.passUnretained(self).toOpaque() + ObjectLayout.header).assumingMemoryBound(to: mr_bag.self)
    }

    /// How many disposables it holds, those included that have ended and were not let go yet.
    package var heldCount: Int { Int(mr_bag_tally(bag)) }

    fileprivate func insert(_ content: DisposeBase) {
        if !mr_bag_is_closed(bag) {
            let reference = Unmanaged.passRetained(content)
            let item = mr_bag_item_create(reference.toOpaque())
            if mr_bag_add(bag, &item.pointee.link) {
                if mr_bag_count(bag, 1) > max(mr_bag_limit(bag), 31) { sweep() }
                return
            }
            mr_bag_item_free(item)
            reference.release()
        }
        content.dispose()
    }

    /// Lets go of what is disposed already, unless another thread is at it. The next sweep is due when there are twice
    /// as many as stayed in this one: so each insertion pays for a bounded number of looks.
    private func sweep() {
        guard var newer = mr_bag_sweep_begin(bag) else { return }
        var unlinked: Link?
        var count: UInt64 = 0
        var staying: UInt64 = 1
        while let link = mr_bag_next(newer) {
            if content(of: link)._withUnsafeGuaranteedRef({ $0.isDisposed }) {
                mr_bag_unlink(newer, link)
                // Nobody closes a bag that is in use, so no other thread is on the chain.
                link.pointee.next = unlinked
                unlinked = link
                count += 1
            } else {
                newer = link
                staying += 1
            }
        }
        mr_bag_set_limit(bag, 2 * staying)
        mr_bag_count(bag, 0 &- count)
        _ = mr_bag_sweep_end(bag)
        while let link = unlinked {
            unlinked = link.pointee.next
            content(of: link).release()
            mr_bag_item_free(item(of: link))
        }
    }

    private func item(of link: Link) -> UnsafeMutablePointer<mr_bag_item> {
        UnsafeMutableRawPointer(link).assumingMemoryBound(to: mr_bag_item.self)
    }

    private func content(of link: Link) -> Unmanaged<DisposeBase> {
        Unmanaged.fromOpaque(item(of: link).pointee.content)
    }
}
