import Millrace

/// The rules about events and their order.
extension Contract {
    func checkEmits(_ findings: ContractFindings) {
        let observer = reference(elements.map { .next($0) } + [.completed])
        findings.require(!observer.elements.isEmpty, "\(elements) gave no element; choose others to send")
    }

    /// Runs both terminal events with each kind of source. Each source goes on sending after the end and after its
    /// disposal.
    private func endAndGoOn(_ body: (ContractObserver<Output.Element>) -> Void) {
        for kind in ContractSourceKind.allCases {
            for end in ends {
                let trial = ContractTrial(self, kind, keepsOn: true)
                trial.subscribe()
                trial.send(elements)
                trial.send(end)
                trial.send(elements)
                for end in ends + ends { trial.send(end) }
                trial.send(elements)
                body(trial.observer)
                trial.cleanUp()
            }
        }
    }

    func checkOneTerminalEvent(_ findings: ContractFindings) {
        endAndGoOn { observer in
            findings.require(observer.ends.count <= 1, "\(observer.ends.count) terminal events in \(observer.marks)")
        }
    }

    func checkNothingAfterTheEnd(_ findings: ContractFindings) {
        endAndGoOn { observer in
            guard let end = observer.ends.first else { return }
            let after = observer.marks[(end + 1)...].enumerated().filter {
                !observer.ends.contains($0.offset + end + 1)
            }
            findings.require(after.isEmpty, "elements after the end: \(observer.marks)")
        }
    }

    func checkErrorIsForwarded(_ findings: ContractFindings) {
        checkForwarding(of: .error(ContractError()), as: "x(\(ContractError()))", findings)
    }

    func checkCompletionIsForwarded(_ findings: ContractFindings) {
        checkForwarding(of: .completed, as: "|", findings)
    }

    private func checkForwarding(of end: Event<Input>, as mark: String, _ findings: ContractFindings) {
        for kind in ContractSourceKind.allCases {
            for count in [elements.count, 0] {
                let trial = ContractTrial(self, kind)
                trial.subscribe()
                trial.send(Array(elements.prefix(count)))
                trial.send(end)
                let marks = trial.observer.marks
                findings.require(marks.last == mark, "\(end) after \(count) elements of a \(kind) source gave \(marks)")
                trial.cleanUp()
            }
        }
    }

    func checkTheEndDisposesUpstream(_ findings: ContractFindings) {
        for kind in ContractSourceKind.allCases {
            for end in ends {
                let trial = ContractTrial(self, kind)
                trial.subscribe()
                findings.require(trial.source.wasSubscribed, "it did not subscribe to the source")
                // An operator may end the stream by itself, before the source does.
                for event in elements.map({ .next($0) }) + [end] {
                    trial.send(event)
                    if trial.observer.hasEnded, let complaint = trial.upstreamComplaint {
                        findings.report("\(kind) source, ended by \(event): \(complaint)")
                        break
                    }
                }
                trial.cleanUp()
            }
        }
    }

    func checkTheSourcesEndDisposesIt(_ findings: ContractFindings) {
        for kind in ContractSourceKind.allCases {
            for end in ends {
                let trial = ContractTrial(self, kind)
                trial.subscribe()
                trial.send(elements)
                trial.source.send(end)
                // An operator may have subscribed once more.
                if trial.source.subscriptionCount == 1, let complaint = trial.source.complaint {
                    findings.report("\(kind) source, after \(end): \(complaint)")
                }
                settle()
                trial.cleanUp()
            }
        }
    }

    func checkSubscriptionsAreIndependent(_ findings: ContractFindings) {
        // One thread at a time uses them.
        nonisolated(unsafe) let elements = elements
        let cold = Observable<Input>.create { observer in
            for element in elements { observer.onNext(element) }
            observer.onCompleted()
            return Disposables.create()
        }
        let companion = ContractSource(.create, greeting: 0)
        let output = apply(cold, ContractToken(Token.Tally(), companion: companion.observable))
        let marks = (0..<3).map { _ in
            let observer = ContractObserver<Output.Element>()
            let subscription = output.subscribe(observer)
            settle()
            subscription.dispose()
            return observer.marks
        }
        findings.require(marks[1] == marks[0] && marks[2] == marks[0], "one after the other they gave \(marks)")

        let trial = ContractTrial(self, .create)
        trial.subscribe()
        let later = ContractObserver<Output.Element>()
        trial.send(elements)
        let second = trial.output.subscribe(later)
        settle()
        trial.send(elements)
        trial.send(.completed)
        let all = (elements + elements).map { Event.next($0) } + [.completed]
        let half = elements.map { Event.next($0) } + [.completed]
        let expected = [reference(all).marks, reference(half).marks]
        let got = [trial.observer.marks, later.marks]
        findings.require(got == expected, "side by side they gave \(got) where each alone gives \(expected)")
        second.dispose()
        trial.cleanUp()
    }

    func checkSourceOnAnotherThread(_ findings: ContractFindings) {
        for end in ends {
            let expected = reference(elements.map { .next($0) } + [end]).marks
            for kind in ContractSourceKind.allCases {
                let trial = ContractTrial(self, kind)
                trial.subscribe()
                concurrently({
                    trial.send(elements)
                    trial.send(end)
                })
                let marks = trial.observer.marks
                findings.require(marks == expected, "\(kind): \(marks) instead of \(expected)")
                findings.require(!trial.observer.wasOverlapped, "\(kind): two threads were in the observer at once")
                trial.cleanUp()
            }
        }
    }
}
