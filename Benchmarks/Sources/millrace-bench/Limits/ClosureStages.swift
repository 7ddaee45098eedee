// Closures for the array, and closures that call closures. Made by functions that are not inlined, so that those who
// call them know as little of them as a loop over anybody's closures does.

/// Adds to `sum`.
@inline(never)
func makeAdder(_ sum: Sum) -> (Int) -> Void {
    { sum.pointee &+= $0 }
}

/// Counts up what the event is the address of.
@inline(never)
func makeCounter() -> (Int) -> Void {
    { countUp($0) }
}

/// Counts up what the event is the address of.
@inline(__always)
func countUp(_ event: Int) {
    UnsafeMutablePointer<Int>(bitPattern: event).unsafelyUnwrapped.pointee &+= 1
}

@inline(never)
func makeMap(_ transform: @escaping (Int) -> Int, _ next: @escaping (Int) -> Void) -> (Int) -> Void {
    { next(transform($0)) }
}

@inline(never)
func makeFilter(_ predicate: @escaping (Int) -> Bool, _ next: @escaping (Int) -> Void) -> (Int) -> Void {
    { if predicate($0) { next($0) } }
}

@inline(never)
func makeScan(
    _ seed: Int,
    _ accumulate: @escaping (Int, Int) -> Int,
    _ next: @escaping (Int) -> Void
) -> (Int) -> Void {
    var accumulated = seed
    return {
        let result = accumulate(accumulated, $0)
        accumulated = result
        next(result)
    }
}

@inline(never)
func makeSkip(_ count: Int, _ next: @escaping (Int) -> Void) -> (Int) -> Void {
    var left = count
    return {
        if left > 0 { left -= 1 } else { next($0) }
    }
}

@inline(never)
func makeTake(_ count: Int, _ next: @escaping (Int) -> Void) -> (Int) -> Void {
    var left = count
    return {
        if left > 0 {
            left -= 1
            next($0)
        }
    }
}

@inline(never)
func makeThrottle(
    _ interval: Double,
    _ now: @escaping () -> Double,
    _ next: @escaping (Int) -> Void
) -> (Int) -> Void {
    var last = -Double.infinity
    return {
        let time = now()
        guard time - last >= interval else { return }
        last = time
        next($0)
    }
}

@inline(never)
func makeBuffer(_ count: Int, _ next: @escaping ([Int]) -> Void) -> (Int) -> Void {
    var elements: [Int] = []
    return {
        elements.append($0)
        guard elements.count == count else { return }
        let full = elements
        elements = []
        next(full)
    }
}
