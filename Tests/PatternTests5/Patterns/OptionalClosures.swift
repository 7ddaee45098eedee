import Millrace
import TestSupport
import Testing

// Closures that may be absent, as code decides at run time; methods that are named in full, as values and as the
// requirements of a protocol of one's own.

/// What a closure adds to, for closures that belong to nobody.
private final class Log {
    var lines: [String] = []
    func element(_ number: Int) { lines.append("\(number)") }
    func error(_ error: Error) { lines.append("error") }
    func end() { lines.append("end") }
    func disposed() { lines.append("disposed") }
}

/// The closures of one's own that are handed on, or nil.
private struct Handlers {
    let log = Log()
    var onNext: ((Int) -> Void)?
    var onError: ((Error) -> Void)?
    var onCompleted: (() -> Void)?
    var onDisposed: (() -> Void)?

    init(present: Bool) {
        let log = log
        onNext = present ? log.element : nil
        onError = if present { { log.error($0) } } else { nil }
        onCompleted = present ? { log.end() } : nil
        onDisposed = if present { log.disposed } else { nil }
    }
}

private let numbers = Observable.of(1, 2)

struct OptionalClosurePatterns {
    @Test(arguments: [true, false]) func subscribing(quiet: Bool) {
        let log = Log()
        let own = Handlers(present: !quiet)
        _ = numbers.subscribe(onNext: quiet ? nil : { log.element($0) })
        _ = numbers.subscribe(onNext: quiet ? nil : log.element, onCompleted: quiet ? nil : log.end)
        _ = numbers.subscribe(onNext: quiet ? nil : own.onNext, onDisposed: quiet ? nil : { log.disposed() })
        _ = numbers.subscribe(
            onNext: own.onNext,
            onError: own.onError,
            onCompleted: own.onCompleted,
            onDisposed: own.onDisposed
        )
        _ = numbers.subscribe(
            onNext: quiet ? nil : { log.element($0) },
            onError: quiet ? nil : { log.error($0) },
            onCompleted: quiet ? nil : { log.end() },
            onDisposed: quiet ? nil : { log.disposed() }
        )
        _ = numbers.subscribe(onNext: own.onNext ?? { _ in log.end() })
        _ = numbers.subscribe(onNext: own.onNext.map { next in { next($0 + 1) } }, onCompleted: .none)
        _ = numbers.subscribe(onNext: !quiet ? { log.element($0) } : { _ in })
        _ = numbers.subscribe(with: log, onNext: quiet ? nil : { $0.element($1) })
        #expect(
            log.lines
                == (quiet
                    ? ["end", "end"]
                    : ["1", "2", "1", "2", "end", "disposed", "1", "2", "end", "disposed", "1", "2", "1", "2"])
        )
        #expect(own.log.lines == (quiet ? [] : ["1", "2", "1", "2", "end", "disposed", "1", "2", "2", "3"]))
    }

    @Test(arguments: [true, false]) func traits(quiet: Bool) {
        let log = Log()
        let own = Handlers(present: !quiet)
        _ = Single.just(1).subscribe(onSuccess: quiet ? nil : { log.element($0) }, onFailure: own.onError)
        _ = Single.just(1).subscribe(with: log, onSuccess: quiet ? nil : { $0.element($1) })
        _ = Maybe.just(1).subscribe(onSuccess: quiet ? nil : log.element, onCompleted: quiet ? nil : { log.end() })
        _ = Completable.empty().subscribe(onCompleted: quiet ? nil : { log.end() }, onDisposed: own.onDisposed)
        _ = Infallible.of(1).subscribe(onNext: quiet ? nil : { log.element($0) }, onCompleted: quiet ? nil : log.end)
        _ = Infallible.of(1).subscribe(onNext: own.onNext, onCompleted: own.onCompleted, onDisposed: own.onDisposed)
        #expect(log.lines == (quiet ? [] : ["1", "1", "1", "end", "1", "end"]))
        #expect(own.log.lines == (quiet ? [] : ["disposed", "1", "end", "disposed"]))
    }

    @Test(arguments: [true, false]) @MainActor func drivingAndEmitting(quiet: Bool) {
        let log = Log()
        let own = Handlers(present: !quiet)
        let source = PublishSubject<Int>()
        let driver = source.asDriver(onErrorJustReturn: 0)
        let signal = source.asSignal(onErrorJustReturn: 0)
        _ = driver.drive(onNext: quiet ? nil : { log.element($0) }, onCompleted: quiet ? nil : log.end)
        _ = driver.drive(with: log, onNext: quiet ? nil : { $0.element($1) })
        _ = driver.drive(onNext: own.onNext, onCompleted: own.onCompleted, onDisposed: own.onDisposed)
        _ = driver.do(onNext: quiet ? nil : { log.element($0) }, onDispose: quiet ? nil : { log.disposed() }).drive()
        _ = signal.emit(onNext: quiet ? nil : { log.element($0) }, onCompleted: quiet ? nil : log.end)
        _ = signal.emit(with: log, onNext: quiet ? nil : { $0.element($1) })
        _ = signal.emit(onNext: own.onNext, onCompleted: own.onCompleted, onDisposed: own.onDisposed)
        source.onNext(1)
        source.onCompleted()
        // Several subscriptions at once: each event goes to all of them.
        #expect(log.lines.sorted() == (quiet ? [] : ["1", "1", "1", "1", "1", "disposed", "end", "end"]))
        #expect(own.log.lines.sorted() == (quiet ? [] : ["1", "1", "disposed", "disposed", "end", "end"]))
    }

    @Test(arguments: [true, false]) func doing(quiet: Bool) {
        let log = Log()
        let own = Handlers(present: !quiet)
        let throwing: ((Int) throws -> Void)? = quiet ? nil : { if $0 > 1 { throw RxError.noElements } }
        _ = numbers.do(onNext: quiet ? nil : { log.element($0) }, onCompleted: quiet ? nil : log.end).subscribe()
        _ = numbers.do(onNext: own.onNext, onSubscribe: quiet ? nil : { log.lines.append("subscribe") }).subscribe()
        _ = numbers.do(onNext: quiet ? nil : throwing, onDispose: own.onDisposed)
            .subscribe(onError: quiet ? nil : log.error)
        _ = numbers.do(onNext: quiet ? nil : { if $0 > 1 { throw RxError.noElements } })
            .subscribe(onError: quiet ? nil : log.error)
        _ = Single.just(1).do(onSuccess: quiet ? nil : { log.element($0) }).subscribe()
        _ = Maybe.just(1).do(onNext: quiet ? nil : { log.element($0) }).subscribe()
        _ = Completable.empty().do(onCompleted: quiet ? nil : { log.end() }).subscribe()
        _ = Infallible.of(1).do(onNext: quiet ? nil : { log.element($0) }).subscribe()
        #expect(
            log.lines
                == (quiet ? [] : ["1", "2", "end", "subscribe", "error", "error", "1", "1", "end", "1"])
        )
        #expect(own.log.lines == (quiet ? [] : ["1", "2", "disposed"]))
    }

    @Test(arguments: [true, false]) func binding(quiet: Bool) {
        let log = Log()
        let own = Handlers(present: !quiet)
        _ = numbers.bind(onNext: own.onNext ?? { _ in log.end() })
        _ = numbers.bind(onNext: quiet ? { _ in } : { log.element($0) })
        _ = numbers.bind(onNext: quiet ? { _ in } : log.element)
        _ = numbers.bind(with: log, onNext: quiet ? { _, _ in } : { $0.element($1) })
        _ = Infallible.of(1).bind(onNext: own.onNext ?? { _ in log.end() })
        #expect(log.lines == (quiet ? ["end", "end", "end"] : ["1", "2", "1", "2", "1", "2"]))
        #expect(own.log.lines == (quiet ? [] : ["1", "2", "1"]))
    }

    @Test @MainActor func closuresOfTheMainActor() {
        let screen = Screen()
        screen.show(numbers, quiet: false)
        screen.show(numbers, quiet: true)
        #expect(screen.shown == [1, 2, 1, 2, 1, 2])
    }

    @Test @MainActor func methodsAsValues() {
        let log = Log()
        let subscribe = numbers.subscribe(onNext:onError:onCompleted:onDisposed:)
        _ = subscribe(log.element, nil, { log.end() }, nil)
        let observe: (((Int) -> Void)?, ((Error) -> Void)?, (() -> Void)?, (() -> Void)?) -> Disposable = numbers
            .subscribe
        _ = observe({ log.element($0) }, nil, nil, log.disposed)
        let subscribeWithLog:
            (Log, ((Log, Int) -> Void)?, ((Log, Error) -> Void)?, ((Log) -> Void)?, ((Log) -> Void)?)
                -> Disposable = numbers.subscribe(with:onNext:onError:onCompleted:onDisposed:)
        _ = subscribeWithLog(log, { $0.element($1) }, nil, nil, nil)
        let bind: (@escaping (Int) -> Void) -> Disposable = numbers.bind(onNext:)
        _ = bind { log.element($0) }
        let drive = Driver.of(3).drive(onNext:onCompleted:onDisposed:)
        _ = drive({ log.element($0) }, nil, nil)
        let emit = Signal.of(4).emit(onNext:onCompleted:onDisposed:)
        _ = emit(log.element, nil, nil)
        let single = Single.just(5).subscribe(onSuccess:onFailure:onDisposed:)
        _ = single(log.element, nil, nil)
        let infallible = Infallible.just(6).subscribe(onNext:onCompleted:onDisposed:)
        _ = infallible(log.element, nil, nil)
        #expect(
            log.lines
                == ["1", "2", "end", "1", "2", "disposed", "1", "2", "1", "2", "3", "4", "5", "6"]
        )
    }

    @Test @MainActor func protocolsOfOnesOwn() {
        let log = Log()
        numbers.record(in: log)
        numbers.record(to: log)
        _ = numbers.recording(in: log).subscribe()
        #expect(log.lines == ["1", "2", "end", "1", "2", "1", "2"])
        log.lines = []
        Driver.of(3).record(in: log)
        Signal.of(4).record(in: log)
        Single.just(5).record(in: log)
        Maybe.just(6).record(in: log)
        Completable.empty().record(in: log)
        Infallible.of(7).record(in: log)
        #expect(log.lines == ["3", "4", "5", "6", "end", "7", "end"])
    }
}

