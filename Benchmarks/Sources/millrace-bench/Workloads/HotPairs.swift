import Millrace
import MillraceSubscriber

// Two subjects that meet in an operator: an event is an element of one, then an element of the other.

private func pair(
    _ name: String,
    _ summary: String,
    expected: @escaping (Int) -> Int,
    makeClosures: @escaping (Sum) -> ((Int) -> Void, (Int) -> Void),
    _ combine: @escaping (PublishSubject<Int>, PublishSubject<Int>) -> Observable<Int>
) -> Workload {
    TimedWorkload(
        name,
        summary,
        expected: expected,
        sides: [
            .closures: { sum in
                let (first, second) = (ClosureList(), ClosureList())
                let inputs = makeClosures(sum)
                _ = first.subscribe(inputs.0)
                _ = second.subscribe(inputs.1)
                let event = opaque(1)
                first.emit(event)
                second.emit(event)
                sum.pointee = 0
                return Side(run: { count in
                    for _ in 0..<count {
                        first.emit(event)
                        second.emit(event)
                    }
                })
            },
            .millrace: { sum in
                let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
                let subscription = combine(first, second).add(to: sum)
                let event = opaque(1)
                first.onNext(event)
                second.onNext(event)
                sum.pointee = 0
                return Side(
                    run: { count in
                        for _ in 0..<count {
                            first.onNext(event)
                            second.onNext(event)
                        }
                    },
                    tearDown: { subscription.dispose() }
                )
            },
        ]
    )
}

func mergeTwo() -> Workload {
    pair(
        "merge2",
        "two subjects, merged; an element of each",
        expected: { 2 * $0 },
        makeClosures: { (makeAdder($0), makeAdder($0)) }
    ) { Observable.merge($0, $1) }
}

func combineLatestTwo() -> Workload {
    pair(
        "combineLatest2",
        "two subjects, their latest elements; an element of each",
        expected: { 2 * $0 },
        makeClosures: { makeCombineLatestTwo({ a, b in a &+ b &- 1 }, makeAdder($0)) }
    ) { Observable.combineLatest($0, $1) { a, b in a &+ b &- 1 } }
}

func zipTwo() -> Workload {
    pair(
        "zip2",
        "two subjects, zipped; an element of each",
        expected: { $0 },
        makeClosures: { makeZipTwo({ a, b in a &+ b &- 1 }, makeAdder($0)) }
    ) { Observable.zip($0, $1) { a, b in a &+ b &- 1 } }
}
