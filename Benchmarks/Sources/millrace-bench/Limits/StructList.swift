/// `ClosureList` as somebody would write it who knows what Swift makes of it: in an array of tuples or of bare closures,
/// each closure is held by a second one that takes its arguments indirectly, which is a malloc and a call more. In an
/// array of structs it is not.
final class StructList {
    private struct Entry {
        let id: Int
        let call: (Int) -> Void
    }

    private var entries: [Entry] = []
    private var nextID = 0

    @inline(__always)
    func emit(_ event: Int) {
        for entry in entries { entry.call(event) }
    }

    func subscribe(_ call: @escaping (Int) -> Void) -> Int {
        let id = nextID
        nextID += 1
        entries.append(Entry(id: id, call: call))
        return id
    }

    func unsubscribe(_ id: Int) {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
        entries.remove(at: index)
    }
}
