import Foundation
import Millrace

/// The rules for an operator, with the operator's types erased.
protocol ContractTrials: Sendable {
    /// Whether there is nothing to send.
    var isEmpty: Bool { get }

    /// What a rule finds wrong.
    func messages(of rule: ContractRule, timeout: TimeInterval) -> [String]
}

/// Makes what each rule begins with: the operator, and the function that lets its scheduler work.
struct Trials<Input, Output: ObservableType>: ContractTrials, @unchecked Sendable {
    typealias Apply = (Observable<Input>, ContractToken) -> Output

    private let elements: [Input]
    private let isConcurrent: Bool
    private let prepare: () -> (settle: () -> Void, apply: Apply)

    init(_ elements: [Input], isConcurrent: Bool, prepare: @escaping () -> (settle: () -> Void, apply: Apply)) {
        self.elements = elements
        self.isConcurrent = isConcurrent
        self.prepare = prepare
    }

    /// For an operator on a scheduler; each rule gets a new scheduler.
    init(
        _ elements: [Input],
        advancing ticks: TestTime,
        apply: @escaping (Observable<Input>, TestScheduler, ContractToken) -> Output
    ) {
        precondition(
            ticks >= 0,
            "OperatorContract.init(_:sends:advancing:): advancing is \(ticks); time does not run back"
        )
        self.init(elements, isConcurrent: false) {
            let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
            return ({ scheduler.advanceTo(scheduler.clock + ticks) }, { apply($0, scheduler, $1) })
        }
    }

    var isEmpty: Bool { elements.isEmpty }

    func messages(of rule: ContractRule, timeout: TimeInterval) -> [String] {
        let (settle, apply) = prepare()
        return Contract(elements: elements, isConcurrent: isConcurrent, settle: settle, apply: apply)
            .messages(of: rule, timeout: timeout)
    }
}
