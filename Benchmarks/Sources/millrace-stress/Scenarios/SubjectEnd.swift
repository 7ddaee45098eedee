import Millrace

private struct Failure: Error {}

/// One ends a subject while others subscribe to it.
let subjectEnd = Scenario(
    name: "subject-end",
    checks: "each subscriber gets exactly one terminal event, just before or just after it, and nothing behind it",
    proofs: [Proof(.endsTwice, .ending), Proof(.neverEnds, .ending), Proof(.goesOn, .afterEnd)]
) { round in
    /// What one subscriber heard.
    final class Ending: Sendable {
        let ends = Number()
        let tooLate = Number()
        let behind = Number()
        /// The thread that called with the terminal event: it must not call again, while another may be in a call.
        let isOverFor = Number()
    }
    final class State: @unchecked Sendable {
        var subject: Observable<Int> = .never()
        var observer = AnyObserver<Int> { _ in }
    }
    final class Log: @unchecked Sendable { var endings: [Ending] = [] }
    let count = max(3, round.threads)
    let state = State()
    let logs = (0..<count).map { _ in Log() }
    let meeting = Meeting(count)
    let races = 60
    let randoms = round.random.split(count)
    concurrently(
        (0..<count).map { member in
            {
                var random = randoms[member]
                for race in 0..<races {
                    if member == 0 { (state.subject, state.observer) = makeSubject(race) }
                    meeting.meet()
                    pause(random.below(200))
                    if member == 0 {
                        for element in 1...3 { state.observer.onNext(element) }
                        state.observer.onCompleted()
                        state.observer.onNext(4)
                    } else if member == 1, race % 2 == 0 {
                        state.observer.onError(Failure())
                    } else {
                        for subscriber in 0..<4 {
                            let ending = Ending()
                            let source = subscriber % 2 == 0 ? state.subject : state.subject.map { $0 }
                            _ = round.observe(source) { event in
                                if event.isStopEvent {
                                    ending.ends.addOrdered()
                                    ending.isOverFor.setOrdered(Int(bitPattern: StressThread.current))
                                    // What is sent from within the end comes after it, too.
                                    if subscriber == 0 { state.observer.onNext(4) }
                                } else if ending.isOverFor.ordered == Int(bitPattern: StressThread.current) {
                                    ending.behind.addOrdered()
                                } else if event.element == 4 {
                                    ending.tooLate.addOrdered()
                                }
                            }
                            logs[member].endings.append(ending)
                        }
                    }
                    meeting.meet()
                    if member == 0 {
                        let name =
                            "\(type(of: state.subject)), \(race % 2 == 0 ? "error against completion" : "completion")"
                        for ending in logs.flatMap(\.endings) {
                            round.operations.add()
                            if ending.ends.ordered != 1 {
                                round.fail(.ending, "\(name): a subscriber got \(ending.ends.ordered) terminal events")
                            }
                            if ending.tooLate.ordered != 0 {
                                round.fail(
                                    .afterEnd,
                                    "\(name): a subscriber got an element that was sent after the end"
                                )
                            }
                            if ending.behind.ordered != 0 {
                                round.fail(
                                    .afterEnd,
                                    "\(name): a thread called a subscriber with the end and then an element"
                                )
                            }
                        }
                        for log in logs { log.endings = [] }
                    }
                    meeting.meet()
                }
            }
        }
    )
    round.injector?.endRound()
}

private func makeSubject(_ number: Int) -> (Observable<Int>, AnyObserver<Int>) {
    switch number / 2 % 4 {
    case 0:
        let subject = PublishSubject<Int>()
        return (subject, subject.asObserver())
    case 1:
        let subject = BehaviorSubject(value: 0)
        return (subject, subject.asObserver())
    case 2:
        let subject = ReplaySubject<Int>.create(bufferSize: 2)
        return (subject, subject.asObserver())
    default:
        let subject = AsyncSubject<Int>()
        return (subject, subject.asObserver())
    }
}
