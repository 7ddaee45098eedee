import Millrace

/// The rules about what an observer may do inside `next`.
extension Contract {
    func checkEmitInsideNext(_ findings: ContractFindings) {
        for kind in ContractSourceKind.allCases {
            let trial = ContractTrial(self, kind)
            let reacted = Counter()
            trial.observer.react { [unowned trial] in
                reacted.add()
                trial.source.send(elements)
                return true
            }
            trial.subscribe()
            // The same elements in the order of a source that sends them one by one: after each element that made the
            // observer react, the elements of the reaction.
            var sent: [Input] = []
            for element in elements {
                let before = reacted.value
                trial.send(.next(element))
                sent.append(element)
                if reacted.value != before { sent += elements }
            }
            trial.send(.completed)
            let got = trial.observer
            let expected = reference(sent.map { .next($0) } + [.completed])
            if reacted.value != 0, !sent.isEmpty, sent.count > elements.count {
                findings.require(
                    got.elements.count == expected.elements.count,
                    "\(kind): \(got.marks) where \(sent) one by one give \(expected.marks)"
                )
            }
            findings.require(got.ends.count == expected.ends.count, "\(kind): \(got.marks), ended as \(expected.marks)")
            trial.cleanUp()
        }
    }

    func checkSubscribeInsideNext(_ findings: ContractFindings) {
        for kind in ContractSourceKind.allCases {
            let trial = ContractTrial(self, kind)
            let later = ContractObserver<Output.Element>()
            let second = Box<Disposable?>(nil)
            trial.observer.react { [unowned trial] in
                // While `subscribe` is running, the source would not reach the second observer in the same way.
                guard trial.subscription != nil else { return false }
                second.value = trial.output.subscribe(later)
                return true
            }
            trial.subscribe()
            var rest: [Event<Input>] = []
            for element in elements + elements {
                if second.value != nil { rest.append(.next(element)) }
                trial.send(.next(element))
            }
            trial.send(.completed)
            let expected = reference((elements + elements).map { .next($0) } + [.completed]).marks
            findings.require(trial.observer.marks == expected, "\(kind): \(trial.observer.marks), not \(expected)")
            if second.value != nil, !rest.isEmpty {
                let expected = reference(rest + [.completed]).marks
                findings.require(later.marks == expected, "\(kind): the second one got \(later.marks), not \(expected)")
            }
            second.value?.dispose()
            trial.cleanUp()
        }
    }

    func checkEndInsideNext(_ findings: ContractFindings) {
        for kind in ContractSourceKind.allCases {
            for end in ends {
                let trial = ContractTrial(self, kind)
                trial.observer.react { [unowned trial] in
                    guard trial.subscription != nil else { return false }
                    trial.source.send(end)
                    return true
                }
                trial.subscribe()
                trial.send(elements)
                trial.send(.completed)
                let observer = trial.observer
                findings.require(observer.ends.count <= 1, "\(kind): \(observer.marks)")
                if let end = observer.ends.first {
                    findings.require(end == observer.marks.count - 1, "\(kind): \(observer.marks)")
                    if let complaint = trial.upstreamComplaint { findings.report("\(kind): \(complaint)") }
                }
                trial.cleanUp()
            }
        }
    }
}
