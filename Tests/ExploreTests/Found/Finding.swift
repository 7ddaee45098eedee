import MillraceExplore
import Testing

/// Explorations run one at a time in a process, and what runs beside one can lead its schedules elsewhere.
@Suite(.serialized) enum Explorations {}

/// How many schedules a mistake may take to be found.
let patience = 20_000

/// Expects the exploration to find a failure in time; returns it.
@discardableResult
func expectFound(
    preemptions: Int = 2,
    random: Int = 1_000,
    seed: UInt64 = 7,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (ExploreRun) throws -> Void
) -> ExploreFailure? {
    do {
        let report = try explore(preemptions: preemptions, random: random, seed: seed, limit: patience, body)
        // On a race, nothing decides what happens.
        if Explore.isExplored {
            Issue.record("nothing was found: \(report)", sourceLocation: sourceLocation)
        }
        return nil
    } catch let failure as ExploreFailure {
        if Explore.isExplored {
            #expect(failure.schedules <= patience, sourceLocation: sourceLocation)
            #expect(failure.isRepeatable, sourceLocation: sourceLocation)
            expectAgain(failure, sourceLocation, body)
        }
        return failure
    } catch {
        Issue.record("it has thrown \(error)", sourceLocation: sourceLocation)
        return nil
    }
}

/// The token leads to the same failure.
private func expectAgain(
    _ failure: ExploreFailure,
    _ sourceLocation: SourceLocation,
    _ body: (ExploreRun) throws -> Void
) {
    do {
        try explore(replay: failure.replay, body)
        Issue.record("the token leads to no failure: \(failure)", sourceLocation: sourceLocation)
    } catch let again as ExploreFailure {
        #expect(again.kind == failure.kind, sourceLocation: sourceLocation)
    } catch {
        Issue.record("it has thrown \(error)", sourceLocation: sourceLocation)
    }
}

/// Expects the exploration to find nothing.
func expectNone(
    preemptions: Int = 2,
    random: Int = 1_000,
    seed: UInt64 = 7,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (ExploreRun) throws -> Void
) {
    do {
        try explore(preemptions: preemptions, random: Explore.isExplored ? random : 100, seed: seed, body)
    } catch {
        Issue.record("\(error)", sourceLocation: sourceLocation)
    }
}