@MainActor
private final class Screen {
    private(set) var shown: [Int] = []
    private let bag = DisposeBag()

    private func render(_ number: Int) { shown.append(number) }

    func show(_ source: Observable<Int>, quiet: Bool) {
        source.subscribe(onNext: quiet ? nil : { [weak self] in self?.render($0) }).disposed(by: bag)
        source.subscribe(onNext: quiet ? nil : render).disposed(by: bag)
        source.subscribe(onNext: quiet ? nil : { @MainActor [weak self] in self?.render($0) }).disposed(by: bag)
    }
}

// With these lines alone, the types of the library conform.

private protocol Subscribable<Element> {
    associatedtype Element
    func subscribe(
        onNext: ((Element) -> Void)?,
        onError: ((Error) -> Void)?,
        onCompleted: (() -> Void)?,
        onDisposed: (() -> Void)?
    ) -> Disposable
}

private protocol Doable<Element> {
    associatedtype Element
    func `do`(
        onNext: ((Element) throws -> Void)?,
        afterNext: ((Element) throws -> Void)?,
        onError: ((Error) throws -> Void)?,
        afterError: ((Error) throws -> Void)?,
        onCompleted: (() throws -> Void)?,
        afterCompleted: (() throws -> Void)?,
        onSubscribe: (() -> Void)?,
        onSubscribed: (() -> Void)?,
        onDispose: (() -> Void)?
    ) -> Observable<Element>
}

