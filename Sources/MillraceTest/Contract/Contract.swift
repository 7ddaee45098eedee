import Foundation
import Millrace

/// The rules, for one operator. Each rule is a method in one of this type's extensions.
///
/// The elements pass from thread to thread, but one thread at a time uses them unless `isConcurrent`.
struct Contract<Input, Output: ObservableType>: @unchecked Sendable {
    let elements: [Input]
    /// Whether the source may be disposed while it emits; false if a scheduler that belongs to one thread is involved.
    let isConcurrent: Bool
    let settle: () -> Void
    let apply: (Observable<Input>, ContractToken) -> Output

    /// Runs a rule on a thread of its own, so that a blocked rule is noticed and left behind. Returns what the rule
    /// found wrong.
    func messages(of rule: ContractRule, timeout: TimeInterval) -> [String] {
        let findings = ContractFindings()
        let thread = TestThread { check(rule, findings) }
        if !thread.join(timeout: timeout) { findings.report("it did not return within \(timeout) s") }
        return findings.messages
    }

    private func check(_ rule: ContractRule, _ findings: ContractFindings) {
        switch rule {
        case .emits: checkEmits(findings)
        case .oneTerminalEvent: checkOneTerminalEvent(findings)
        case .nothingAfterTheEnd: checkNothingAfterTheEnd(findings)
        case .errorIsForwarded: checkErrorIsForwarded(findings)
        case .completionIsForwarded: checkCompletionIsForwarded(findings)
        case .theEndDisposesUpstream: checkTheEndDisposesUpstream(findings)
        case .theSourcesEndDisposesIt: checkTheSourcesEndDisposesIt(findings)
        case .operatorKeepsTheGrammar: checkOperatorKeepsTheGrammar(findings)
        case .disposeReachesUpstream: checkDisposeReachesUpstream(findings)
        case .nothingAfterDispose: checkNothingAfterDispose(findings)
        case .secondDisposeIsHarmless: checkSecondDisposeIsHarmless(findings)
        case .disposeInsideNext: checkDisposeInsideNext(findings)
        case .disposeFromAnotherThread: checkDisposeFromAnotherThread(findings)
        case .endDuringSubscription: checkEndDuringSubscription(findings)
        case .emitInsideNext: checkEmitInsideNext(findings)
        case .subscribeInsideNext: checkSubscribeInsideNext(findings)
        case .endInsideNext: checkEndInsideNext(findings)
        case .capturesAfterCompletion: checkCaptures(after: .completed, findings)
        case .capturesAfterError: checkCaptures(after: .error(ContractError()), findings)
        case .capturesAfterDispose: checkCaptures(after: nil, findings)
        case .sourceGoesAway: checkSourceGoesAway(findings)
        case .subscriptionsAreIndependent: checkSubscriptionsAreIndependent(findings)
        case .orderOnDispose: checkOrderOnDispose(findings)
        case .orderAtTheEnd: checkOrderAtTheEnd(findings)
        case .sourceOnAnotherThread: checkSourceOnAnotherThread(findings)
        }
    }

    /// The events that can end a source.
    var ends: [Event<Input>] { [.completed, .error(ContractError())] }

    /// The observer of a new subscription that was sent these events and then disposed.
    func reference(_ events: [Event<Input>]) -> ContractObserver<Output.Element> {
        let trial = ContractTrial(self, .create)
        trial.subscribe()
        for event in events { trial.send(event) }
        trial.subscription?.dispose()
        return trial.observer
    }
}
