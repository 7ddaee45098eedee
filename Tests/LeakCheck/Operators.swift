import Millrace
import OperatorCatalogue

private struct Failure: Error {}

/// A scheduler that nobody needs here.
private let scheduler = HistoricalScheduler()

/// Operators with several sources, ended in each way: by the sources, by disposal, by letting go of the sources.
func operators() {
    for entry in operatorsOnNumbers {
        guard let pair = entry.pair else { continue }
        // Where the subscription holds the sources, it has to be ended.
        for ending in 0..<(pair.holds ? 3 : 4) {
            let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
            let subscription = subscribe(apply(entry, pair, first, second))
            for element in 1...3 {
                second.onNext(element)
                first.onNext(element)
            }
            switch ending {
            case 0:
                first.onCompleted()
                second.onCompleted()
            case 1:
                first.onError(Failure())
                second.onError(Failure())
            case 2: subscription.dispose()
            default: break  // dropped, with its subscription
            }
        }
    }
}

private func apply(
    _ entry: Entry<Int>,
    _ pair: Pair<Int>,
    _ first: Observable<Int>,
    _ second: Observable<Int>
) -> Observable<Int> {
    if let apply = pair.apply { return apply(first, second) }
    let world = World(first, second, scheduler) { 0 }
    return entry.apply(world, Capture(Token())).map { $0.reduce(0, +) }
}