private protocol Bindable<Element> {
    associatedtype Element
    func bind(onNext: @escaping (Element) -> Void) -> Disposable
}

private protocol Drivable<Element> {
    associatedtype Element
    func drive(onNext: ((Element) -> Void)?, onCompleted: (() -> Void)?, onDisposed: (() -> Void)?) -> Disposable
}

private protocol Emittable<Element> {
    associatedtype Element
    func emit(onNext: ((Element) -> Void)?, onCompleted: (() -> Void)?, onDisposed: (() -> Void)?) -> Disposable
}

private protocol Answer<Element> {
    associatedtype Element
    func subscribe(onSuccess: ((Element) -> Void)?, onFailure: ((Error) -> Void)?, onDisposed: (() -> Void)?)
        -> Disposable
}

private protocol PossibleAnswer<Element> {
    associatedtype Element
    func subscribe(
        onSuccess: ((Element) -> Void)?,
        onError: ((Error) -> Void)?,
        onCompleted: (() -> Void)?,
        onDisposed: (() -> Void)?
    ) -> Disposable
}

private protocol Work {
    func subscribe(onCompleted: (() -> Void)?, onError: ((Error) -> Void)?, onDisposed: (() -> Void)?) -> Disposable
}

private protocol Unfailing<Element> {
    associatedtype Element
    func subscribe(onNext: ((Element) -> Void)?, onCompleted: (() -> Void)?, onDisposed: (() -> Void)?) -> Disposable
}

