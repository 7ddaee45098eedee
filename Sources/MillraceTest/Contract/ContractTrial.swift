import Millrace

/// One source, the operator on it, and an observer of the operator's output.
final class ContractTrial<Input, Output: ObservableType>: @unchecked Sendable {
    let contract: Contract<Input, Output>
    let source: ContractSource<Input>
    let companion: ContractSource<Int>
    let operatorTokens = Token.Tally()
    let observer = ContractObserver<Output.Element>()
    private(set) var output: Output!
    var subscription: Disposable?

    init(
        _ contract: Contract<Input, Output>,
        _ kind: ContractSourceKind,
        keepsOn: Bool = false,
        log: ContractLog? = nil
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

    func send(_ event: Event<Input>) {
        source.send(event)
        contract.settle()
    }

    func send(_ elements: [Input]) {
        for element in elements { send(.next(element)) }
    }

    func dispose() {
        subscription?.dispose()
        contract.settle()
    }

    /// Drops the observable, so that only subscriptions hold what the operator's closures captured.
    func dropObservable() {
        output = nil
    }

    /// Ends the trial from outside, in whatever state it is.
    func cleanUp() {
        subscription?.dispose()
        source.drop()
    }

    /// What is wrong with the subscriptions, if the stream is over.
    var upstreamComplaint: String? {
        source.complaint ?? companion.complaint.map { "companion: \($0)" }
    }
}
