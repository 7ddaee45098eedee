#if MILLRACE_EXPLORE
    import CMillrace
    import Millrace

    /// The threads of a schedule: those that the run names, and the workers.
    final class Threads {
        private let findings: Findings
        private var bodies: [ExploreRun.Body?]
        let names: [String]

        /// For threads that begin only when their queue gets a job.
        let keys: [UnsafeRawPointer?]

        init(_ run: ExploreRun) {
            let workers = (0..<run.workerCount).map { number in
                (name: run.workerCount == 1 ? "worker" : "worker \(number + 1)", body: ExploreRun.Body.server(run.jobs))
            }
            let all = run.bodies + workers
            precondition(
                all.count <= Int(MR_EXPLORE_MOST_THREADS),
                "a run has at most \(MR_EXPLORE_MOST_THREADS) threads, its workers included, not \(all.count)"
            )
            findings = run.findings
            bodies = all.map(\.body)
            names = all.map(\.name)
            keys = all.map { one in
                if case .server(let queue) = one.body, queue.isEmpty { return queue.key }
                return nil
            }
        }

        /// What a thread does; called on that thread. What the body holds is released at its end.
        func run(_ number: Int) {
            do {
                switch takeBody(number) {
                case .thread(let body): try body()
                case .task(let body): runTask(findings, names[number], body)
                case .server(let queue): while let job = queue.next(mayEnd: true) { job() }
                case nil: break
                }
            } catch {
                findings.add(error, in: names[number])
            }
        }

        private func takeBody(_ number: Int) -> ExploreRun.Body? {
            defer { bodies[number] = nil }
            return bodies[number]
        }
    }
#endif
