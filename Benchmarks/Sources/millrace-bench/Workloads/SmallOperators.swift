import Millrace
import MillraceOperators
import MillraceSubscriber

/// A subject with one small operator of `MillraceOperators` behind it.
private func operatorRow(
    _ name: String,
    _ chain: @escaping (PublishSubject<Int>) -> Observable<Int>,
    byHand: @escaping (_ sum: Sum) -> (Int) -> Void
) -> Workload {
    TimedWorkload(
        name,
        "subject → \(name) → one subscriber",
        sides: [
            .closures: { sum in
                let list = ClosureList()
                _ = list.subscribe(byHand(sum))
                let event = opaque(1)
                return Side(run: { for _ in 0..<$0 { list.emit(event) } })
            },
            .millrace: { sum in
                let subject = PublishSubject<Int>()
                let subscription = chain(subject).add(to: sum)
                let event = opaque(1)
                // `pairwise` emits nothing for the first one.
                subject.onNext(event)
                sum.pointee = 0
                return Side(run: { for _ in 0..<$0 { subject.onNext(event) } }, tearDown: { subscription.dispose() })
            },
        ]
    )
}

func mapToOperator() -> Workload {
    operatorRow("mapTo", { $0.mapTo(1) }, byHand: { makeMap({ _ in 1 }, makeAdder($0)) })
}

func ignoreOperator() -> Workload {
    operatorRow("ignore", { $0.ignore(7) }, byHand: { makeFilter({ $0 != 7 }, makeAdder($0)) })
}

/// With the `map` that makes the optionals; the closures do both at once.
func unwrapOperator() -> Workload {
    operatorRow(
        "unwrap",
        { $0.map { $0 == 7 ? nil : $0 }.unwrap() },
        byHand: { makeFilter({ $0 != 7 }, makeAdder($0)) }
    )
}

/// With the `map` that makes one number of each pair.
func pairwiseOperator() -> Workload {
    operatorRow(
        "pairwise",
        { $0.pairwise().map { $0.1 } },
        byHand: { sum in
            let add = makeAdder(sum)
            var former: Int? = 1
            return { element in
                let pair = former.map { ($0, element) }
                former = element
                if let pair { add(pair.1) }
            }
        }
    )
}