extension Observable: Subscribable, Doable, Bindable {}
extension SharedSequence: Drivable where SharingStrategy == DriverSharingStrategy {}
extension SharedSequence: Emittable where SharingStrategy == SignalSharingStrategy {}
extension PrimitiveSequence: Answer where Trait == SingleTrait {}
extension PrimitiveSequence: PossibleAnswer where Trait == MaybeTrait {}
extension PrimitiveSequence: Work where Trait == CompletableTrait, Element == Never {}
extension Infallible: Unfailing {}

extension Subscribable<Int> {
    fileprivate func record(in log: Log) {
        _ = subscribe(onNext: log.element, onError: nil, onCompleted: log.end, onDisposed: nil)
    }
}

extension Doable<Int> {
    fileprivate func recording(in log: Log) -> Observable<Int> {
        self.do(
            onNext: log.element,
            afterNext: nil,
            onError: nil,
            afterError: nil,
            onCompleted: nil,
            afterCompleted: nil,
            onSubscribe: nil,
            onSubscribed: nil,
            onDispose: nil
        )
    }
}

extension Bindable<Int> {
    fileprivate func record(to log: Log) { _ = bind(onNext: log.element) }
}

extension Drivable<Int> {
    fileprivate func record(in log: Log) { _ = drive(onNext: log.element, onCompleted: nil, onDisposed: nil) }
}

extension Emittable<Int> {
    fileprivate func record(in log: Log) { _ = emit(onNext: log.element, onCompleted: nil, onDisposed: nil) }
}

extension Answer<Int> {
    fileprivate func record(in log: Log) { _ = subscribe(onSuccess: log.element, onFailure: nil, onDisposed: nil) }
}

extension PossibleAnswer<Int> {
    fileprivate func record(in log: Log) {
        _ = subscribe(onSuccess: log.element, onError: nil, onCompleted: log.end, onDisposed: nil)
    }
}

extension Work {
    fileprivate func record(in log: Log) { _ = subscribe(onCompleted: log.end, onError: nil, onDisposed: nil) }
}

extension Unfailing<Int> {
    fileprivate func record(in log: Log) { _ = subscribe(onNext: log.element, onCompleted: log.end, onDisposed: nil) }
}
