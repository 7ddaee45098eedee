import Millrace

/// The rules about `dispose()`.
extension Contract {
    func checkDisposeReachesUpstream(_ findings: ContractFindings) {
        for kind in ContractSourceKind.allCases {
            for count in 0...elements.count {
                let trial = ContractTrial(self, kind)
                trial.subscribe()
                findings.require(trial.source.wasSubscribed, "it did not subscribe to the source")
                trial.send(Array(elements.prefix(count)))
                trial.dispose()
                if let complaint = trial.upstreamComplaint {
                    findings.report("disposed after \(count) elements of a \(kind) source: \(complaint)")
                }
                trial.cleanUp()
            }
        }
    }

    func checkNothingAfterDispose(_ findings: ContractFindings) {
        for kind in ContractSourceKind.allCases {
            for end in ends {
                let trial = ContractTrial(self, kind, keepsOn: true)
                trial.subscribe()
                trial.send(elements)
                trial.dispose()
                let before = trial.observer.marks
                trial.send(elements)
                trial.send(end)
                let after = trial.observer.marks.dropFirst(before.count)
                findings.require(after.isEmpty, "\(kind): \(Array(after)) after dispose()")
                trial.cleanUp()
            }
        }
    }

    func checkSecondDisposeIsHarmless(_ findings: ContractFindings) {
        for kind in ContractSourceKind.allCases {
            for end in ends.map(Optional.some) + [nil] {
                let trial = ContractTrial(self, kind)
                let disposals = Counter()
                trial.subscription = trial.output.subscribe(
                    onNext: { _ in },
                    onError: { _ in },
                    onDisposed: { disposals.add() }
                )
                settle()
                trial.send(elements)
                let observed = trial.output.subscribe(trial.observer)
                settle()
                if let end { trial.send(end) }
                trial.subscription?.dispose()
                observed.dispose()
                let marks = trial.observer.marks
                for _ in 0..<2 {
                    trial.subscription?.dispose()
                    observed.dispose()
                }
                settle()
                findings.require(trial.observer.marks == marks, "\(kind): \(marks) became \(trial.observer.marks)")
                findings.require(disposals.value == 1, "\(kind): onDisposed was called \(disposals.value) times")
                if let complaint = trial.upstreamComplaint { findings.report("\(kind): \(complaint)") }
                trial.cleanUp()
            }
        }
    }

    func checkDisposeInsideNext(_ findings: ContractFindings) {
        for kind in ContractSourceKind.allCases {
            let trial = ContractTrial(self, kind, keepsOn: true)
            let before = Counter(-1)
            trial.observer.react { [unowned trial] in
                guard let subscription = trial.subscription else { return false }
                subscription.dispose()
                before.set(trial.observer.marks.count)
                return true
            }
            trial.subscribe()
            trial.send(elements)
            let early = before.value >= 0 ? trial.upstreamComplaint : nil
            trial.send(.completed)
            findings.require(before.value >= 0, "\(kind): no element came after subscribe had returned")
            if before.value >= 0 {
                let after = trial.observer.marks.dropFirst(before.value)
                findings.require(after.isEmpty, "\(kind): \(Array(after)) after dispose()")
                if let complaint = early ?? trial.upstreamComplaint { findings.report("\(kind): \(complaint)") }
            }
            trial.cleanUp()
        }
    }

    func checkDisposeFromAnotherThread(_ findings: ContractFindings) {
        for kind in ContractSourceKind.allCases {
            let trial = ContractTrial(self, kind, keepsOn: true)
            trial.subscribe()
            trial.send(elements)
            concurrently({ trial.dispose() })
            checkQuiet(trial, findings, "\(kind)")
        }
        for round in 0..<40 where findings.messages.isEmpty {
            if isConcurrent { race(round, findings) } else { disposeBetween(round, findings) }
        }
    }

    /// Disposes while the source emits: a delivery that is under way may still arrive.
    private func race(_ round: Int, _ findings: ContractFindings) {
        let kind = ContractSourceKind.allCases[round % 3]
        let trial = ContractTrial(self, kind, keepsOn: true)
        trial.subscribe()
        concurrently(
            {
                for _ in 0..<20 { trial.source.send(elements) }
                if round % 2 == 0 { trial.source.send(.completed) }
            },
            { trial.dispose() }
        )
        settle()
        findings.require(trial.observer.ends.count <= 1, "\(kind): \(trial.observer.marks.suffix(3))")
        checkQuiet(trial, findings, "\(kind), racing with the source")
    }

