import Foundation
import Millrace

/// The actions of schedulers that all events of a source have to wait for: if one of them never runs, nothing comes.
///
/// They are read off the source's own structure, from the end on, as far as events have one way only. So nothing is
/// recorded while events pass, and nothing is guessed.
struct AwaitedPath {
    fileprivate struct Stage {
        let scheduler: any OccupiedScheduler
        let kind: SchedulerPassage.Kind
        /// Whether what has passed it has arrived.
        let isLast: Bool
    }

    private let stages: [Stage]

    init(to source: Any) {
        var stages: [Stage] = []
        var isLast = true
        var next: Any? = source
        while let part = next as? any SinglePath {
            next = part.origin
            if let passage = part.passage, let scheduler = passage.scheduler as? any OccupiedScheduler {
                stages.append(Stage(scheduler: scheduler, kind: passage.kind, isLast: isLast))
            }
            isLast = isLast && part.isPrompt
        }
        self.stages = stages
    }

    /// Whether the caller is on the main queue and something on the path needs that.
    var needsMainQueue: Bool {
        stages.contains { if case .mainQueue = $0.scheduler.occupation { true } else { false } }
    }

    /// Why no event can come, if the calling thread keeps a scheduler of the path from working.
    func blockedByCaller() -> BlockingError? {
        for stage in stages {
            if case .caller = stage.scheduler.occupation {
                return BlockingError(
                    scheduler: stage.scheduler.nameForMessages,
                    reason: "the calling thread is running one, before whose end no other begins"
                )
            }
        }
        return nil
    }

    /// Why no event can come, if the main queue is not going to run anything.
    func blockedByMainQueue() -> BlockingError? {
        for stage in stages where stage.isKeptByMainQueue {
            return BlockingError(
                scheduler: stage.scheduler.nameForMessages,
                reason: """
                    the calling thread is in a block of the main queue (DispatchQueue.main.async, an action of \
                    MainScheduler, a task of the main actor), before whose end no other begins
                    """
            )
        }
        return nil
    }
}

extension AwaitedPath.Stage {
    /// Whether it waits for the main queue; asked there.
    fileprivate var isKeptByMainQueue: Bool {
        guard case .mainQueue(let mayRunAtOnce, let isBusy) = scheduler.occupation else { return false }
        if kind == .time || !mayRunAtOnce { return true }
        // What ran at once before it was busy has passed: a start then is over, and an event may be on its way.
        return isBusy && kind == .events && isLast
    }
}
