import Foundation
import Millrace

/// Tests an operator of yours against the rules that every operator has to keep: at most one terminal event and nothing
/// after it, nothing after disposal, errors and completion passed on, captures released, calls from inside `next` and
/// from other threads.
///
/// ```swift
/// OperatorContract("evenOnes", sends: [1, 2, 3]) { source in source.filter { $0 % 2 == 0 } }.check()
/// ```
///
/// `check()` fails the running test, of XCTest or of Swift Testing, for each rule that the operator breaks;
/// `violations()` returns them. ``ContractRule`` lists the rules. A rule that does not apply to an operator is excused,
/// with the reason:
///
/// ```swift
/// OperatorContract("first", sends: ["a"], excusing: [.errorIsForwarded: "it has ended before"]) { source in
///     source.take(1)
/// }.check()
/// ```
///
/// The contract offers a token. If the operator takes closures, let them capture the token: then the contract checks
/// that the operator releases what its closures capture.
///
/// ```swift
/// OperatorContract("scaled", sends: [1.5, 2]) { source, token in source.map { token.keep($0 * 2) } }.check()
/// ```
///
/// An operator on time gets a `TestScheduler`. The scheduler's time passes after each event:
///
/// ```swift
/// OperatorContract(
///     "paused",
///     sends: [1, 2],
///     advancing: 5,
///     excusing: [
///         .emitInsideNext: "what comes too soon after another is dropped",
///         .endDuringSubscription: "nothing comes while the clock stands still",
///     ]
/// ) { source, scheduler in source.debounce(.seconds(5), scheduler: scheduler) }.check()
/// ```
///
/// Elements are told apart by what they print as.
///
/// - **Thread**: each rule runs on a thread of its own, one rule after the other, while the caller waits. Some rules
///   use further threads. Except in ``ContractRule/disposeFromAnotherThread``, one thread at a time uses the operator
///   and the elements.
/// - **Complexity**: some hundred subscriptions, each of which is sent the elements a few times: some tens of
///   milliseconds for an operator without time.
public struct OperatorContract: Sendable {
    /// The operator's name in messages about failures.
    public let name: String

    private let rules: [ContractRule]
    private let location: TestLocation
    private let timeout: TimeInterval
    private let trials: any ContractTrials

    /// Makes the contract of an operator.
    ///
    /// - Parameters:
    ///   - name: the operator's name in messages about failures.
    ///   - elements: what the source sends; the operator must make at least one element of it.
    ///   - excuses: rules that do not apply to this operator, each with the reason.
    ///   - timeout: seconds after which a rule counts as blocked. On Linux, time in which its threads could run and get
    ///     no processor does not count.
    ///   - settle: called whenever the source has sent something, was subscribed to or disposed, on the thread that did
    ///     it. Use it to let a scheduler of your own do its work.
    ///   - apply: applies the operator.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - file: the path of the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - column: the column of the call; the compiler fills it in.
    /// - Precondition: there are elements, each reason is more than white space, and `timeout` is positive.
    @preconcurrency
    public init<Input, Output: ObservableType>(
        _ name: String,
        sends elements: [Input],
        excusing excuses: [ContractRule: String] = [:],
        timeout: TimeInterval = 10,
        settle: @escaping @Sendable () -> Void = {},
        fileID: String = #fileID,
        file: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        apply: @escaping @Sendable (Observable<Input>) -> Output
    ) {
        let trials = Trials(elements, isConcurrent: true) { (settle, { source, _ in apply(source) }) }
        self.init(name, excuses, timeout, TestLocation(fileID, file, line, column), trials)
    }

    /// Makes the contract of an operator whose closures capture the token.
    ///
    /// - Parameters:
    ///   - name: the operator's name in messages about failures.
    ///   - elements: what the source sends; the operator must make at least one element of it.
    ///   - excuses: rules that do not apply to this operator, each with the reason.
    ///   - timeout: seconds after which a rule counts as blocked. On Linux, time in which its threads could run and get
    ///     no processor does not count.
    ///   - settle: called whenever the source has sent something, was subscribed to or disposed, on the thread that did
    ///     it. Use it to let a scheduler of your own do its work.
    ///   - apply: applies the operator, with closures that call the token's `keep()`. It does not hold the token
    ///     itself.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - file: the path of the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - column: the column of the call; the compiler fills it in.
    /// - Precondition: there are elements, each reason is more than white space, and `timeout` is positive.
    @preconcurrency
    public init<Input, Output: ObservableType>(
        _ name: String,
        sends elements: [Input],
        excusing excuses: [ContractRule: String] = [:],
        timeout: TimeInterval = 10,
        settle: @escaping @Sendable () -> Void = {},
        fileID: String = #fileID,
        file: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        apply: @escaping @Sendable (Observable<Input>, ContractToken) -> Output
    ) {
        let trials = Trials(elements, isConcurrent: true) { (settle, apply) }
        self.init(name, excuses, timeout, TestLocation(fileID, file, line, column), trials)
    }