    /// Disposes on another thread between two of the source's events.
    private func disposeBetween(_ round: Int, _ findings: ContractFindings) {
        let kind = ContractSourceKind.allCases[round % 3]
        let trial = ContractTrial(self, kind, keepsOn: true)
        trial.subscribe()
        for index in 0..<round { trial.source.send(.next(elements[index % elements.count])) }
        concurrently({ trial.dispose() })
        checkQuiet(trial, findings, "\(kind), after \(round) elements")
    }

    private func checkQuiet(_ trial: ContractTrial<Input, Output>, _ findings: ContractFindings, _ name: String) {
        if let complaint = trial.upstreamComplaint { findings.report("\(name): \(complaint)") }
        let before = trial.observer.marks
        trial.send(elements)
        trial.send(.completed)
        let after = trial.observer.marks.dropFirst(before.count)
        findings.require(after.isEmpty, "\(name): \(Array(after)) after dispose()")
        trial.cleanUp()
    }

    /// Ends the stream from below, by an operator that throws at the first element, while the source is still emitting
    /// inside `subscribe`.
    func checkEndDuringSubscription(_ findings: ContractFindings) {
        // One thread at a time uses them.
        nonisolated(unsafe) let elements = elements
        let all = 10_000
        let produced = Counter()
        let tokens = Token.Tally()
        let below = ContractObserver<Int>()
        let passed = Counter()
        let companion = ContractSource(.create, greeting: 0)

        func subscribe() -> Disposable {
            let source = Observable.range(start: 0, count: all).map { i in
                produced.add()
                return elements[i % elements.count]
            }
            return apply(source, ContractToken(tokens, companion: companion.observable)).asObservable()
                .map { _ -> Int in
                    passed.add()
                    throw ContractError()
                }
                .subscribe(below)
        }
        let subscription = subscribe()
        settle()
        findings.require(
            below.marks == ["x(\(ContractError()))"],
            "the end from below arrived as \(below.marks)"
        )
        findings.require(passed.value == 1, "\(passed.value) elements reached a stage that had failed at the first")
        findings.require(tokens.count == 0, "what the operator captured is still there")
        if let complaint = companion.complaint { findings.report("companion: \(complaint)") }
        // Operators that wait for the end of the source have to see all of it.
        if !reference(elements.map { .next($0) }).elements.isEmpty {
            findings.require(produced.value < all, "the source went on to its end, \(all) elements")
        }
        subscription.dispose()

        // The same with a source that cannot be stopped: it is disposed when its subscribe function has returned.
        let disposals = Counter()
        let create = Observable<Input>.create { observer in
            for element in elements + elements { observer.onNext(element) }
            observer.onCompleted()
            return Disposables.create { disposals.add() }
        }
        let thrown = apply(create, ContractToken(tokens, companion: companion.observable)).asObservable()
            .map { _ -> Int in throw ContractError() }
            .subscribe(onError: { _ in })
        settle()
        findings.require(disposals.value == 1, "a create source was disposed \(disposals.value) times")
        thrown.dispose()
    }

    func checkOrderOnDispose(_ findings: ContractFindings) {
        for kind in [ContractSourceKind.create, .foreign] {
            for count in [0, elements.count] {
                let log = ContractLog()
                let trial = ContractTrial(self, kind, log: log)
                let subscription = trial.output.subscribe(onNext: { _ in }, onDisposed: { log.write("onDisposed") })
                settle()
                trial.send(Array(elements.prefix(count)))
                // Operators that have ended by themselves have nothing to dispose any more.
                if log.lines.isEmpty {
                    subscription.dispose()
                    let order = log.lines
                    findings.require(
                        order.count > 1 && order.firstIndex(of: "onDisposed") == order.count - 1,
                        "\(order) on dispose(); onDisposed should come last"
                    )
                }
                trial.cleanUp()
            }
        }
    }

    func checkOrderAtTheEnd(_ findings: ContractFindings) {
        for kind in [ContractSourceKind.create, .foreign] {
            for end in ends {
                let log = ContractLog()
                let trial = ContractTrial(self, kind, log: log)
                let subscription = trial.output.subscribe(
                    onNext: { _ in },
                    onError: { _ in log.write("end") },
                    onCompleted: { log.write("end") },
                    onDisposed: { log.write("onDisposed") }
                )
                settle()
                trial.send(elements)
                trial.source.send(end)
                let isLater = !log.lines.contains("end")
                settle()
                let order = log.lines
                if order.contains("end") {
                    findings.require(
                        Array(isLater ? order.suffix(2) : order.prefix(2)) == ["end", "onDisposed"] && order.count > 2,
                        "\(order) at \(end); should be the event, onDisposed, then the source's disposal"
                    )
                }
                subscription.dispose()
                trial.cleanUp()
            }
        }
    }
}
