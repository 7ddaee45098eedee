import Foundation
import Millrace
import MillraceOperators
import TestSupport

extension Keeper {
    /// The operators of MillraceOperators that filter, time and recover.
    static var filteringOperators: [Keeper] {
        [
            Keeper("distinct(by:)") { $0.first.distinct(by: { $0.life }).map { [$0] } },
            Keeper("last(where:)") { $0.first.last(where: { _ in true }).map { [$0] } },
            Keeper("skipLast") { $0.first.skipLast(2).map { [$0] } },
            Keeper("takeLast(for:)") { $0.first.takeLast(for: .milliseconds(25), scheduler: $0.clock).map { [$0] } },
            Keeper("element(at:default:)") { $0.first.element(at: 2, default: $0.make()).map { [$0] } },
            Keeper("pausableBuffered") { world in
                world.first.pausableBuffered(world.second.enumerated().map { $0.index % 2 == 0 }, limit: 2)
                    .map { [$0] }
            },
            Keeper("pausable") { world in
                world.first.pausable(world.second.enumerated().map { $0.index % 2 == 0 }).map { [$0] }
            },
            Keeper("debounce(by:)") { world in world.first.debounce(by: { _ in world.second }).map { [$0] } },
            Keeper("throttle(by:)") { world in world.first.throttle(by: { _ in world.second }).map { [$0] } },
            Keeper("audit") { $0.first.audit(.milliseconds(15), scheduler: $0.scheduler).map { [$0] } },
            Keeper("sample(period:)") {
                $0.first.sample(period: .milliseconds(15), scheduler: $0.scheduler).map { [$0] }
            },
            Keeper("delay(by:)") { world in world.first.delay(by: { _ in world.second }).map { [$0] } },
            Keeper("timeout(by:)") { world in
                world.first.timeout(by: { _ in world.second.skip(3) }).map { [$0] }.catchErrorJustComplete()
            },
            Keeper("mapToResult") { $0.first.mapToResult().compactMap { try? [$0.get()] } },
        ]
    }
}
