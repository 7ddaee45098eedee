#if MILLRACE_EXPLORE
    import CMillrace
    import Foundation

    /// Runs the schedules of an exploration one after another.
    final class Explorer {
        private let bounds: Bounds
        private var schedules = 0
        private var divergences = 0
        private var isComplete = true

        init(_ bounds: Bounds) {
            self.bounds = bounds
        }

        /// The enumeration with no preemption and with one come first, since they are short; then the random schedules,
        /// then the longer enumerations.
        func explore(_ body: (ExploreRun) throws -> Void) throws -> ExploreReport {
            let failure = exploring {
                warmUp(body) ?? enumerate(through: min(1, bounds.preemptions), from: 0, body) ?? draw(body)
                    ?? enumerate(through: bounds.preemptions, from: 2, body)
            }
            if let failure { throw failure }
            return ExploreReport(
                schedules: schedules,
                isComplete: isComplete,
                divergences: divergences,
                seed: bounds.seed
            )
        }

        /// Runs one schedule.
        func explore(_ replay: Replay, _ body: (ExploreRun) throws -> Void) throws {
            let failure: ExploreFailure? = exploring {
                repeating(replay.turns) { trial(body) }.map { failure in describe(failure, body) }
            }
            if let failure { throw failure }
        }

        private func exploring(_ body: () -> ExploreFailure?) -> ExploreFailure? {
            mr_explore_begin()
            defer { mr_explore_end() }
            return TestFailures.noticing(body)
        }
    }

    // MARK: Which schedules

    extension Explorer {
        /// What the Swift runtime looks up once, such as metadata, takes steps only the first time.
        private func warmUp(_ body: (ExploreRun) throws -> Void) -> ExploreFailure? {
            for _ in 0..<2 {
                mr_explore_enumerate(0, true)
                if let trial = trial(body) { return describe(trial, body) }
            }
            return nil
        }

        private func enumerate(
            through last: Int,
            from first: Int,
            _ body: (ExploreRun) throws -> Void
        ) -> ExploreFailure? {
            for preemptions in stride(from: first, through: last, by: 1) {
                // Once more if threads have met at places that were not known before.
                repeat {
                    mr_explore_enumerate(Int32(clamping: preemptions), preemptions < 2)
                    repeat {
                        if isOverLimit { return nil }
                        if let trial = trial(body) { return describe(trial, body) }
                        // Each one brings schedules that were run before; with many, there would be no end.
                        if mr_explore_divergences() > 1_000 + schedules / 20 {
                            report(
                                "the same choices lead elsewhere too often; there are more schedules within the bound"
                            )
                            note(mr_explore_divergences())
                            return nil
                        }
                    } while mr_explore_advance()
                    note(mr_explore_divergences())
                } while preemptions >= 2 && mr_explore_found_place()
            }
            return nil
        }

        private func draw(_ body: (ExploreRun) throws -> Void) -> ExploreFailure? {
            for number in 0..<bounds.random {
                if isOverLimit { return nil }
                // From few switches to many.
                mr_explore_randomize(bounds.seed &+ UInt64(number), 20 + UInt32(number % 10) * 40)
                if let trial = trial(body) { return describe(trial, body) }
            }
            return nil
        }

        private func note(_ count: Int) {
            divergences += count
            if count > 0 { isComplete = false }
        }

        private var isOverLimit: Bool {
            if schedules < bounds.limit { return false }
            if isComplete {
                report("\(bounds.limit) schedules were run, the limit; there are more within the bound")
                isComplete = false
            }
            return true
        }
    }

    // MARK: One schedule

    extension Explorer {
        /// What failed in a schedule.
        fileprivate struct Trial {
            let kind: ExploreFailure.Kind
            let names: [String]
            let remains: [String]
            let steps: [Recording.RawStep]
            let turns: [mr_explore_turn]
        }

        /// Makes, runs and checks a schedule. `nil` if nothing fails.
        private func trial(_ body: (ExploreRun) throws -> Void) -> Trial? {
            schedules += 1
            mr_explore_name_schedule(UInt64(schedules))
            defer { mr_explore_name_schedule(0) }
            let run = ExploreRun()
            let findings = run.findings
            let executor = QueueExecutor(run.jobs)
            QueueExecutor.takeJobs(executor)
            defer { QueueExecutor.takeJobs(nil) }
            TestFailures.report(to: findings)
            defer { TestFailures.report(to: nil) }

            do { try body(run) } catch { findings.add(error, in: "the body") }
            let threads = Threads(run)
            let ending = Machine.run(threads.keys) { threads.run($0) }
            guard ending == MR_EXPLORE_COMPLETE else { return stuck(ending, threads) }
            for check in run.checks {
                do { try check() } catch { findings.add(error, in: "a check") }
            }
            // What the checks have let go on.
            while let job = run.jobs.poll() { job() }
            run.release()
            let messages = findings.messages
            if messages.isEmpty { return nil }
            return Trial(
                kind: .check(messages.joined(separator: "\n")),
                names: threads.names,
                remains: [],
                steps: Recording.steps,
                turns: Recording.turns
            )
        }

        private func stuck(_ ending: mr_explore_ending, _ threads: Threads) -> Trial {
            let steps = Recording.steps
            var outside: [String] = []
            let remains = threads.names.indices.compactMap { (thread: Int) -> String? in
                let doing: String
                switch mr_explore_state_of(Int32(thread)) {
                case MR_EXPLORE_HAS_RETURNED: return nil
                case MR_EXPLORE_IS_OUTSIDE:
                    outside.append(threads.names[thread])
                    doing = "sleeps in the system"
                case MR_EXPLORE_WAITS: doing = "waits for another thread"
                case MR_EXPLORE_LOOKS: doing = "looks in a loop for what another thread does"
                case MR_EXPLORE_CAN_RUN: doing = "could go on"
                default: doing = "runs"
                }
                let place = steps.last { $0.thread == thread }.map { ", after \($0.place)" } ?? ""
                return "\(threads.names[thread]) \(doing)\(place)"
            }
            let kind: ExploreFailure.Kind =
                switch ending {
                case MR_EXPLORE_DEADLOCK: .deadlock
                case MR_EXPLORE_BLOCKED: .blockedOutside(outside)
                default: .livelock
                }
            return Trial(
                kind: kind,
                names: threads.names,
                remains: remains,
                steps: steps,
                turns: Recording.turns
            )
        }

        private func repeating<Result>(_ turns: [mr_explore_turn], _ body: () -> Result) -> Result {
            turns.withUnsafeBufferPointer { turns in
                // The machine keeps the address until it is told otherwise, below.
                if let first = turns.baseAddress { mr_explore_repeat(first, turns.count) }
                defer { mr_explore_enumerate(0, true) }
                return body()
            }
        }

        /// Runs the schedule once more, to find out which operators take its steps.
        private func describe(_ trial: Trial, _ body: (ExploreRun) throws -> Void) -> ExploreFailure {
            note(mr_explore_divergences())
            let found = schedules
            let recording = Recording()
            let again = repeating(trial.turns) { recording.watching { self.trial(body) } }
            let described = again ?? trial
            return ExploreFailure(
                kind: described.kind,
                steps: again == nil
                    ? trial.steps.map { $0.named(trial.names) } : recording.described(described.steps, described.names),
                schedules: found,
                seed: bounds.seed,
                replay: Replay(turns: described.turns).token,
                isRepeatable: again != nil,
                remains: described.remains
            )
        }
    }
#endif
