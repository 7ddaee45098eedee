#if MILLRACE_EXPLORE
    import CMillrace
#endif

/// Runs `body` under every schedule of its threads with at most one preemption, then under random schedules, then under
/// those with up to `preemptions` preemptions where threads meet.
///
/// `body` is run anew for each schedule. It makes what is to be tested, names the threads and tasks that use it, and says
/// what must hold when they have returned. One thread runs at a time; before each atomic operation of Millrace, at each
/// ``Explore/point(file:line:)``, and before each `NSLock` and POSIX mutex, the schedule decides whether it goes on. A
/// *preemption* is a change of threads where the thread could have gone on; changes where it has to wait are not counted.
///
/// ```swift
/// try explore(preemptions: 1, random: 100) { run in
///     let (numbers, tens) = (PublishSubject<Int>(), PublishSubject<Int>())
///     var seen: [Int] = []
///     let subscription = Observable.merge(numbers, tens).subscribe(onNext: { seen.append($0) })
///     run.thread("numbers") { numbers.onNext(1); numbers.onNext(2) }
///     run.thread("tens") { tens.onNext(10) }
///     run.check {
///         run.expect(seen.sorted() == [1, 2, 10], "\(seen)")
///         subscription.dispose()
///     }
/// }
/// ```
///
/// The random schedules come before the schedules with two preemptions or more, among which a mistake that they would find
/// can come late. There, a preemption comes only where threads have been seen to meet: at an atomic operation on a word
/// that another thread uses too, and at every point of your own.
///
/// Only a build with `MILLRACE_EXPLORE=1` in its environment can decide which thread runs, on Linux with glibc.
/// In any other build, the threads race for `random` rounds, or for 100 if that is more, and a line on standard error
/// says so once.
///
/// One exploration runs at a time in a process; another one waits for it. What other tests do meanwhile with Millrace may
/// lead a schedule elsewhere, so run explorations in tests that are serialized.
///
/// - Parameters:
///   - preemptions: how many preemptions a schedule may have at most, unless it is a random one.
///   - random: how many random schedules are run.
///   - seed: where the random schedules begin; `nil` for another place each time. A failure says where.
///   - limit: how many schedules are run at most; then a line on standard error says that this was not all.
///   - body: makes a run; called on the calling thread.
/// - Returns: how many schedules were run.
/// - Throws: an ``ExploreFailure``, for the first schedule in which something fails.
@discardableResult
public func explore(
    preemptions: Int = 2,
    random: Int = 1_000,
    seed: UInt64? = nil,
    limit: Int = 200_000,
    _ body: (ExploreRun) throws -> Void
) throws -> ExploreReport {
    let bounds = Bounds(
        preemptions: max(0, preemptions),
        random: max(0, random),
        seed: seed ?? UInt64.random(in: 0..<1 << 32),
        limit: max(1, limit)
    )
    return try Turn.take { try Explorer(bounds).explore(body) }
}

/// Runs one schedule again: that of an ``ExploreFailure``.
///
/// The token names which thread took how many steps. It fits the same code only: if `body` or what it uses has changed,
/// or was compiled otherwise, the schedule may lead elsewhere.
///
/// ```swift
/// try explore(replay: "1-a20b9a3") { run in
///     let subject = PublishSubject<Int>()
///     run.thread("a") { subject.onNext(1) }
///     run.thread("b") { subject.onCompleted() }
/// }
/// ```
///
/// - Parameters:
///   - replay: the token.
///   - body: as in ``explore(preemptions:random:seed:limit:_:)``.
/// - Throws: an ``ExploreFailure``, if something fails.
public func explore(replay: String, _ body: (ExploreRun) throws -> Void) throws {
    let schedule = try Replay(replay)
    try Turn.take { try Explorer(Bounds(preemptions: 0, random: 0, seed: 0, limit: 1)).explore(schedule, body) }
}

/// What code under test calls.
public enum Explore {
    /// Whether this build decides which thread runs: it was made with `MILLRACE_EXPLORE=1` in its environment.
    public static var isExplored: Bool {
        #if MILLRACE_EXPLORE
            return true
        #else
            return false
        #endif
    }

    /// Says that the calling thread is about to use memory that other threads may use: another thread may run here.
    ///
    /// Call it where your own code reads or writes shared memory without a lock, and between two such accesses that must
    /// belong together. It does nothing on a thread that no exploration runs, and nothing in a build without
    /// `MILLRACE_EXPLORE=1`, so it may stay in your code.
    ///
    /// ```swift
    /// final class Count {
    ///     private var value = 0
    ///
    ///     func add() {
    ///         Explore.point()
    ///         let former = value
    ///         Explore.point()
    ///         value = former + 1
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - file: the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    public static func point(file: StaticString = #fileID, line: UInt = #line) {
        #if MILLRACE_EXPLORE
            Machine.step(file, line)
        #endif
    }
}
