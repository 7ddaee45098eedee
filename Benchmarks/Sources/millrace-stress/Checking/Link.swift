import Millrace

/// An operator of a chain, and what it makes of an array.
struct Link {
    let text: String
    let apply: (Observable<Int>) -> Observable<Int>
    let evaluate: ([Int]) -> [Int]

    private init(
        _ text: String,
        _ apply: @escaping (Observable<Int>) -> Observable<Int>,
        _ evaluate: @escaping ([Int]) -> [Int]
    ) {
        (self.text, self.apply, self.evaluate) = (text, apply, evaluate)
    }

    /// Any of them.
    static func make(_ random: inout Random, _ scheduler: ImmediateSchedulerType) -> Link {
        let number = random.below(9) + 1
        switch random.below(4) {
        case 0: return choosing(number, &random)
        case 1: return adding(number, &random)
        case 2: return passing(scheduler, &random)
        default: return changing(number, &random)
        }
    }

    private struct Refusal: Error {}

    private static func changing(_ n: Int, _ random: inout Random) -> Link {
        let all = [
            Link(".map { $0 &+ \(n) }", { $0.map { $0 &+ n } }, { $0.map { $0 &+ n } }),
            Link(".map { $0 &* \(n) }", { $0.map { $0 &* n } }, { $0.map { $0 &* n } }),
            Link(
                ".scan(\(n), &+)",
                { $0.scan(n) { $0 &+ $1 } },
                { elements in
                    var sum = n
                    return elements.map {
                        sum = sum &+ $0
                        return sum
                    }
                }
            ),
            Link(".reduce(\(n), &+)", { $0.reduce(n) { $0 &+ $1 } }, { [$0.reduce(n) { $0 &+ $1 }] }),
            Link(
                ".enumerated().map { $0.index &- $0.element }",
                { $0.enumerated().map { $0.index &- $0.element } },
                { $0.enumerated().map { $0.offset &- $0.element } }
            ),
            Link(
                ".zip(range)",
                { Observable.zip($0, Observable.range(start: 0, count: 1_000)) { $0 &+ $1 } },
                { $0.enumerated().map { $0.element &+ $0.offset } }
            ),
            Link(".flatMap { just($0 &- \(n)) }", { $0.flatMap { Observable.just($0 &- n) } }, { $0.map { $0 &- n } }),
            Link(
                ".flatMapLatest { just($0 &- \(n)) }",
                { $0.flatMapLatest { Observable.just($0 &- n) } },
                { $0.map { $0 &- n } }
            ),
            Link(
                ".map { throws at \(n) }.catchAndReturn(-1)",
                {
                    $0.map {
                        if $0 == n { throw Refusal() }
                        return $0
                    }
                    .catchAndReturn(-1)
                },
                { elements in elements.contains(n) ? elements.prefix { $0 != n } + [-1] : elements }
            ),
        ]
        return all[random.below(all.count)]
    }

    private static func choosing(_ n: Int, _ random: inout Random) -> Link {
        let all = [
            Link(
                ".filter { $0 % \(n + 1) != 0 }",
                { $0.filter { $0 % (n + 1) != 0 } },
                { $0.filter { $0 % (n + 1) != 0 } }
            ),
            Link(
                ".compactMap { $0 > \(n) ? $0 : nil }",
                { $0.compactMap { $0 > n ? $0 : nil } },
                { $0.compactMap { $0 > n ? $0 : nil } }
            ),
            Link(".take(\(n * 3))", { $0.take(n * 3) }, { Array($0.prefix(n * 3)) }),
            Link(".skip(\(n))", { $0.skip(n) }, { Array($0.dropFirst(n)) }),
            Link(".takeLast(\(n))", { $0.takeLast(n) }, { Array($0.suffix(n)) }),
            Link(".take(while: { $0 != \(n) })", { $0.take(while: { $0 != n }) }, { Array($0.prefix { $0 != n }) }),
            Link(".skip(while: { $0 < \(n) })", { $0.skip(while: { $0 < n }) }, { Array($0.drop { $0 < n }) }),
            Link(
                ".distinctUntilChanged()",
                { $0.distinctUntilChanged() },
                { elements in
                    elements.indices.filter { $0 == 0 || elements[$0] != elements[$0 - 1] }.map { elements[$0] }
                }
            ),
        ]
        return all[random.below(all.count)]
    }

    private static func adding(_ n: Int, _ random: inout Random) -> Link {
        let all = [
            Link(".startWith(\(n))", { $0.startWith(n) }, { [n] + $0 }),
            Link(".concat(of(\(n), 0))", { $0.concat(Observable.of(n, 0)) }, { $0 + [n, 0] }),
            Link(".ifEmpty(default: \(n))", { $0.ifEmpty(default: n) }, { $0.isEmpty ? [n] : $0 }),
            Link(
                ".concatMap { of($0, \(n)) }.take(60)",
                { $0.concatMap { Observable.of($0, n) }.take(60) },
                { Array($0.flatMap { [$0, n] }.prefix(60)) }
            ),
            Link(
                ".toArray().asObservable().concatMap { from($0 + $0) }.take(60)",
                { $0.toArray().asObservable().concatMap { Observable.from($0 + $0) }.take(60) },
                { Array(($0 + $0).prefix(60)) }
            ),
        ]
        return all[random.below(all.count)]
    }

    /// Those that change nothing but who calls whom.
    private static func passing(_ scheduler: ImmediateSchedulerType, _ random: inout Random) -> Link {
        let all = [
            Link(".observe(on:)", { $0.observe(on: scheduler) }, { $0 }),
            Link(
                ".observe(on:capacity: 1000, overflow: .error)",
                { $0.observe(on: scheduler, capacity: 1_000, overflow: .error) },
                { $0 }
            ),
            Link(".share()", { $0.share() }, { $0 }),
            Link(".share(replay: 1)", { $0.share(replay: 1) }, { $0 }),
            Link(".materialize().dematerialize()", { $0.materialize().dematerialize() }, { $0 }),
            Link(".groupBy { $0 & 1 }.merge()", { $0.groupBy { $0 & 1 }.merge() }, { $0 }),
            Link(".merge(with empty)", { Observable.merge($0, .empty()) }, { $0 }),
            Link(".amb(never)", { $0.amb(Observable.never()) }, { $0 }),
            Link(".take(until: never)", { $0.take(until: Observable<Int>.never()) }, { $0 }),
            Link(".retry(2)", { $0.retry(2) }, { $0 }),
            Link(".do(onNext:)", { $0.do(onNext: { _ in }) }, { $0 }),
        ]
        return all[random.below(all.count)]
    }
}
