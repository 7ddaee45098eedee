#if !MILLRACE_EXPLORE
    import Foundation

    /// Races the threads of a run, where nothing decides which of them runs.
    final class Explorer {
        /// In seconds: how long the threads of a round may take.
        private static let patience = 20.0

        private let bounds: Bounds
        private var rounds = 0

        init(_ bounds: Bounds) {
            self.bounds = bounds
        }

        func explore(_ body: (ExploreRun) throws -> Void) throws -> ExploreReport {
            Explorer.sayOnce()
            try race(rounds: min(max(bounds.random, 100), bounds.limit), body)
            return ExploreReport(schedules: rounds, isComplete: false, divergences: 0, seed: bounds.seed)
        }

        func explore(_ replay: Replay, _ body: (ExploreRun) throws -> Void) throws {
            Explorer.sayOnce()
            try race(rounds: 100, body)
        }

        private static func sayOnce() {
            _ = said
        }

        private static let said: Void = report(
            "built without MILLRACE_EXPLORE=1, so the threads race, and not every schedule is run"
        )

        private func race(rounds: Int, _ body: (ExploreRun) throws -> Void) throws {
            let failure: ExploreFailure? = TestFailures.noticing {
                for _ in 0..<rounds { if let failure = round(body) { return failure } }
                return nil
            }
            if let failure { throw failure }
        }

        /// Makes, runs and checks one round. `nil` if nothing fails.
        private func round(_ body: (ExploreRun) throws -> Void) -> ExploreFailure? {
            rounds += 1
            let run = ExploreRun()
            TestFailures.report(to: run.findings)
            defer { TestFailures.report(to: nil) }
            do { try body(run) } catch { run.findings.add(error, in: "the body") }
            let left = Racers(run).race(for: Explorer.patience)
            if !left.isEmpty { return failure(.deadlock, remains: left.map { "\($0) has not returned" }) }
            for check in run.checks {
                do { try check() } catch { run.findings.add(error, in: "a check") }
            }
            run.release()
            let messages = run.findings.messages
            return messages.isEmpty ? nil : failure(.check(messages.joined(separator: "\n")))
        }

        private func failure(_ kind: ExploreFailure.Kind, remains: [String] = []) -> ExploreFailure {
            ExploreFailure(
                kind: kind,
                steps: [],
                schedules: rounds,
                seed: bounds.seed,
                replay: "",
                isRepeatable: false,
                remains: remains
            )
        }
    }

    /// The threads and tasks of a round, which begin together.
    private final class Racers: @unchecked Sendable {
        private let state = NSCondition()
        private var waiting = 0
        private var running: Set<Int> = []
        private let bodies: [(name: String, body: ExploreRun.Body)]
        private let findings: Findings

        init(_ run: ExploreRun) {
            bodies = run.bodies
            findings = run.findings
            waiting = bodies.count
        }

        /// Runs all bodies, and returns the names of those that have not returned after `patience` seconds.
        func race(for patience: Double) -> [String] {
            var servers: Set<Int> = []
            for (number, one) in bodies.enumerated() {
                running.insert(number)
                switch one.body {
                case .task(let body): startTask(number, body)
                case .thread(let body): startThread(number, body)
                case .server(let queue):
                    servers.insert(number)
                    startThread(number) { while let job = queue.next(mayEnd: false) { job() } }
                }
            }
            let limit = Date(timeIntervalSinceNow: patience)
            wait(until: limit) { running.isSubset(of: servers) }
            for case .server(let queue) in bodies.map(\.body) { queue.close() }
            wait(until: limit) { running.isEmpty }
            return state.withLock { running.sorted().map { bodies[$0].name } }
        }

        private func startThread(_ number: Int, _ body: @escaping () throws -> Void) {
            nonisolated(unsafe) let body = body
            Thread.detachNewThread { [self] in
                begin()
                do { try body() } catch { findings.add(error, in: bodies[number].name) }
                end(number)
            }
        }

        private func startTask(_ number: Int, _ body: @escaping () async throws -> Void) {
            nonisolated(unsafe) let body = body
            let work: @Sendable () async -> Void = { [self] in
                state.withLock { waiting -= 1 }
                do { try await body() } catch { findings.add(error, in: bodies[number].name) }
                end(number)
            }
            if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
                Task(executorPreference: OwnThreads.executor, operation: work)
            } else {
                Task(operation: work)
            }
        }

        /// Waits for the others, so that all begin together.
        private func begin() {
            state.withLock { waiting -= 1 }
            while state.withLock({ waiting > 0 }) { sched_yield() }
        }

        private func end(_ number: Int) {
            state.withLock {
                running.remove(number)
                state.broadcast()
            }
        }

        private func wait(until limit: Date, _ condition: () -> Bool) {
            state.withLock {
                while !condition() {
                    if !state.wait(until: limit) { return }
                }
            }
        }
    }

    /// Runs tasks where those who call `explore` do not wait: a test of Swift Testing is itself a task and waits on one of
    /// the pool's few threads, so a few such tests at once would leave none for the tasks that they wait for.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private final class OwnThreads: TaskExecutor {
        static let executor = OwnThreads()

        private let queue = DispatchQueue(label: "MillraceExplore: tasks", attributes: .concurrent)

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    extension NSCondition {
        fileprivate func withLock<Result>(_ body: () -> Result) -> Result {
            lock()
            defer { unlock() }
            return body()
        }
    }

    /// In this build, threads take no steps.
    enum Machine {
        static func hushed<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

        /// Lets the other threads go on.
        static func giveWay() -> Bool {
            sched_yield()
            return true
        }
    }

    /// What threads of a round wait for that take jobs out of a queue.
    final class Bell: @unchecked Sendable {
        private let condition = NSCondition()
        private var rings = 0

        /// Lets the threads that wait go on.
        func ring() {
            condition.withLock {
                rings += 1
                condition.broadcast()
            }
        }

        /// Waits until `condition` holds, which changes before it rings.
        func wait(mayEnd: Bool, until condition: () -> Bool) -> Bool {
            while true {
                let before = self.condition.withLock { rings }
                if condition() { return true }
                self.condition.withLock { if rings == before { self.condition.wait() } }
            }
        }
    }
#endif
