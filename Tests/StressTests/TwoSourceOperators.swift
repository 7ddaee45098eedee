import Foundation
import Millrace

/// An operator that is fed by two subjects, for tests that put it through what callbacks may do.
struct TwoSourceOperator {
    let name: String

    /// Whether it calls downstream from one thread at a time, whatever its sources do.
    let serializes: Bool

    let apply: (PublishSubject<Int>, PublishSubject<Int>) -> Observable<Int>

    private init(
        _ name: String,
        serializes: Bool = true,
        _ apply: @escaping (PublishSubject<Int>, PublishSubject<Int>) -> Observable<Int>
    ) {
        self.name = name
        self.serializes = serializes
        self.apply = apply
    }

    /// Sends the sources and does not complete, so that what they do is what counts.
    private static func open(_ sources: Observable<Int>...) -> Observable<Observable<Int>> {
        Observable.create { observer in
            for source in sources { observer.onNext(source) }
            return Disposables.create()
        }
    }

    /// Those that have a gate.
    static let gates: [TwoSourceOperator] = [
        TwoSourceOperator("merge(_:)") { Observable.merge($0, $1) },
        TwoSourceOperator("merge()") { open($0, $1).merge() },
        TwoSourceOperator("merge(maxConcurrent:)") { open($0, $1).merge(maxConcurrent: 2) },
        TwoSourceOperator("concat()") { open($0, $1).concat() },
        TwoSourceOperator("concatMap") { open($0, $1).concatMap { $0 } },
        TwoSourceOperator("flatMap") { open($0, $1).flatMap { $0 } },
        TwoSourceOperator("flatMapFirst") { open($0, $1).flatMapFirst { $0 } },
        TwoSourceOperator("flatMapLatest") { open($0, $1).flatMapLatest { $0 } },
        TwoSourceOperator("switchLatest") { open($0, $1).switchLatest() },
        TwoSourceOperator("combineLatest") { Observable.combineLatest($0, $1) { $0 + $1 } },
        TwoSourceOperator("combineLatest of a collection") { Observable.combineLatest([$0, $1]) { $0[0] + $0[1] } },
        TwoSourceOperator("zip") { Observable.zip($0, $1) { $0 + $1 } },
        TwoSourceOperator("zip of a collection") { Observable.zip([$0, $1]) { $0[0] + $0[1] } },
        TwoSourceOperator("withLatestFrom") { $0.withLatestFrom($1) { $0 + $1 } },
        TwoSourceOperator("take(until:)") { $0.take(until: $1.filter { $0 > 1_000 }) },
        TwoSourceOperator("skip(until:)") { $0.skip(until: $1) },
        TwoSourceOperator("sample") { $0.sample($1) },
    ]

    /// Those that hear of one source at a time.
    static let others: [TwoSourceOperator] = [
        TwoSourceOperator("amb", serializes: false) { $0.amb($1) },
        TwoSourceOperator("concat(_:)", serializes: false) { $0.concat($1) },
        TwoSourceOperator("catch(sequence:)", serializes: false) { .catch(sequence: [$0, $1]) },
        TwoSourceOperator("retry(when:)", serializes: false) { first, second in
            first.retry(when: { (_: Observable<Error>) in second })
        },
        TwoSourceOperator("ifEmpty(switchTo:)", serializes: false) { $0.ifEmpty(switchTo: $1) },
        TwoSourceOperator("groupBy", serializes: false) { first, _ in first.groupBy { $0 % 2 }.flatMap { $0 } },
    ]

    /// Both sources into a subject, and the observer on that.
    private static func through<Subject: SubjectType>(_ subject: Subject)
        -> (PublishSubject<Int>, PublishSubject<Int>) -> Observable<Int>
    where Subject.Element == Int, Subject.Observer.Element == Int {
        let (input, output) = (subject.asObserver(), subject.asObservable())
        return { first, second in
            Observable.create { observer in
                Disposables.create(output.subscribe(observer), Observable.merge(first, second).subscribe(input))
            }
        }
    }

    private static func viaSubject(
        _ name: String,
        _ make: @escaping @Sendable () -> (PublishSubject<Int>, PublishSubject<Int>) -> Observable<Int>
    ) -> TwoSourceOperator {
        TwoSourceOperator(name, serializes: false) { make()($0, $1) }
    }

    /// Subjects, and what shares a source.
    static let sharing: [TwoSourceOperator] = [
        viaSubject("PublishSubject") { through(PublishSubject<Int>()) },
        viaSubject("BehaviorSubject") { through(BehaviorSubject(value: 0)) },
        viaSubject("ReplaySubject") { through(ReplaySubject<Int>.create(bufferSize: 2)) },
        viaSubject("AsyncSubject") { through(AsyncSubject<Int>()) },
        TwoSourceOperator("share()", serializes: false) { Observable.merge($0, $1).share() },
        TwoSourceOperator("share(replay: 1)", serializes: false) { Observable.merge($0, $1).share(replay: 1) },
        TwoSourceOperator("share(replay: 2, scope: .forever)", serializes: false) {
            Observable.merge($0, $1).share(replay: 2, scope: .forever)
        },
        TwoSourceOperator("publish().refCount()", serializes: false) { Observable.merge($0, $1).publish().refCount() },
        TwoSourceOperator("replay(1).refCount()", serializes: false) { Observable.merge($0, $1).replay(1).refCount() },
        TwoSourceOperator("multicast(_:selector:)", serializes: false) {
            Observable.merge($0, $1).multicast({ PublishSubject<Int>() }, selector: { $0 })
        },
    ]

    static let all = gates + others + sharing

    /// What a merge with a lock looks like, for a test of the tests.
    static let locked = TwoSourceOperator("merge with a lock") { first, second in
        Observable.create { observer in
            let lock = NSRecursiveLock()
            return Disposables.create(
                first.subscribe { event in lock.withLock { observer.on(event) } },
                second.subscribe { event in lock.withLock { observer.on(event) } }
            )
        }
    }
}
