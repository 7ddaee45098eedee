import Millrace
import MillraceOperators

extension Keeper {
    /// Operators of MillraceOperators that create, combine and aggregate.
    static var creatingAndCombining: [Keeper] {
        [
            Keeper("forkJoin") { Observable.forkJoin([$0.first, $0.second]) },
            Keeper("cascade") { Observable.cascade([$0.first, $0.second]).map { [$0] } },
            Keeper("mergeDelayingErrors") { Observable.mergeDelayingErrors([$0.first, $0.second]).map { [$0] } },
            Keeper("concatDelayingErrors") { Observable.concatDelayingErrors([$0.first, $0.second]).map { [$0] } },
            Keeper("withLatestFrom of two") { $0.first.withLatestFrom($0.second, $0.first) { [$0, $1, $2] } },
            Keeper("zip(sequence:)") { world in
                world.first.zip(sequence: sequence(first: 0) { $0 + 1 }.lazy.map { _ in world.make() }) { [$0, $1] }
            },
            Keeper("max(by:)") { $0.first.max { $0.life.number < $1.life.number }.asObservable().map { [$0] } },
            Keeper("min(by:)") { $0.first.min { $0.life.number < $1.life.number }.asObservable().map { [$0] } },
            Keeper("toDictionary") {
                $0.first.toDictionary { $0.life.number % 2 }.asObservable().map { Array($0.values) }
            },
            Keeper("toSortedArray") { $0.first.toSortedArray { $0.life.number < $1.life.number }.asObservable() },
        ]
    }
}
