import Millrace
import MillraceOperators
import MillraceTest

/// A marble picture of the documentation: the diagrams that `Tools/draw-marbles` draws, and the code that makes the lower
/// ones from the upper ones. So a picture shows what the operator does, or PicturesTests fails.
///
/// Each character of a diagram is a second, as in MillraceTest; spaces in front say when a line begins. A line may have a
/// name in front of it, which the picture shows: `"numbers: -1-2|"`. A line whose name begins with `each` is a source that
/// the operator subscribes to whenever it likes.
struct Picture {
    typealias Sources = [Observable<String>]

    enum Operation {
        /// Each line of the result is a subscription, made when the line begins.
        case gives((Sources, TestScheduler) -> Observable<String>)
        /// Each line of the result is a source that the operator has emitted when the line begins.
        case opens((Sources, TestScheduler) -> Observable<Observable<String>>)
    }

    let name: String
    /// The code in the picture.
    let code: String
    let sources: [String]
    let result: [String]
    /// What the letters of the result stand for, where it is more than one letter.
    var texts: [Character: String] = [:]
    let operation: Operation
}

struct Pictures {
    private(set) var all: [Picture] = []

    init() {
        addCombining()
        addFlattening()
        addTiming()
        addCollecting()
        addOthers()
    }

    private mutating func add(
        _ name: String,
        _ code: String,
        of sources: [String],
        gives result: [String],
        _ texts: [Character: String] = [:],
        _ apply: @escaping (Picture.Sources, TestScheduler) -> Observable<String>
    ) {
        all.append(
            Picture(name: name, code: code, sources: sources, result: result, texts: texts, operation: .gives(apply))
        )
    }

    private mutating func add(
        _ name: String,
        _ code: String,
        of sources: [String],
        opens result: [String],
        _ split: @escaping (Picture.Sources, TestScheduler) -> Observable<Observable<String>>
    ) {
        all.append(Picture(name: name, code: code, sources: sources, result: result, operation: .opens(split)))
    }

    private mutating func addCombining() {
        add(
            "merge",
            "Observable.merge(letters, numbers)",
            of: ["letters: -a---b---c-|", "numbers: ---1---2---|"],
            gives: ["-a-1-b-2-c-|"]
        ) { sources, _ in Observable.merge(sources) }
        add(
            "merge-limit",
            "merge(maxConcurrent: 1)",
            of: ["-a-b------|", "each a: -1--2|", "each b: -3-4|"],
            gives: ["--1--2-3-4|"]
        ) { sources, _ in
            sources[0].map { $0 == "a" ? sources[1] : sources[2] }.merge(maxConcurrent: 1)
        }
        add(
            "concat",
            "concat(numbers)",
            of: ["-a-b|", "numbers:     --1-2|"],
            gives: ["-a-b--1-2|"]
        ) { sources, _ in sources[0].concat(sources[1]) }
        add(
            "combineLatest",
            "Observable.combineLatest(letters, numbers) { $0 + $1 }",
            of: ["letters: -a----b----|", "numbers: ---1-----2-|"],
            gives: ["---p--q--r-|"],
            ["p": "a1", "q": "b1", "r": "b2"]
        ) { sources, _ in Observable.combineLatest(sources[0], sources[1]) { $0 + $1 } }
        add(
            "zip",
            "Observable.zip(letters, numbers) { $0 + $1 }",
            of: ["letters: -a-b-----c-|", "numbers: ---1-2-3---|"],
            gives: ["---p-q---r-|"],
            ["p": "a1", "q": "b2", "r": "c3"]
        ) { sources, _ in Observable.zip(sources[0], sources[1]) { $0 + $1 } }
        add(
            "withLatestFrom",
            "withLatestFrom(numbers) { $0 + $1 }",
            of: ["-a---b----c-|", "numbers: ---1----2----"],
            gives: ["-----p----q-|"],
            ["p": "b1", "q": "c2"]
        ) { sources, _ in sources[0].withLatestFrom(sources[1]) { $0 + $1 } }
        add(
            "amb",
            "amb(numbers)",
            of: ["---a-b-c-|", "numbers: -1-2-3|"],
            gives: ["-1-2-3|"]
        ) { sources, _ in sources[0].amb(sources[1]) }
    }

    private mutating func addFlattening() {
        add(
            "flatMap",
            "flatMap { x in each.map { x + $0 } }",
            of: ["-a-b----|", "each: -1--2|"],
            gives: ["--p-qr-s|"],
            ["p": "a1", "q": "b1", "r": "a2", "s": "b2"]
        ) { sources, _ in sources[0].flatMap { x in sources[1].map { x + $0 } } }
        add(
            "flatMapLatest",
            "flatMapLatest { x in each.map { x + $0 } }",
            of: ["-a---b--|", "each: -1-2-3|"],
            gives: ["--p-q-r-s-t|"],
            ["p": "a1", "q": "a2", "r": "b1", "s": "b2", "t": "b3"]
        ) { sources, _ in sources[0].flatMapLatest { x in sources[1].map { x + $0 } } }
        add(
            "flatMapFirst",
            "flatMapFirst { x in each.map { x + $0 } }",
            of: ["-a-b----c-|", "each: -1--2|"],
            gives: ["--p--q---r--s|"],
            ["p": "a1", "q": "a2", "r": "c1", "s": "c2"]
        ) { sources, _ in sources[0].flatMapFirst { x in sources[1].map { x + $0 } } }
        add(
            "concatMap",
            "concatMap { x in each.map { x + $0 } }",
            of: ["-a-b|", "each: -1--2|"],
            gives: ["--p--q-r--s|"],
            ["p": "a1", "q": "a2", "r": "b1", "s": "b2"]
        ) { sources, _ in sources[0].concatMap { x in sources[1].map { x + $0 } } }
        add(
            "concatMapEager",
            "concatMapEager(maxConcurrent: 2) { x in each.map { x + $0 } }",
            of: ["-a-b|", "each: -1--2|"],
            gives: ["--p--qrs|"],
            ["p": "a1", "q": "a2", "r": "b1", "s": "b2"]
        ) { sources, _ in sources[0].concatMapEager(maxConcurrent: 2) { x in sources[1].map { x + $0 } } }
    }