    /// Makes the contract of an operator on time.
    ///
    /// Each rule gets a new scheduler; work that is scheduled for now is due at once. As the scheduler belongs to one
    /// thread, the source is not disposed while it emits on another.
    ///
    /// - Parameters:
    ///   - name: the operator's name in messages about failures.
    ///   - elements: what the source sends; the operator must make at least one element of it.
    ///   - ticks: how many ticks pass whenever the source has sent something, was subscribed to or disposed; for the
    ///     operator, a tick is a second.
    ///   - excuses: rules that do not apply to this operator, each with the reason.
    ///   - timeout: seconds after which a rule counts as blocked. On Linux, time in which its threads could run and get
    ///     no processor does not count.
    ///   - apply: applies the operator.
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - file: the path of the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - column: the column of the call; the compiler fills it in.
    /// - Precondition: there are elements, each reason is more than white space, `ticks` is not negative, and `timeout`
    ///   is positive.
    @preconcurrency
    public init<Input, Output: ObservableType>(
        _ name: String,
        sends elements: [Input],
        advancing ticks: TestTime,
        excusing excuses: [ContractRule: String] = [:],
        timeout: TimeInterval = 10,
        fileID: String = #fileID,
        file: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        apply: @escaping @Sendable (Observable<Input>, TestScheduler) -> Output
    ) {
        let trials = Trials(elements, advancing: ticks) { source, scheduler, _ in apply(source, scheduler) }
        self.init(name, excuses, timeout, TestLocation(fileID, file, line, column), trials)
    }

    /// Makes the contract of an operator on time whose closures capture the token; otherwise as above.
    @preconcurrency
    public init<Input, Output: ObservableType>(
        _ name: String,
        sends elements: [Input],
        advancing ticks: TestTime,
        excusing excuses: [ContractRule: String] = [:],
        timeout: TimeInterval = 10,
        fileID: String = #fileID,
        file: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        apply: @escaping @Sendable (Observable<Input>, TestScheduler, ContractToken) -> Output
    ) {
        let trials = Trials(elements, advancing: ticks, apply: apply)
        self.init(name, excuses, timeout, TestLocation(fileID, file, line, column), trials)
    }

    private init(
        _ name: String,
        _ excuses: [ContractRule: String],
        _ timeout: TimeInterval,
        _ location: TestLocation,
        _ trials: any ContractTrials
    ) {
        precondition(
            !trials.isEmpty,
            "OperatorContract.init(_:sends:): sends is empty for \"\(name)\"; the rules need elements to send"
        )
        for (rule, reason) in excuses {
            precondition(
                reason.contains { !$0.isWhitespace },
                "OperatorContract.init(_:sends:excusing:): excusing \(rule.rawValue) for \"\(name)\" has no reason"
            )
        }
        precondition(
            timeout > 0,
            "OperatorContract.init(_:sends:timeout:): timeout is \(timeout) for \"\(name)\"; it must be positive"
        )
        self.name = name
        self.timeout = timeout
        self.location = location
        self.trials = trials
        rules = ContractRule.allCases.filter { excuses[$0] == nil }
    }

    /// The rules that the operator breaks, in the order of the rules. If the operator emits nothing, only that: the
    /// other rules would prove nothing.
    public func violations() -> [ContractViolation] {
        var violations: [ContractViolation] = []
        for rule in rules {
            let messages = trials.messages(of: rule, timeout: timeout)
            violations += messages.map { ContractViolation(name: name, rule: rule, message: $0) }
            if rule == .emits, !messages.isEmpty { break }
        }
        return violations
    }

    /// Fails the running test, of XCTest or of Swift Testing, once for every rule that the operator breaks, at the place
    /// where this contract was made. The failure says how the rule was broken first; `violations()` has all ways. Must be
    /// called on the thread or the task of the test.
    public func check() {
        for failure in failures() { location.fail(failure) }
    }

    /// A line for every rule that the operator breaks.
    package func failures() -> [String] {
        let violations = violations()
        return rules.compactMap { rule in
            let broken = violations.filter { $0.rule == rule }
            guard let first = broken.first else { return nil }
            return broken.count == 1 ? "\(first)" : "\(first) (the first of \(broken.count) findings)"
        }
    }
}

extension OperatorContract: CustomStringConvertible {
    /// The operator's name.
    public var description: String { name }
}
