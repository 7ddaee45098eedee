import Millrace
import TestSupport
import XCTest

/// Endless sources that an operator above ends while they are being subscribed to: whatever is done with the end, the
/// source is disposed, so that `subscribe` returns.
final class EndlessSourceTests: XCTestCase {
    func testOneSourceAfterAnother() {
        let cases: [EndlessSource.Case] = [
            .init("concat(_:)", .completed, "0 0 0 |", produced: 3) { $0.concat($1.completing) },
            .init("concat(_:) twice", .completed, "0 0 0 3 |", produced: 3) {
                $0.concat($1.completing).concat(Observable.just(3))
            },
            .init("concat of a sequence", .completed, "0 0 0 0 0 0 |", produced: 6) {
                .concat(AnySequence([$0.asObservable(), $1.completing, $1.completing]))
            },
            .init("concat of sources that fail", .completed, "0 0 0 x(error)", produced: 4) { $0.concat($1.failing) },
            .init("ifEmpty(switchTo:)", .completed, "0 0 0 |", produced: 3) { $0.ifEmpty(switchTo: $1.completing) },
            // The last source does not end: its end would dispose all.
            .init("ifEmpty(switchTo:) twice", .completed, "3", produced: 3) {
                $0.ifEmpty(switchTo: $1.completing.filter { $0 > 0 }).ifEmpty(switchTo: .never().startWith(3))
            },
            .init("catch", .error(TestError()), "0 0 0 3", produced: 4) { first, source in
                first.catch { _ in source.failing }.catch { _ in .never().startWith(3) }
            },
            .init("catch(sequence:)", .error(TestError()), "0 0 0 0 0 0 |", produced: 7) {
                .catch(sequence: [$0.asObservable(), $1.failing, $1.completing])
            },
            .init("retry()", .error(TestError()), "0 0 0 3 |", produced: 4) { first, source in
                var attempts = [first.asObservable(), source.failing, .just(3)]
                return Observable.deferred { attempts.removeFirst() }.retry()
            },
            .init("retry(_:)", .error(TestError()), "0 0 0 x(error)", produced: 4) { first, source in
                var attempts = [first.asObservable(), source.failing]
                return Observable.deferred { attempts.removeFirst() }.retry(2)
            },
            .init("retry(when:)", .error(TestError()), "0 0 0 0 0 0 |", produced: 7) { first, source in
                var attempts = [first.asObservable(), source.failing, source.completing]
                return Observable.deferred { attempts.removeFirst() }.retry(when: { (errors: Observable<Error>) in
                    errors
                })
            },
        ]
        for one in cases { one.check() }
    }

    func testTraits() {
        let cases: [EndlessSource.Case] = [
            .init("Completable.andThen", .completed, "0 0 0 |", produced: 3) {
                $0.ignoreElements().asCompletable().andThen($1.completing)
            },
            .init("Completable.andThen twice", .completed, "3", produced: 3) {
                $0.ignoreElements().asCompletable().andThen($1.completing.ignoreElements().asCompletable())
                    .andThen(Observable.never().startWith(3))
            },
            .init("Completable.concat", .completed, "3 |", produced: 6) {
                let endless = $1.completing.ignoreElements().asCompletable()
                return Completable.concat($0.ignoreElements().asCompletable(), endless, endless).andThen(
                    Observable.just(3)
                )
            },
            .init("Completable.zip", .completed, "", produced: 3) {
                let endless = $1.completing.ignoreElements().asCompletable()
                return $0.ignoreElements().asCompletable().andThen(Completable.zip(endless, .never()))
                    .andThen(Observable.just(3))
            },
            .init("Single.flatMap", .completed, "0 |", produced: 1) { first, source in
                first.ifEmpty(default: 1).asSingle().flatMap { _ in source.zeros.take(1).asSingle() }.asObservable()
            },
            .init("Single.catch", .error(TestError()), "", produced: 4) { first, source in
                first.asSingle().catch { _ in source.failing.ignoreElements().asCompletable().andThen(.just(2)) }
                    .catch { _ in .never() }.asObservable()
            },
            .init("Maybe.ifEmpty(switchTo:)", .completed, "", produced: 3) { first, source in
                first.asMaybe().ifEmpty(switchTo: source.completing.filter { $0 > 0 }.asMaybe())
                    .ifEmpty(switchTo: Single<Int>.never()).asObservable()
            },
            .init("Infallible.concat", .completed, "0 0 0 |", produced: 3) { first, source in
                first.asInfallible(onErrorJustReturn: 1).concat(source.completing.asInfallible(onErrorJustReturn: 1))
                    .asObservable()
            },
        ]
        for one in cases { one.check() }
    }

    func testInnerSources() {
        let operators:
            [(name: String, apply: (Observable<Int>, @escaping (Int) -> Observable<Int>) -> Observable<Int>)] = [
                ("flatMap", { $0.flatMap($1) }),
                ("flatMapFirst", { $0.flatMapFirst($1) }),
                ("flatMapLatest", { $0.flatMapLatest($1) }),
                ("concatMap", { $0.concatMap($1) }),
                ("merge()", { $0.map($1).merge() }),
                ("merge(maxConcurrent:)", { $0.map($1).merge(maxConcurrent: 2) }),
                ("concat()", { $0.map($1).concat() }),
                ("switchLatest", { $0.map($1).switchLatest() }),
            ]
        for (name, apply) in operators {
            EndlessSource.Case(name, .next(1), "0 0 0", produced: 3) { first, source in
                apply(first) { _ in source.completing }
            }
            .check()
            EndlessSource.Case("\(name) of a source that fails", .next(1), "0 0 0 x(error)", produced: 4) {
                first,
                source in
                apply(first) { _ in source.failing }
            }
            .check()
        }
    }

    func testSourcesThatAreCombined() {
        let operators: [(name: String, marks: String, apply: (Observable<Int>) -> Observable<Int>)] = [
            ("amb", "0 0 0", { $0.amb(Observable.never()) }),
            ("merge", "0 0 0", { Observable.merge($0, Observable.never()) }),
            ("combineLatest", "0 0 0", { Observable.combineLatest(Observable.never().startWith(0), $0) { $0 + $1 } }),
            (
                "combineLatest of a collection", "0 0 0",
                { Observable.combineLatest([Observable.never().startWith(0), $0]) { $0[0] + $0[1] } }
            ),
            ("zip", "0 0 0", { Observable.zip($0, Observable.range(start: 0, count: 9)) { first, _ in first } }),
            ("withLatestFrom", "", { Observable.just(0).concat(Observable.never()).withLatestFrom($0) }),
            ("take(until:)", "", { Observable.never().take(until: $0.skip(2)) }),
            ("skip(until:)", "", { Observable.never().skip(until: $0.filter { $0 > 0 }) }),
            ("sample", "0", { Observable.just(0).concat(Observable.never()).sample($0) }),
            ("share()", "0 0 0", { $0.share() }),
            ("share(replay:)", "0 0 0", { $0.share(replay: 2, scope: .forever) }),
            ("publish().refCount()", "0 0 0", { $0.publish().refCount() }),
            (
                "using", "0 0 0",
                { source in Observable.using({ BooleanDisposable() }, observableFactory: { _ in source }) }
            ),
        ]
        for (name, marks, apply) in operators {
            EndlessSource.Case(name, .next(1), marks, produced: 3) { first, source in
                first.flatMap { _ in apply(source.completing) }
            }
            .check()
        }
    }
}
