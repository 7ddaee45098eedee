import Millrace

/// The rules about what is released, and when.
extension Contract {
    /// Tokens in each closure of an observer.
    private final class ObserverTokens {
        let tallies = ["onNext", "onError", "onCompleted", "onDisposed"].map { ($0, Token.Tally()) }

        /// Subscribes with a token in each closure; calls `ended` at the terminal event.
        func subscribe(to output: Output, ended: Counter) -> Disposable {
            let tokens = tallies.map { Token($0.1) }
            return output.subscribe(
                onNext: { _ in tokens[0].keep() },
                onError: { [token = tokens[1]] _ in
                    token.keep()
                    ended.add()
                },
                onCompleted: { [token = tokens[2]] in
                    token.keep()
                    ended.add()
                },
                onDisposed: { [token = tokens[3]] in token.keep() }
            )
        }

        var left: [String] { tallies.filter { $0.1.count != 0 }.map(\.0) }
    }

    /// Ends the stream with `end`, or with `dispose()` if `end` is `nil`.
    func checkCaptures(after end: Event<Input>?, _ findings: ContractFindings) {
        for kind in [ContractSourceKind.create, .subject] {
            for count in [elements.count, 0] {
                let trial = ContractTrial(self, kind)
                let closures = ObserverTokens()
                let ended = Counter()
                let subscription = closures.subscribe(to: trial.output, ended: ended)
                trial.dropObservable()
                settle()
                trial.send(Array(elements.prefix(count)))
                if let end {
                    trial.send(end)
                } else {
                    subscription.dispose()
                    settle()
                }
                if end == nil || ended.value > 0 {
                    let name = "\(kind) source, \(count) elements"
                    let left = closures.left
                    findings.require(left.isEmpty, "\(name): captures of \(left.joined(separator: ", ")) are left")
                    findings.require(trial.operatorTokens.count == 0, "\(name): the operator's captures are left")
                    findings.require(trial.source.tokens.count == 0, "\(name): the source's captures are left")
                }
                subscription.dispose()
                trial.cleanUp()
            }
        }
    }

    func checkSourceGoesAway(_ findings: ContractFindings) {
        for kind in [ContractSourceKind.create, .subject] {
            let trial = ContractTrial(self, kind)
            let closures = ObserverTokens()
            let subscription = closures.subscribe(to: trial.output, ended: Counter())
            let observed = trial.output.subscribe(trial.observer)
            trial.dropObservable()
            settle()
            trial.send(elements)
            let before = trial.observer.marks
            trial.source.drop()
            settle()
            findings.require(
                trial.observer.marks == before,
                "\(kind): \(trial.observer.marks) when the source went away"
            )
            for _ in 0..<2 {
                subscription.dispose()
                observed.dispose()
            }
            settle()
            let left = closures.left
            findings.require(left.isEmpty, "\(kind) source: captures of \(left.joined(separator: ", ")) are left")
            findings.require(trial.operatorTokens.count == 0, "\(kind) source: the operator's captures are left")
            findings.require(trial.source.tokens.count == 0, "\(kind) source: the source's captures are left")
            if let complaint = trial.companion.complaint { findings.report("\(kind) source: companion: \(complaint)") }
        }
    }
}
