import Millrace

/// One schedule of an exploration: what its threads do, and what must hold.
///
/// The body of ``explore(preemptions:random:seed:limit:_:)`` gets a new one for each schedule.
public final class ExploreRun: @unchecked Sendable {
    /// What one thread of the schedule does.
    enum Body {
        case thread(() throws -> Void)
        case task(() async throws -> Void)
        /// Runs what a queue brings.
        case server(JobQueue)
    }

    private(set) var bodies: [(name: String, body: Body)] = []
    private(set) var checks: [() throws -> Void] = []
    let findings = Findings()

    /// The jobs of tasks that the code under test has made.
    let jobs = JobQueue()
    private(set) var workerCount = 1

    init() {}

    /// A thread of the schedule.
    ///
    /// - Parameters:
    ///   - name: what failures call it.
    ///   - body: what the thread does. An error that it throws is a failure.
    public func thread(_ name: String, _ body: @escaping () throws -> Void) {
        add(name, .thread(body))
    }

    /// A task of the schedule, on a thread of its own.
    ///
    /// The thread runs the task and its child tasks. Tasks that are made with `Task` inside run on the schedule's
    /// workers: see ``workers(_:)``. To sleep takes no time: a task that sleeps may go on at any moment. In a race on real
    /// threads, it takes as long as anywhere.
    ///
    /// - Parameters:
    ///   - name: what failures call it.
    ///   - body: what the task does. An error that it throws is a failure.
    public func task(_ name: String, _ body: @escaping () async throws -> Void) {
        add(name, .task(body))
    }

    /// How many threads run the tasks that the code under test makes, and the jobs of actors; one, unless this is called.
    ///
    /// - Parameter count: the number of threads.
    public func workers(_ count: Int) {
        workerCount = max(1, count)
    }

    /// A scheduler whose actions a thread of the schedule runs.
    ///
    /// Its clock stands still until the thread takes an action that is due later. So each delay is as long or as short as
    /// the schedule has it, in the order of due times. When all other threads have returned, or wait, the thread lets time
    /// pass 64 times at most; so a timer that repeats itself need not be disposed before the checks.
    ///
    /// ```swift
    /// try explore(preemptions: 1, random: 100) { run in
    ///     let scheduler = run.scheduler("timer")
    ///     let source = PublishSubject<Int>()
    ///     var seen: [Int] = []
    ///     let subscription = source.debounce(.seconds(1), scheduler: scheduler).subscribe(onNext: { seen.append($0) })
    ///     run.thread("source") { source.onNext(1); source.onNext(2) }
    ///     run.check {
    ///         run.expect(seen == [2] || seen == [1, 2], "\(seen)")
    ///         subscription.dispose()
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter name: what failures call its thread.
    /// - Returns: the scheduler.
    public func scheduler(_ name: String) -> ExploreScheduler {
        let scheduler = ExploreScheduler()
        add(name, .server(scheduler.queue))
        return scheduler
    }

    /// What must hold when all threads and tasks have returned.
    ///
    /// Called on the thread that called ``explore(preemptions:random:seed:limit:_:)``, while nothing else of the run goes
    /// on. It is also the place to dispose what the body has made. Several checks are called in the order in which they
    /// came.
    ///
    /// An error that the check throws is a failure, and so is an ``expect(_:_:file:line:)`` that does not hold. In a test
    /// of Swift Testing, so is an `#expect` or `#require` in the body or in a check; it is part of the failure that is
    /// thrown, and no issue of its own. In a test of XCTest, so is each assertion, which also fails the test by itself.
    /// An `#expect` on a thread of the run is not noticed, since Swift Testing does not know to which test it belongs.
    ///
    /// - Parameter body: checks the outcome.
    public func check(_ body: @escaping () throws -> Void) {
        checks.append(body)
    }

    /// Fails the schedule unless `condition` holds. For threads, tasks and checks.
    ///
    /// The schedule is run to its end even so.
    ///
    /// - Parameters:
    ///   - condition: what must hold.
    ///   - message: what the failure says.
    ///   - file: the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    public func expect(
        _ condition: Bool,
        _ message: @autoclosure () -> String = "",
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        if condition { return }
        let message = message()
        findings.add("\(file):\(line): \(message.isEmpty ? "an expectation does not hold" : message)")
    }

    private func add(_ name: String, _ body: Body) {
        bodies.append((name, body))
    }

    /// Drops what the run holds.
    func release() {
        bodies = []
        checks = []
    }
}
