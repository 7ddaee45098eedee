/// What a Swift programmer would write by hand to tell several others about something: closures in an array, called in a
/// loop. Nothing is thread-safe, and nothing is checked.
final class ClosureList {
    private var entries: [(id: Int, call: (Int) -> Void)] = []
    private var nextID = 0

    @inline(__always)
    func emit(_ event: Int) {
        for entry in entries { entry.call(event) }
    }

    func subscribe(_ call: @escaping (Int) -> Void) -> Int {
        let id = nextID
        nextID += 1
        entries.append((id, call))
        return id
    }

    func unsubscribe(_ id: Int) {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
        entries.remove(at: index)
    }
}
