import Dispatch

extension CallSite {
    /// Checks that a closure which belongs to an actor is called on that actor.
    final class IsolationCheck: @unchecked Sendable {
        private let actor: any Actor
        private let isMainActor: Bool
        private let site: CallSite

        /// `nil` for a closure that belongs to no actor.
        init?(_ actor: (any Actor)?, _ site: CallSite) {
            guard let actor else { return nil }
            self.actor = actor
            self.isMainActor = actor === MainActor.shared
            self.site = site
        }

        @inline(__always)
        func pass() {
            if isMainActor && isMainThread { return }
            checkElsewhere()
        }

        @inline(never)
        private func checkElsewhere() {
            // The main queue need not have a thread of its own, and an actor may run on the main queue.
            if isMainActor && DispatchQueue.isMain { return }
            if isCurrent(actor) { return }
            let violation = IsolationViolation(
                operation: "\(site.operation)",
                place: site.line == 0 ? nil : "\(site.fileID):\(site.line)",
                isolation: isMainActor ? IsolationViolation.mainActor : "the actor \(type(of: actor))"
            )
            if HookSwitches.isolationChecks == IsolationChecks.stop.rawValue { fatalError(violation.description) }
            if IsolationCheck.isFirst(violation) { Hooks.isolationHandler(violation) }
        }

        /// What has been reported.
        private static let reported = Locked<Set<IsolationViolation>>([])

        private static func isFirst(_ violation: IsolationViolation) -> Bool {
            reported.access { $0.insert(violation).inserted }
        }
    }
}

/// What the library does when a closure that belongs to an actor is called somewhere else.
public enum IsolationChecks: UInt32, Sendable {
    /// Nothing is checked.
    case off = 0
    /// `Hooks.isolationHandler` is called, once for each place in the program.
    case report = 1
    /// The program stops.
    case stop = 2
}

/// A closure that belongs to an actor was called somewhere else.
public struct IsolationViolation: Sendable, Hashable, CustomStringConvertible {
    /// The call that the closure was handed to, such as `bind(onNext:)`.
    public let operation: String

    /// The file and line of that call; `nil` if they are not known.
    public let place: String?

    /// What the closure belongs to, such as `the main actor`.
    public let isolation: String

    /// What happened, and what to do about it, in words.
    public var description: String {
        """
        Millrace: \(operation)\(place.map { " at \($0)" } ?? ""): a closure that belongs to \(isolation) was called \
        elsewhere. Put \(cure) in front, so that events come there, or mark the closure @Sendable if it may be called \
        anywhere.
        """
    }

    private var cure: String {
        isolation == IsolationViolation.mainActor ? "observe(on: MainScheduler.instance)" : "observe(on:) that actor"
    }

    fileprivate static let mainActor = "the main actor"
}
