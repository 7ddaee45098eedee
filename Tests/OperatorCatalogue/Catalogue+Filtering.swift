import Millrace
import MillraceOperators

extension Catalogue {
    mutating func addFiltering() {
        let (all, cut) = ("1 1 2 3 |", "1 1 2 x(error)")
        add("filter", sends: [1, 2, 3], gives: "1 1 3 |", fails: "1 1 x(error)") { world, capture in
            world.first.filter { capture.keep($0.number != 2) }
        }
        add("distinctUntilChanged", sends: [1, 1, 2], gives: "1 2 3 |", fails: "1 2 x(error)") { world, _ in
            world.first.map(\.key).distinctUntilChanged()
        }
        add("distinctUntilChanged(_:)", sends: [1, 1, 2], gives: "1 2 3 |", fails: "1 2 x(error)") { world, capture in
            world.first.distinctUntilChanged { capture.keep($0.key == $1.key) }
        }
        add("distinctUntilChanged(_:), by a key", sends: [1, 1, 2], gives: "1 2 |", fails: "1 2 x(error)") {
            world,
            capture in
            world.first.distinctUntilChanged { element -> Int in capture.keep(element.number / 2) }
        }
        addKeeping("distinctUntilChanged, by an object") { $0.first.distinctUntilChanged { $0.key } }
        add("distinctUntilChanged(_:comparer:)", sends: [1, 1, 2], gives: "1 2 |", fails: "1 2 x(error)") {
            world,
            capture in
            world.first.distinctUntilChanged({ capture.keep($0.number / 2) }, comparer: { $0 == $1 })
        }
        add("distinctUntilChanged(at:)", sends: [1, 1, 2], gives: "1 2 3 |", fails: "1 2 x(error)") { world, _ in
            world.first.distinctUntilChanged(at: \.key)
        }
        add(
            "ignoreElements",
            excusing: [.errorIsForwarded: "it is materialized here"],
            gives: "completed |",
            fails: "error(error) |"
        ) { world, _ in world.first.ignoreElements().materialize() }
        add(
            "element(at:)",
            sends: [1, 2],
            excusing: Excuse.ends.merging(Excuse.fails) { $1 },
            gives: "1 |",
            fails: "1 |"
        ) { world, _ in world.first.element(at: 1) }
        add("element(at:), out of range", checks: [], gives: "x(Argument out of range.)", fails: "x(error)") {
            world,
            _ in world.first.element(at: 19)
        }
        add("skip", gives: "1 2 3 |", fails: "1 2 x(error)") { world, _ in world.first.skip(1) }
        add("skip(while:)", gives: "2 3 |", fails: "2 x(error)") { world, capture in
            world.first.skip { capture.keep($0.number < 2) }
        }
        add("take, more than there is", gives: all, fails: cut) { world, _ in world.first.take(100) }
        add("take", excusing: Excuse.ends, gives: "1 1 2 |", fails: "1 1 2 |") { world, _ in world.first.take(3) }
        add("take(while:)", sends: [1, 2, 4], gives: "1 1 2 |", fails: cut) { world, capture in
            world.first.take(while: { capture.keep($0.number % 40 != 3) })
        }
        add("take(until:)", excusing: Excuse.ends, gives: "1 1 2 |", fails: cut) { world, capture in
            world.first.take(until: { capture.keep($0.number > 2) })
        }
        add("take(until:behavior:)", excusing: Excuse.ends, gives: "1 1 2 |", fails: "1 1 2 |") { world, capture in
            world.first.take(until: { capture.keep($0.number > 1) }, behavior: .inclusive)
        }
        add(
            "single",
            sends: [1],
            excusing: Excuse.fails,
            gives: "1 x(Sequence contains more than one element.)",
            fails: "1 x(Sequence contains more than one element.)"
        ) { world, capture in world.first.map { capture.keep($0) }.single() }
        add("single(_:)", sends: [1, 2], excusing: Excuse.fails, checks: .contract, gives: "2 |", fails: "2 x(error)") {
            world,
            capture in
            world.first.single { capture.keep($0.number == 2) }
        }
        addKeeping("single, of one") { $0.first.take(1).single() }
        add("takeLast", gives: "2 3 |", fails: "x(error)") { world, _ in world.first.takeLast(2) }
        add("distinct", gives: "1 2 3 |", fails: "1 2 x(error)") { world, capture in
            world.first.map { capture.keep($0.key) }.distinct()
        }
        add("distinct(by:)") { world, capture in world.first.distinct { capture.keep($0.key) } }
        add("distinct(_:)") { world, capture in world.first.distinct { _ in capture.keep(false) } }
        add("distinct of elements that cannot be hashed") { world, capture in
            world.first.map { Unhashable(number: capture.keep($0).number) }.distinct().map(\.number)
        }
        add("ignore") { world, capture in world.first.map { capture.keep($0.number) }.ignore(8, 9) }
        add("ignoreWhen") { world, capture in world.first.ignoreWhen { capture.keep($0.number == 8) } }
        add("elements") { world, capture in world.first.map { Event.next(capture.keep($0)) }.elements() }
        add("errors") { world, capture in
            world.first.map { Event<Int>.error(capture.keep(NumberedError(number: $0.number))) }.errors()
                .map { "\($0)" }
        }
        add("first(where:)", excusing: Excuse.ends) { world, capture in
            world.first.first { capture.keep($0.number > 3) }
        }
        add("firstIndex(where:)", excusing: Excuse.ends) { world, capture in
            world.first.firstIndex { capture.keep($0.number > 3) }
        }
        add("last") { world, capture in world.first.map { capture.keep($0) }.last() }
        add("last(where:)") { world, capture in world.first.last { _ in capture.keep(true) } }
        add("skipLast") { world, capture in world.first.map { capture.keep($0) }.skipLast(1) }
        addKeeping("skipLast, two") { $0.first.skipLast(2) }
        add("element(at:default:)", excusing: Excuse.ends) { world, capture in
            world.first.map { capture.keep($0) }.element(at: 3, default: world.make())
        }
        add("element(at:default:) that is not there") { world, capture in
            world.first.map { capture.keep($0) }.element(at: 30, default: world.make())
        }
        add("throwIfEmpty", excusing: [.completionIsForwarded: "a source without elements is an error"]) {
            world,
            capture in world.first.throwIfEmpty(capture.keep(CatalogueError()))
        }
        add("pausable") { world, capture in
            world.first.pausable(world.second.map { _ in capture.keep(true) }.startWith(true))
        }
        addKeeping("pausable, now and then") { world in
            world.first.pausable(world.second.enumerated().map { $0.index % 2 == 0 })
        }
        add("pausableBuffered") { world, capture in
            world.first.pausableBuffered(world.second.map { _ in capture.keep(true) }.startWith(true))
        }
        add("pausableBuffered, paused") { world, capture in
            world.first.map { capture.keep($0) }.pausableBuffered(world.second.map { _ in false }, limit: 2)
        }
        addKeeping("pausableBuffered, now and then") { world in
            world.first.pausableBuffered(world.second.enumerated().map { $0.index % 2 == 0 }, limit: 2)
        }
    }

