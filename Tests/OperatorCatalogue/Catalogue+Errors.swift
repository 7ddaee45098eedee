import Millrace
import MillraceOperators

/// A user's error that is an object.
private final class KeyError<Key: Sendable>: Error {
    let key: Key

    init(_ key: Key) {
        self.key = key
    }
}

extension Catalogue {
    /// Adds an operator on a source that fails with an object at each third element, and what goes on after it; and the
    /// second source.
    private mutating func addFailing(
        _ name: String,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ recover: @escaping (Observable<Element>, World<Element>) -> Observable<Element>
    ) {
        addKeeping(name, file: file, line: line) { world in
            let failing: Observable<Element> = world.first.enumerated().map { number, element in
                if number % 3 == 2 { throw KeyError(element.key) }
                return element
            }
            return Observable.merge(recover(failing, world), world.second)
        }
    }

    mutating func addErrors() {
        let (all, cut, recovered) = ("1 1 2 3 |", "1 1 2 x(error)", "1 1 2 10 |")
        let before: [Rule: String] = [.orderAtTheEnd: Excuse.before]
        let again = Excuse.recovers.merging([.sourceOnAnotherThread: Excuse.failsAgain]) { $1 }
        let twice: [Rule: String] = [
            .completionIsForwarded: "the source is subscribed to again instead", .emitInsideNext: Excuse.failsAgain,
            .subscribeInsideNext: Excuse.failsAgain, .sourceOnAnotherThread: Excuse.failsAgain,
            .orderAtTheEnd: Excuse.before,
        ]
        add("catch", excusing: Excuse.recovers, gives: all, fails: recovered) { world, capture in
            let make = world.make
            return world.first.catch { _ in capture.keep(.just(make())) }
        }
        add("catch that fails in turn") { world, capture in world.first.catch { throw capture.keep($0) } }
        addKeeping("catch that goes on") { world in
            world.first.map { throw KeyError($0.key) }.catch { _ in world.second }
        }
        add("catchAndReturn", excusing: Excuse.recovers, gives: all, fails: recovered) { world, _ in
            world.first.catchAndReturn(world.make())
        }
        addKeeping("catchAndReturn, at once") { world in
            world.first.map { throw KeyError($0.key) }.catchAndReturn(world.make())
        }
        add(
            "catch(sequence:)",
            excusing: Excuse.recovers.merging(before) { $1 },
            pair: .turns(holds: true) { .catch(sequence: [$0, $1]) }
        ) { world, capture in
            Observable.catch(sequence: [.error(CatalogueError()), world.first, .just(world.make())])
                .map { capture.keep($0) }
        }
        addKeeping("catch(sequence:) of many") { world in
            let failing: Observable<Element> = world.both.map { throw KeyError($0.key) }
            return Observable.catch(sequence: [failing, failing, failing, world.first])
        }
        add("protected(by:)", passing: 0, gives: all, fails: cut) { world, capture in
            let breaker = CircuitBreaker(
                .consecutive(.max),
                slowAfter: world.time(15),
                openFor: world.time(15),
                scheduler: world.scheduler
            )
            return world.first.map { capture.keep($0) }.protected(by: breaker)
        }
        add("retry(_:), once", gives: all, fails: cut) { world, capture in
            world.first.map { capture.keep($0) }.retry(1)
        }
        add("retry(_:)", excusing: again) { world, capture in world.first.map { capture.keep($0) }.retry(2) }
        add(
            "retry(when:)",
            excusing: again,
            pair: .turns(holds: true) { first, second in first.retry(when: { (_: Observable<Error>) in second }) }
        ) { world, capture in world.first.retry(when: { errors in errors.map { _ in capture.keep() }.take(1) }) }
        add("retry(when:) that fails", excusing: before) { world, capture in
            world.first.retry(when: { errors in errors.map { throw capture.keep($0) } as Observable<Int> })
        }
        addFailing("retry(_:) after objects") { source, _ in source.retry(20) }
        addFailing("retry(when:) after objects") { source, _ in
            source.retry(when: { (errors: Observable<Error>) in errors.take(20) })
        }
        addFailing("debounce, then an error") { $0.debounce($1.time(25), scheduler: $1.scheduler).retry(20) }
        addFailing("throttle, then an error") { $0.throttle($1.time(25), scheduler: $1.scheduler).retry(20) }
        addFailing("delay, then an error") { $0.delay($1.time(50), scheduler: $1.scheduler).retry(20) }
        addFailing("buffer, then an error") {
            $0.buffer(timeSpan: $1.time(50), count: 5, scheduler: $1.scheduler).retry(20)
                .flatMap { Observable.from($0) }
        }
        addFailing("window, then an error") {
            $0.window(timeSpan: $1.time(50), count: 5, scheduler: $1.scheduler).retry(20)
                .flatMap { $0.takeLast(2).catch { _ in .empty() } }
        }
        addFailing("merge(maxConcurrent:), then an error") { source, _ in
            source.map { Self.holding($0) }.merge(maxConcurrent: 1).retry(20)
        }
        addFailing("share, then an error") { source, _ in source.share(replay: 1).retry(20) }
        add("ignoreErrors(_:)", excusing: before) { world, capture in
            world.first.ignoreErrors { _ in capture.keep(false) }
        }
        add("mapError") { world, capture in world.first.mapError { capture.keep($0) } }
        add("catch(only:)") { world, capture in
            world.first.catch(only: RxError.self) { _ in capture.keep(.empty()) }
        }
        add("catch(only:) that goes on", excusing: Excuse.recovers) { world, capture in
            let make = world.make
            return world.first.mapError { _ in CatalogueError() }
                .catch(only: CatalogueError.self) { _ in capture.keep(.just(make())) }
        }
        add("catchErrorJustComplete", excusing: Excuse.recovers) { world, capture in
            world.first.map { capture.keep($0) }.catchErrorJustComplete()
        }
        add("mapToResult", excusing: Excuse.recovers) { world, capture in
            world.first.map { capture.keep($0) }.mapToResult().map { (try? $0.get()).map { [$0] } ?? [] }
        }
        add("retry(_:shouldRetry:)", excusing: before) { world, capture in
            world.first.retry(.immediate(maxCount: 3), shouldRetry: { _ in capture.keep(false) })
        }
        add("retry(policy:)", excusing: before) { world, capture in
            world.first.map { capture.keep($0) }
                .retry(policy: RetryPolicy(maxAttempts: 1, initialDelay: .seconds(1)), scheduler: world.scheduler)
        }
        add("map(onFailure:)", gives: all, fails: cut) { world, capture in
            world.first.map(onFailure: .report { _ in capture.keep() }) { capture.keep($0) }
        }
        add("map(onFailure:) that skips", gives: "2 3 |", fails: "2 x(error)") { world, capture in
            world.first.map(onFailure: .skip) { element in
                if element.number == 1 { throw CatalogueError() }
                return capture.keep(element)
            }
        }
        add("map(onFailure:) that tries again", passing: 0, gives: all, fails: cut) { world, capture in
            let policy = RetryPolicy(maxAttempts: 2, initialDelay: world.time(5))
            return world.first.map(onFailure: .retry(policy, scheduler: world.scheduler)) { capture.keep($0) }
        }
        addKeeping("map(onFailure:), dead letters") { world in
            let letters = PublishSubject<FailedElement<Element>>()
            return Observable.merge(
                letters.map(\.element),
                world.first.map(onFailure: .deadLetter(to: letters)) { throw KeyError($0.key) },
                world.second
            )
        }
        addKeeping("map(onFailure:), further attempts", passing: 6) { world in
            let policy = RetryPolicy(maxAttempts: 2, initialDelay: world.time(5))
            return Observable.merge(
                world.first.map(onFailure: .retry(policy, scheduler: world.scheduler)) { element in
                    if element.number % 3 == 2 { throw KeyError(element.key) }
                    return element
                },
                world.second
            )
        }
        add("repeat(_:), once") { world, capture in world.first.map { capture.keep($0) }.repeat(1) }
        add("repeat(_:)", excusing: twice) { world, capture in world.first.map { capture.keep($0) }.repeat(2) }
        add("repeat(when:)", excusing: twice) { world, capture in
            world.first.repeat(when: { rounds in rounds.map { capture.keep() }.take(1) })
        }
        add("repeat(until:)", excusing: before) { world, capture in
            world.first.repeat(until: { capture.keep(true) })
        }
        add("repeatWithBehavior", excusing: before) { world, capture in
            world.first.repeatWithBehavior(.immediate(maxCount: 3), shouldRepeat: { capture.keep(false) })
        }
        add("onErrorResumeNext", excusing: Excuse.recovers.merging([.orderAtTheEnd: Excuse.first]) { $1 }) {
            world,
            capture in world.first.map { capture.keep($0) }.onErrorResumeNext(.just(world.make()))
        }
    }
}
