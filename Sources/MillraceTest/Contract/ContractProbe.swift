import Millrace

/// The rule about what the operator itself sends.
extension Contract {
    func checkOperatorKeepsTheGrammar(_ findings: ContractFindings) {
        for kind in ContractSourceKind.allCases {
            for end in ends {
                probe(kind, findings, "after \(end)") { trial in
                    trial.send(elements)
                    trial.send(end)
                    return nil
                }
                probe(kind, findings, "after \(end) inside next") { trial in
                    trial.observer.react { [unowned trial] in
                        trial.source.send(end)
                        return true
                    }
                    trial.send(elements)
                    trial.send(end)
                    return nil
                }
            }
            probe(kind, findings, "after dispose()") { trial in
                trial.send(elements)
                trial.subscription?.dispose()
                return trial.observer.marks.count
            }
            probe(kind, findings, "after dispose() inside next") { trial in
                let heard = Box<Int?>(nil)
                trial.observer.react { [unowned trial] in
                    trial.subscription?.dispose()
                    heard.value = trial.observer.marks.count
                    return true
                }
                trial.send(elements)
                return heard.value
            }
        }
    }

    /// Runs `body`, which ends the stream, and then goes on sending. If `body` disposes, it returns how many events may
    /// have come; otherwise `nil`.
    private func probe(
        _ kind: ContractSourceKind,
        _ findings: ContractFindings,
        _ name: String,
        _ body: (ContractTrial<Input, Output>) -> Int?
    ) {
        let trial = ContractTrial(self, kind, keepsOn: true)
        // Captures the observer and not the trial, since the trial holds the subscription.
        let probe = UncheckedSubscription<Output.Element> { [observer = trial.observer] in observer.on($0) }
        trial.subscription = probe
        probe.begin(trial.output.asObservable())
        settle()
        let limit = body(trial)
        trial.send(elements)
        for end in ends { trial.send(end) }
        let marks = trial.observer.marks
        let ends = trial.observer.ends
        findings.require(
            ends.count <= 1 && (ends.first ?? marks.count - 1) == marks.count - 1,
            "\(kind), \(name): sends \(marks)"
        )
        if let limit {
            findings.require(marks.count <= limit, "\(kind): sends \(Array(marks.dropFirst(limit))) \(name)")
        }
        trial.cleanUp()
    }
}
