import Foundation
import Millrace
import XCTest

/// An operator and what the contract has to know of it. `check()` runs it through all rules.
///
///     ContractCase("map") { source, token in source.map { token.keep($0) } }
public struct ContractCase: Sendable {
    public let name: String
    private let excuses: [ContractRule: String]
    private let file: StaticString
    private let line: UInt
    private let run: @Sendable ([ContractRule]) -> [ContractViolation]

    /// - Parameters:
    ///   - name: what failures call it.
    ///   - elements: what the source sends; the operator must make at least one element of it.
    ///   - excuses: rules that do not apply to this operator, each with the reason.
    ///   - timeout: seconds after which a scenario counts as blocked.
    ///   - settle: called whenever the source has sent something; lets a scheduler of the case do its work.
    ///   - apply: applies the operator. Its closures capture the token.
    public init<Output: ObservableType>(
        _ name: String,
        sends elements: [Int] = [1, 2, 3, 4],
        without excuses: [ContractRule: String] = [:],
        timeout: TimeInterval = 10,
        settle: @escaping @Sendable () -> Void = {},
        file: StaticString = #filePath,
        line: UInt = #line,
        apply: @escaping @Sendable (Observable<Int>, ContractToken) -> Output
    ) {
        precondition(!elements.isEmpty, "a contract needs elements to send")
        precondition(!excuses.values.contains(""), "a rule that is switched off needs a reason")
        self.name = name
        self.excuses = excuses
        self.file = file
        self.line = line
        let contract = Contract(elements: elements, settle: settle, apply: apply)
        run = { rules in contract.violations(of: rules, timeout: timeout) }
    }

    /// The rules that the operator breaks.
    public func violations() -> [ContractViolation] {
        run(ContractRule.allCases.filter { excuses[$0] == nil })
    }

    /// Fails the running test for every rule that the operator breaks.
    public func check() {
        for violation in violations() { XCTFail("\(name) breaks \(violation)", file: file, line: line) }
    }
}

/// What the closures of the operator under test capture.
public final class ContractToken: @unchecked Sendable {
    private let token: Token

    /// A second source, for operators that take one: emits 0 to each subscriber at once and nothing more. Like the first
    /// it must be let go of when the stream ends or is disposed.
    public let companion: Observable<Int>

    init(_ tally: Token.Tally, companion: Observable<Int>) {
        token = Token(tally)
        self.companion = companion
    }

    /// Gives `value` back; a closure that calls it captures the token.
    public func keep<Value>(_ value: Value) -> Value { token.keep(value) }

    /// Does nothing; a closure that calls it captures the token.
    public func keep() { token.keep() }
}

/// The rules, for one operator. Each is a method in one of this type's extensions.
struct Contract<Output: ObservableType>: Sendable {
    let elements: [Int]
    let settle: @Sendable () -> Void
    let apply: @Sendable (Observable<Int>, ContractToken) -> Output

    /// Runs each rule on a thread of its own, so that a blocked one is noticed and left behind.
    func violations(of rules: [ContractRule], timeout: TimeInterval) -> [ContractViolation] {
        var violations: [ContractViolation] = []
        for rule in rules {
            let findings = ContractFindings()
            let thread = TestThread { check(rule, findings) }
            if !thread.join(timeout: timeout) { findings.report("it did not return within \(timeout) s") }
            violations += findings.messages.map { ContractViolation(rule: rule, message: $0) }
            if rule == .emits, !findings.messages.isEmpty { break }
        }
        return violations
    }

    private func check(_ rule: ContractRule, _ findings: ContractFindings) {
        switch rule {
        case .emits: checkEmits(findings)
        case .oneTerminalEvent: checkOneTerminalEvent(findings)
        case .nothingAfterTheEnd: checkNothingAfterTheEnd(findings)
        case .errorIsForwarded: checkErrorIsForwarded(findings)
        case .completionIsForwarded: checkCompletionIsForwarded(findings)
        case .theEndDisposesUpstream: checkTheEndDisposesUpstream(findings)
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
        case .capturesAfterError: checkCaptures(after: .error(Contract.error), findings)
        case .capturesAfterDispose: checkCaptures(after: nil, findings)
        case .sourceGoesAway: checkSourceGoesAway(findings)
        case .subscriptionsAreIndependent: checkSubscriptionsAreIndependent(findings)
        case .orderOnDispose: checkOrderOnDispose(findings)
        case .orderAtTheEnd: checkOrderAtTheEnd(findings)
        case .sourceOnAnotherThread: checkSourceOnAnotherThread(findings)
        }
    }

    /// The error that the source sends.
    static var error: TestError { TestError("contract") }

    /// What can end a source.
    static var ends: [Event<Int>] { [.completed, .error(error)] }

    /// The marks of a fresh subscription that is sent these events.
    func reference(_ events: [Event<Int>]) -> ContractObserver<Output.Element> {
        let trial = ContractTrial(self, .create)
        trial.subscribe()
        for event in events { trial.send(event) }
        trial.subscription?.dispose()
        return trial.observer
    }
}

/// What a rule found wrong.
final class ContractFindings: @unchecked Sendable {
    private let lock = NSLock()
    private var found: [String] = []

    func report(_ message: String) {
        lock.withLock { found.append(message) }
    }

    func require(_ condition: Bool, _ message: @autoclosure () -> String) {
        if !condition { report(message()) }
    }

    var messages: [String] { lock.withLock { found } }
}

/// One source, the operator on it, and an observer of that.
final class ContractTrial<Output: ObservableType>: @unchecked Sendable {
    let contract: Contract<Output>
    let source: ContractSource
    let companion: ContractSource
    let operatorTokens = Token.Tally()
    let observer = ContractObserver<Output.Element>()
    private(set) var output: Output!
    var subscription: Disposable?

    init(
        _ contract: Contract<Output>,
        _ kind: ContractSource.Kind,
        keepsOn: Bool = false,
        log: ((String) -> Void)? = nil
    ) {
        self.contract = contract
        source = ContractSource(kind, keepsOn: keepsOn, log: log)
        companion = ContractSource(.create, greeting: 0)
        output = contract.apply(
            source.observable,
            ContractToken(operatorTokens, companion: companion.observable)
        )
    }

    func subscribe() {
        subscription = output.subscribe(observer)
        contract.settle()
    }

    func send(_ event: Event<Int>) {
        source.send(event)
        contract.settle()
    }

    func send(_ elements: [Int]) {
        for element in elements { send(.next(element)) }
    }

    func dispose() {
        subscription?.dispose()
        contract.settle()
    }

    /// Drops the observable, so that what the operator's closures captured is held by subscriptions alone.
    func dropObservable() {
        output = nil
    }

    /// Ends the trial from outside, whatever came of it.
    func cleanUp() {
        subscription?.dispose()
        source.drop()
    }

    /// What is wrong if the stream is over.
    var upstreamComplaint: String? {
        source.complaint ?? companion.complaint.map { "companion: \($0)" }
    }
}
