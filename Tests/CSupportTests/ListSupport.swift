import CMillrace
import Foundation
import XCTest

typealias Sink = UnsafeMutablePointer<mr_lifecycle>
typealias List = UnsafeMutablePointer<mr_list>

/// Sinks that live as long as the test, and what became of the references that lists had to them.
final class Sinks {
    private var made: [Sink] = []

    func make(tag: UInt32 = 0) -> Sink {
        let sink = Sink.allocate(capacity: 1)
        sink.initialize(to: mr_lifecycle(word: 0, slot: 0, tag: tag))
        made.append(sink)
        return sink
    }

    func make(_ count: Int) -> [Sink] { (0..<count).map { _ in make() } }

    deinit {
        for sink in made { sink.deallocate() }
    }
}

/// The sinks of a garbage chain.
func chain(_ first: Sink?) -> [Sink] {
    var found: [Sink] = []
    var next = first
    while let sink = next {
        found.append(sink)
        next = mr_garbage_next(sink)
    }
    return found
}

/// Adds a sink to a list, in a test in which nobody leaves it meanwhile.
func join(_ list: List, _ sink: Sink) -> mr_joining {
    var garbage: [Sink] = []
    defer { XCTAssertEqual(garbage, []) }
    return join(list, sink, &garbage)
}

/// Adds a sink to a list. `garbage`: what the join comes upon, and gives back.
func join(_ list: List, _ sink: Sink, _ garbage: inout [Sink]) -> mr_joining {
    var first: Sink?
    defer { garbage += chain(first) }
    return mr_list_join(list, sink, &first)
}

/// Adds a sink to the list of a subject, in a test in which nobody leaves it meanwhile.
func join(_ subject: UnsafeMutablePointer<mr_subject>, _ sink: Sink) -> mr_joining {
    var garbage: Sink?
    defer { XCTAssertNil(garbage) }
    return mr_subject_join(subject, sink, &garbage)
}

/// Disposes a sink; what its list gives back.
@discardableResult
func leave(_ sink: Sink) -> [Sink] {
    let taken = mr_lifecycle_dispose(sink)
    return taken & MR_LISTED == 0 ? [] : chain(Sink(bitPattern: taken & ~MR_FLAGS))
}

/// Emits; `visit` is called with each slot, without the mark of an emission. What the emission gives back at its end.
@discardableResult
func emit(_ list: List, _ visit: (UInt) -> Void = { _ in }) -> [Sink] {
    var emission = mr_emission()
    mr_emission_begin(&emission, list)
    while case let slot = mr_emission_next(&emission), slot != 0 { visit(slot & ~MR_SLOT_SEEN) }
    return chain(mr_emission_end(&emission))
}

/// The sinks that an emission reaches.
func reached(_ list: List) -> [Sink?] {
    var found: [Sink?] = []
    emit(list) { found.append(Sink(bitPattern: $0 & ~MR_SLOT_FLAGS)) }
    return found
}

/// How many slots the segments of a list have.
func capacities(_ list: List) -> [UInt32] {
    var found: [UInt32] = []
    var segment = list.pointee.head
    while let current = segment {
        found.append(current.pointee.capacity)
        segment = current.pointee.next
    }
    return found
}

/// Drains and frees a list; the sinks that were left in it, and the garbage.
@discardableResult
func end(_ list: List) -> [Sink] {
    var cursor = mr_emission()
    var left: [Sink] = []
    while let sink = mr_list_drain(list, &cursor) { left.append(sink) }
    mr_list_free(list)
    return left
}

/// Runs `body` on so many threads at once, each with its number; returns when all are done.
func race(_ threads: Int, _ body: @escaping (Int) -> Void) {
    let done = DispatchGroup()
    for number in 0..<threads {
        done.enter()
        Thread {
            body(number)
            done.leave()
        }.start()
    }
    if done.wait(timeout: .now() + 900) == .timedOut { fatalError("a thread has not ended in 900 s") }
}