    private mutating func addTiming() {
        add(
            "debounce",
            "debounce(.seconds(2))",
            of: ["-abc----d---|"],
            gives: ["-----c----d-|"]
        ) { sources, scheduler in sources[0].debounce(.seconds(2), scheduler: scheduler) }
        add(
            "throttle",
            "throttle(.seconds(3))",
            of: ["-abc----d---|"],
            gives: ["-a--c---d---|"]
        ) { sources, scheduler in sources[0].throttle(.seconds(3), scheduler: scheduler) }
        add(
            "audit",
            "audit(.seconds(3))",
            of: ["-abc----d-----|"],
            gives: ["----c------d--|"]
        ) { sources, scheduler in sources[0].audit(.seconds(3), scheduler: scheduler) }
        add(
            "sample",
            "sample(ticks)",
            of: ["-a-b-----c---|", "ticks: --x---x---x--|"],
            gives: ["--a---b---c--|"]
        ) { sources, _ in sources[0].sample(sources[1]) }
        add(
            "delay",
            "delay(.seconds(3))",
            of: ["-a-b--c|"],
            gives: ["----a-b--c|"]
        ) { sources, scheduler in sources[0].delay(.seconds(3), scheduler: scheduler) }
        add(
            "timeout",
            "timeout(.seconds(3), other: numbers)",
            of: ["-a-b-----c-|", "numbers:       -1-2|"],
            gives: ["-a-b---1-2|"]
        ) { sources, scheduler in
            sources[0].timeout(.seconds(3), other: sources[1], scheduler: scheduler)
        }
    }

    private mutating func addCollecting() {
        add(
            "buffer",
            "buffer(timeSpan: .seconds(4), count: 3)",
            of: ["-a-b-cde-f--g|"],
            gives: ["----p--q---r-(s|)"],
            ["p": "[a, b]", "q": "[c, d, e]", "r": "[f]", "s": "[g]"]
        ) { sources, scheduler in
            sources[0].buffer(timeSpan: .seconds(4), count: 3, scheduler: scheduler)
                .map { "[\($0.joined(separator: ", "))]" }
        }
        add(
            "buffer-boundary",
            "buffer(boundary: ticks)",
            of: ["-a-b-c-d-e-|", "ticks: ----x---x---"],
            gives: ["----p---q--(r|)"],
            ["p": "[a, b]", "q": "[c, d]", "r": "[e]"]
        ) { sources, _ in
            sources[0].buffer(boundary: sources[1]).map { "[\($0.joined(separator: ", "))]" }
        }
        add(
            "window",
            "window(timeSpan: .seconds(4), count: 3)",
            of: ["-a-b-cde-f--g|"],
            opens: ["-a-b|", "    -cd(e|)", "       --f-|", "           -g|"]
        ) { sources, scheduler in
            sources[0].window(timeSpan: .seconds(4), count: 3, scheduler: scheduler)
        }
        add(
            "groupBy",
            "groupBy { $0.isLetter }",
            of: ["-a-1-b-2-c-|"],
            opens: [" a---b---c-|", "   1---2---|"]
        ) { sources, _ in
            sources[0].groupBy { $0.allSatisfy(\.isLetter) }.map { $0.asObservable() }
        }
        add(
            "scan",
            "scan(0) { $0 + $1 }",
            of: ["-1-2-3-4-|"],
            gives: ["-1-3-6-p-|"],
            ["p": "10"]
        ) { sources, _ in sources[0].scan(0) { $0 + Int($1)! }.map { "\($0)" } }
    }

    private mutating func addOthers() {
        add(
            "distinctUntilChanged",
            "distinctUntilChanged()",
            of: ["-a-a-b-b-a-|"],
            gives: ["-a---b---a-|"]
        ) { sources, _ in sources[0].distinctUntilChanged() }
        add(
            "take-until",
            "take(until: stop)",
            of: ["-a-b-c-d-|", "stop: ------x---"],
            gives: ["-a-b-c|"]
        ) { sources, _ in sources[0].take(until: sources[1]) }
        add(
            "skip-until",
            "skip(until: start)",
            of: ["-a-b-c-d-|", "start: ----x-----"],
            gives: ["-----c-d-|"]
        ) { sources, _ in sources[0].skip(until: sources[1]) }
        add(
            "share",
            "share(replay: 1)",
            of: ["-a-b-c-d-|"],
            gives: ["first: -a-b-c-d-|", "second:     bc-d-|"]
        ) { sources, _ in sources[0].share(replay: 1) }
        add(
            "retry",
            "retry(2)",
            of: ["first: -a-b#", "second:     -a-b-c|"],
            gives: ["-a-b-a-b-c|"]
        ) { sources, _ in
            var attempts = sources[...]
            return Observable.deferred { attempts.popFirst() ?? .empty() }.retry(2)
        }
        add(
            "catch",
            "catch { _ in numbers }",
            of: ["-a-b#", "numbers:     -1-2|"],
            gives: ["-a-b-1-2|"]
        ) { sources, _ in sources[0].catch { _ in sources[1] } }
    }
}
