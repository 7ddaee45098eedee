#if DEBUG
    @testable import Millrace

    /// Sits where a subscription ends, without the checks of one: sees what the operator above really sends.
    ///
    /// Needs a look inside, because the sinks that users' observers get are there to hide a stage that misbehaves.
    private final class ContractProbe<Element>: Sink<Element>, @unchecked Sendable {
        private let observer: ContractObserver<Element>

        init(_ observer: ContractObserver<Element>) {
            self.observer = observer
            super.init { sink, element in
                unsafeDowncast(sink, to: ContractProbe<Element>.self).observer.on(.next(element))
            }
        }

        override func error(_ error: Swift.Error) {
            observer.on(.error(error))
            dispose()
        }

        override func completed() {
            observer.on(.completed)
            dispose()
        }
    }

    extension Contract {
        func checkOperatorKeepsTheGrammar(_ findings: ContractFindings) {
            for kind in ContractSource.Kind.allCases {
                for end in Contract.ends {
                    probe(kind, findings, "after \(end)") { trial, _ in
                        trial.send(elements)
                        trial.send(end)
                        return nil
                    }
                    probe(kind, findings, "after \(end) inside next") { trial, _ in
                        trial.observer.react { [unowned trial] in
                            trial.source.send(end)
                            return true
                        }
                        trial.send(elements)
                        trial.send(end)
                        return nil
                    }
                }
                probe(kind, findings, "after dispose()") { trial, probe in
                    trial.send(elements)
                    probe.dispose()
                    return trial.observer.marks.count
                }
                probe(kind, findings, "after dispose() inside next") { trial, probe in
                    let heard = Box<Int?>(nil)
                    trial.observer.react { [unowned trial] in
                        probe.dispose()
                        heard.value = trial.observer.marks.count
                        return true
                    }
                    trial.send(elements)
                    return heard.value
                }
            }
        }

        /// Runs `body`, which ends the stream, then goes on sending. What `body` returns is how many events may have
        /// come, if it disposed.
        private func probe(
            _ kind: ContractSource.Kind,
            _ findings: ContractFindings,
            _ name: String,
            _ body: (ContractTrial<Output>, any Disposable) -> Int?
        ) {
            let trial = ContractTrial(self, kind, keepsOn: true)
            let probe = ContractProbe<Output.Element>(trial.observer)
            trial.subscription = probe
            trial.output.asObservable().subscribe(sink: probe)
            settle()
            let limit = body(trial, probe)
            trial.send(elements)
            for end in Contract.ends { trial.send(end) }
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
#else
    extension Contract {
        func checkOperatorKeepsTheGrammar(_ findings: ContractFindings) {}
    }
#endif
