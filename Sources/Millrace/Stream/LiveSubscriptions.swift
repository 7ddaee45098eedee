/// The subscriptions that users made while `Hooks.recordSubscriptions` was on.
enum LiveSubscriptions {
    private struct Entry {
        weak var sink: DisposeBase?
        let description: String
    }

    private struct Entries {
        var all: [Entry] = []
        /// How many entries to have before those of subscriptions that are gone are looked for.
        var limit = 64
    }

    private static let entries = Locked(Entries())

    /// Records `sink` if it is a subscription.
    @inline(never)
    static func add<Element>(_ sink: Held<Sink<Element>>, to source: Observable<Element>) {
        let sink = sink.object
        guard sink.isSubscription else { return }
        var names: [String] = []
        var next: Held<Observable<Never>>? = Held(borrowing: source).cast()
        while let present = next?.object {
            names.append(present.nameForMessages)
            next = present.traits.source
        }
        let place = sink.placeOfSubscription ?? "(unknown)"
        let entry = Entry(sink: sink, description: "\(place): \(names.reversed().joined(separator: " → "))")
        // Another thread may release a sink while its entry is looked at. The last reference is then one of these, which
        // go after the lock: a release may run a user's `deinit`.
        let held = entries.access { entries -> [DisposeBase] in
            var held: [DisposeBase] = []
            if entries.all.count >= entries.limit {
                entries.all.removeAll { entry in
                    guard let sink = entry.sink else { return true }
                    held.append(sink)
                    return false
                }
                entries.limit = max(64, entries.all.count * 2)
            }
            entries.all.append(entry)
            return held
        }
        releaseValue(held)
    }

    /// A line for each subscription that is neither disposed nor ended, in the order in which they were made.
    static var descriptions: [String] {
        let entries = entries.access { $0.all }
        return entries.compactMap { entry in
            entry.sink.flatMap { $0.isDisposed ? nil : entry.description }
        }
    }
}

/// The subscriptions that are alive: a line for each, with the place where it was made and the operators between its
/// source and its observer.
///
/// ```text
/// 2 subscriptions
/// Feed/Prices.swift:12: PublishSubject<Price> → map(_:) → observe(on:)
/// Feed/Prices.swift:31: PublishSubject<Price> → filter(_:) → scan(_:accumulator:)
/// ```
///
/// It knows the subscriptions that were made while `Hooks.recordSubscriptions` was on. The line ends at an operator with
/// several sources. Write `Millrace.dump()` where Swift's own `dump(_:)` is in the way.
///
/// - **Thread**: may be called from any thread, at any time. It holds up no event.
/// - **Complexity**: O(subscriptions).
public func dump() -> String {
    let lines = LiveSubscriptions.descriptions
    let count = lines.count == 1 ? "1 subscription" : "\(lines.count) subscriptions"
    return ([count] + lines).joined(separator: "\n")
}

#if DEBUG || TRACE_RESOURCES
    extension Resources {
        /// What lives, by kind: a line for each class with the number of its objects that were made while
        /// `recordsKinds` was on, the most numerous first, and then the subscriptions with their places, as the
        /// function `dump()` lists them.
        ///
        /// ```
        /// Resources.recordsKinds = true
        /// Hooks.recordSubscriptions = true
        /// runTheCodeUnderTest()
        /// print(Resources.dump())
        /// ```
        ///
        /// - **Complexity**: O(objects).
        public static func dump() -> String {
            let kinds = countsOfKinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            return (kinds.map { "\($0.value) × \($0.key)" } + [Millrace.dump()]).joined(separator: "\n")
        }
    }
#endif
