import Millrace

private struct Failure: Error {}

/// Operators with several sources, ended in each way: by the sources, by disposal, by letting go of the sources.
func operators() {
    typealias Apply = (PublishSubject<Int>, PublishSubject<Int>) -> Observable<Int>
    let all: [Apply] = [
        { Observable.merge($0, $1) },
        { a, b in Observable.of(a, b).merge(maxConcurrent: 2) },
        { a, b in Observable.of(a, b).switchLatest() },
        { $0.concat($1) },
        { Observable.combineLatest($0, $1) { $0 + $1 } },
        { Observable.zip($0, $1) { $0 + $1 } },
        { Observable.zip([$0, $1]) { $0[0] + $0[1] } },
        { $0.withLatestFrom($1) { $0 + $1 } },
        { $0.amb($1) },
        { $0.take(until: $1.filter { $0 > 2 }) },
        { $0.skip(until: $1) },
        { $0.sample($1) },
        { $0.ifEmpty(switchTo: $1) },
        { a, _ in a.groupBy { $0 % 2 }.flatMap { $0 } },
        { a, _ in a.toArray().asObservable().map { $0.count } },
    ]
    // Their subscriptions hold the subjects, in a selector or for the attempts to come: they have to be ended.
    let holding: [Apply] = [
        { a, b in Observable.of(0, 1).flatMap { $0 == 0 ? a : b } },
        { a, b in Observable.of(0, 1).concatMap { $0 == 0 ? a : b } },
        { a, b in Observable.catch(sequence: [a, b]) },
        { a, _ in a.retry(2) },
        { a, b in a.retry(when: { (_: Observable<Error>) in b }) },
    ]
    for (apply, endings) in all.map({ ($0, 0..<4) }) + holding.map({ ($0, 0..<3) }) {
        for ending in endings {
            let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
            let subscription = subscribe(apply(first, second))
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
