// What somebody would write by hand for streams that meet: closures that keep what they need, without a lock.

/// Calls its argument for each of its elements.
typealias ClosureSource = (@escaping (Int) -> Void) -> Void

@inline(never)
func makeJust(_ element: Int) -> ClosureSource {
    { $0(element) }
}

/// Runs the source that `selector` makes of each event.
@inline(never)
func makeFlatMap(_ selector: @escaping (Int) -> ClosureSource, _ next: @escaping (Int) -> Void) -> (Int) -> Void {
    { selector($0)(next) }
}

/// The inputs of a combination of the latest values.
@inline(never)
func makeCombineLatestTwo(
    _ combine: @escaping (Int, Int) -> Int,
    _ next: @escaping (Int) -> Void
) -> ((Int) -> Void, (Int) -> Void) {
    var (first, second): (Int?, Int?) = (nil, nil)
    func emit() { if let first, let second { next(combine(first, second)) } }
    return (
        {
            first = $0
            emit()
        },
        {
            second = $0
            emit()
        }
    )
}

@inline(never)
func makeCombineLatestFour(
    _ combine: @escaping (Int, Int, Int, Int) -> Int,
    _ next: @escaping (Int) -> Void
) -> [(Int) -> Void] {
    var (a, b, c, d): (Int?, Int?, Int?, Int?) = (nil, nil, nil, nil)
    func emit() { if let a, let b, let c, let d { next(combine(a, b, c, d)) } }
    return [
        {
            a = $0
            emit()
        },
        {
            b = $0
            emit()
        },
        {
            c = $0
            emit()
        },
        {
            d = $0
            emit()
        },
    ]
}

@inline(never)
func makeZipTwo(
    _ combine: @escaping (Int, Int) -> Int,
    _ next: @escaping (Int) -> Void
) -> ((Int) -> Void, (Int) -> Void) {
    var (first, second): ([Int], [Int]) = ([], [])
    func emit() {
        if !first.isEmpty && !second.isEmpty { next(combine(first.removeFirst(), second.removeFirst())) }
    }
    return (
        {
            first.append($0)
            emit()
        },
        {
            second.append($0)
            emit()
        }
    )
}
