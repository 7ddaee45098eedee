import Foundation
import Millrace
import MillraceOperators
import TestSupport

extension Keeper {
    /// The transforming operators of MillraceOperators that keep elements.
    static var transformingOperators: [Keeper] {
        [
            Keeper("pairwise") { $0.first.pairwise().map { [$0, $1] } },
            Keeper("nwise") { $0.first.nwise(3) },
            Keeper("scan(_:)") { $0.first.scan { $1 }.map { [$0] } },
            Keeper("reduce(_:)") { $0.first.reduce { $1 }.asObservable().map { [$0] } },
            // The closure must not make the source emit, so it drops nothing.
            Keeper("collect(into:)") { $0.first.collect(into: []) { $0.append($1) }.asObservable() },
            Keeper("mapTo") { world in world.first.mapTo(world.make()).map { [$0] } },
            Keeper("buffer(count:)") { $0.first.buffer(count: 2) },
            Keeper("buffer(count:skip:), overlapping") { $0.first.buffer(count: 3, skip: 1) },
            Keeper("buffer(count:skip:), apart") { $0.first.buffer(count: 2, skip: 3) },
            Keeper("buffer(until:)") { $0.first.buffer(until: { $0.life.number % 3 == 0 }) },
            Keeper("buffer(boundary:)") { $0.first.buffer(boundary: $0.second) },
            Keeper("bufferWithTrigger") { $0.first.bufferWithTrigger($0.second) },
            Keeper("window(count:skip:)") {
                $0.first.window(count: 2, skip: 1).flatMap { $0.takeLast(2) }.map { [$0] }
            },
            Keeper("window(boundary:)") {
                $0.first.window(boundary: $0.second).flatMap { $0.takeLast(1) }.map { [$0] }
            },
            Keeper("mergeScan") { world in
                world.first.mergeScan(world.make()) { Observable.of($0, $1) }.map { [$0] }
            },
            Keeper("switchScan") { world in
                world.first.switchScan(world.make()) { Observable.just($1).concat(world.second) }.map { [$0] }
            },
            Keeper("expand") { world in
                var left = 40
                return world.first.expand(maxConcurrent: 2) { element -> Observable<Element> in
                    left -= 1
                    return left > 0 ? Observable.of(element, world.make()).take(1) : .empty()
                }.map { [$0] }
            },
            Keeper("concatMapEager") { world in
                world.first.concatMapEager(maxConcurrent: 2) { element in
                    Observable.of(element, world.make()).concat(world.second.take(1))
                }.map { [$0] }
            },
            Keeper("flatMap(maxConcurrent:)") { world in
                world.first.flatMap(maxConcurrent: 2) { Observable.just($0).concat(world.second.take(1)) }.map { [$0] }
            },
            Keeper("switchOnFirst") { $0.first.switchOnFirst { $1.takeLast(2) }.map { [$0] } },
        ]
    }
}