    mutating func addAggregating() {
        add("reduce", gives: "[1, 1, 2, 3] |", fails: "x(error)") { world, capture in
            world.first.reduce([Element]()) { capture.keep($0 + [$1]) }
        }
        addKeeping("reduce, the latest") { world in world.first.reduce(world.make()) { $1 } }
        add("reduce(_:accumulator:mapResult:)", gives: "[3, 2, 1, 1] |", fails: "x(error)") { world, capture in
            world.first.reduce(
                [Element](),
                accumulator: { $0 + [$1] },
                mapResult: { capture.keep(Array($0.reversed())) }
            )
        }
        add("reduce(_:)") { world, capture in world.first.reduce { capture.keep($1) } }
        add("toArray", gives: "[1, 1, 2, 3] |", fails: "x(error)") { world, capture in
            world.first.map { capture.keep($0) }.toArray()
        }
        // The closure must not make the source emit, so it drops nothing.
        add("collect(into:)") { world, capture in world.first.collect(into: [Element]()) { $0.append(capture.keep($1)) }
        }
        add("count()") { world, capture in world.first.map { capture.keep($0) }.count() }
        add("count(_:)") { world, capture in world.first.count { capture.keep($0.number > 1) } }
        add("allSatisfy") { world, capture in world.first.allSatisfy { capture.keep($0.number != 9) } }
        add("contains(_:)") { world, capture in world.first.map { capture.keep($0.number) }.contains(9) }
        add("contains(where:)") { world, capture in world.first.contains { capture.keep($0.number == 9) } }
        add("isEmpty") { world, capture in world.first.filter { capture.keep($0.number == 9) }.isEmpty() }
        add("sequenceEqual", excusing: [.orderAtTheEnd: "the source is disposed first, as with concat"]) {
            world,
            capture in
            world.first.map { capture.keep($0.number) }.sequenceEqual(Observable.of(1, 2, 3, 4))
        }
        add("min()") { world, capture in world.first.map { capture.keep($0.number) }.min() }
        add("max()") { world, capture in world.first.map { capture.keep($0.number) }.max() }
        add("min(by:)") { world, capture in world.first.min { capture.keep($0.number < $1.number) } }
        add("max(by:)") { world, capture in world.first.max { capture.keep($0.number < $1.number) } }
        add("toSortedArray(ascending:)") { world, capture in
            world.first.map { capture.keep($0.number) }.toSortedArray()
        }
        add("toSortedArray(by:)") { world, capture in
            world.first.toSortedArray { capture.keep($0.number > $1.number) }
        }
        add("toDictionary(keySelector:)") { world, capture in
            world.first.toDictionary { capture.keep($0.number % 2) }.map { $0.sorted { $0.key < $1.key }.map(\.value) }
        }
    }
}

private struct Unhashable: Equatable {
    let number: Int
}

private struct NumberedError: Error {
    let number: Int
}
