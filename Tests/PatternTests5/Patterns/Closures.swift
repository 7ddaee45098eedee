import Millrace
import MillraceTest
import TestSupport
import Testing

// Each closure form that code bases hand to Millrace. Both test targets compile these files with warnings as errors,
// one in Swift 5 mode, the other in Swift 6 mode.

/// A source file's free function: belongs to nobody.
private func double(_ number: Int) -> Int { number * 2 }

@MainActor
private final class ViewModel {
    var shown: [Int] = []
    var ended = 0
    private(set) var total = 0
    let bag = DisposeBag()

    init() {}
    func render(_ number: Int) { shown.append(number) }
    func renderEvent(_ event: Event<Int>) { if case .next(let number) = event { shown.append(number) } }
    func finish() { ended += 1 }
    func transform(_ number: Int) -> Int {
        total += number
        return number + 1
    }

    func subscribe(to source: Observable<Int>) {
        source.subscribe(onNext: { [weak self] in self?.render($0) }, onCompleted: { [weak self] in self?.finish() })
            .disposed(by: bag)
        source.subscribe(onNext: { @MainActor [weak self] in self?.render($0) }).disposed(by: bag)
        source.subscribe(onNext: render).disposed(by: bag)
        source.subscribe(onNext: render, onCompleted: finish).disposed(by: bag)
        source.subscribe { [weak self] event in self?.renderEvent(event) }.disposed(by: bag)
        source.subscribe { [weak self] in self?.renderEvent($0) }.disposed(by: bag)
        source.subscribe(renderEvent).disposed(by: bag)
        source.subscribe(with: self, onNext: { $0.render($1) }, onCompleted: { $0.finish() }).disposed(by: bag)
        source.subscribe(onNext: { @Sendable _ in }).disposed(by: bag)
    }

    func bind(_ source: Observable<Int>) {
        source.bind(onNext: render).disposed(by: bag)
        source.bind(onNext: { [weak self] in self?.render($0) }).disposed(by: bag)
        source.bind { [weak self] in self?.render($0) }.disposed(by: bag)
        source.bind(onNext: { @MainActor [weak self] number in self?.render(number) }).disposed(by: bag)
        source.bind(with: self) { $0.render($1) }.disposed(by: bag)
        source.bind(to: Binder(self) { $0.render($1) }).disposed(by: bag)
        source.bind(to: Binder(self) { model, number in model.shown.append(number) }).disposed(by: bag)
    }

    func drive(_ source: Driver<Int>) {
        source.drive(onNext: render).disposed(by: bag)
        source.drive(onNext: { [weak self] in self?.render($0) }).disposed(by: bag)
        source.drive(with: self, onNext: { $0.render($1) }).disposed(by: bag)
        source.map { [weak self] in self?.transform($0) ?? 0 }.drive(onNext: render).disposed(by: bag)
    }

    func emit(_ source: Signal<Int>) {
        source.emit(onNext: render).disposed(by: bag)
        source.emit(onNext: { [weak self] in self?.render($0) }).disposed(by: bag)
        source.emit(with: self, onNext: { $0.render($1) }).disposed(by: bag)
    }

    func operators(_ source: Observable<Int>) {
        let mapped =
            source
            .do(onNext: { [weak self] in self?.render($0) }, onCompleted: finish)
            .map(transform)
            .map { [weak self] in self?.transform($0) ?? 0 }
            .map { @MainActor [weak self] in self?.transform($0) ?? 0 }
        mapped.filter { [weak self] number in self != nil && number > 0 }.subscribe(onNext: render).disposed(by: bag)
        mapped.flatMap { [weak self] in Observable.just(self?.transform($0) ?? 0) }.subscribe(onNext: render)
            .disposed(by: bag)
        mapped.scan(0) { [weak self] in $0 + $1 + (self == nil ? 1 : 0) }.subscribe(onNext: render).disposed(by: bag)
        mapped.distinctUntilChanged { [weak self] in self == nil || $0 == $1 }.subscribe(onNext: render)
            .disposed(by: bag)
        Observable.combineLatest(source, source) { [weak self] in self == nil ? 0 : $0 + $1 }
            .subscribe(onNext: render)
            .disposed(by: bag)
    }

    func create() -> Observable<Int> {
        Observable.create { [weak self] observer in
            observer.onNext(self?.transform(1) ?? 0)
            observer.onCompleted()
            return Disposables.create { [weak self] in self?.finish() }
        }
    }

    func deferred() -> Observable<Int> {
        .deferred { [weak self] in .just(self?.transform(2) ?? 0) }
    }

    func variables(_ source: Observable<Int>) -> [Int] {
        var sum = 0
        var seen = false
        source
            .do(onNext: { sum += $0 })
            .filter { seen || $0 > 0 && sum >= 0 }
            .map { $0 + sum }
            .subscribe(onNext: { number in
                sum += number
                seen = seen || number > 3
            })
            .disposed(by: bag)
        return [sum, seen ? 1 : 0]
    }
}

private actor Counter {
    private(set) var total = 0
    private let bag = DisposeBag()

    func count(_ source: Observable<Int>) {
        source.subscribe(onNext: { self.total += $0 }).disposed(by: bag)
        source.subscribe(onNext: add).disposed(by: bag)
        source.do(onNext: { self.total += $0 }).map { $0 + self.total }.bind(onNext: { self.total += $0 * 0 })
            .disposed(by: bag)
        source.subscribe(with: Unsendable()) { $0.number = $1 }.disposed(by: bag)
    }

    private func add(_ number: Int) { total += number }
}

/// A class that is not `Sendable` and belongs to nobody.
private final class Unsendable {
    var number = 0
    let bag = DisposeBag()

    func listen(to source: Observable<Int>) {
        source.subscribe(onNext: { [weak self] in self?.number += $0 }).disposed(by: bag)
        source.subscribe(onNext: add).disposed(by: bag)
        source.map(plus).bind(onNext: add).disposed(by: bag)
        source.map { [unowned self] in $0 + number }.subscribe(with: self, onNext: { $0.number += $1 }).disposed(
            by: bag
        )
    }

    private func add(_ number: Int) { self.number += number }
    private func plus(_ number: Int) -> Int { self.number + number }
}

struct ClosurePatterns {
    @Test @MainActor func subscribing() {
        let model = ViewModel()
        model.subscribe(to: .just(3))
        #expect(model.shown == Array(repeating: 3, count: 8))
        #expect(model.ended == 3)
    }

    @Test @MainActor func binding() {
        let model = ViewModel()
        model.bind(.just(3))
        #expect(model.shown == Array(repeating: 3, count: 7))
    }

    @Test @MainActor func driving() {
        let model = ViewModel()
        model.drive(Observable.just(3).asDriver(onErrorJustReturn: 0))
        model.emit(Observable.just(4).asSignal(onErrorJustReturn: 0))
        #expect(model.shown == [3, 3, 3, 4, 4, 4, 4])
    }

    @Test @MainActor func operators() {
        let model = ViewModel()
        model.operators(.just(3))
        #expect(model.shown == [3, 6, 3, 7, 3, 6, 3, 6, 6])
        #expect(model.ended == 4)
    }

    @Test @MainActor func creating() {
        let model = ViewModel()
        var received: [Int] = []
        model.create().concat(model.deferred()).subscribe(onNext: { received.append($0) }).disposed(by: model.bag)
        #expect(received == [2, 3])
        #expect(model.ended == 1)
    }

    @Test @MainActor func capturedVariables() {
        #expect(ViewModel().variables(.of(1, 2)) == [12, 1])
    }

    @Test func anActor() async {
        let counter = Counter()
        await counter.count(.just(3))
        #expect(await counter.total == 9)
    }

    @Test func aClassThatBelongsToNobody() {
        let object = Unsendable()
        object.listen(to: .just(3))
        #expect(object.number == 33)
    }

    @Test func functionsAndKeyPaths() {
        var texts: [String] = []
        let numbers = Observable.of(1, -2)
        _ = numbers.map(double).map(-).map(abs).map(String.init).subscribe(onNext: { texts.append($0) })
        _ = numbers.map(\.description).map(\.count).map(String.init).subscribe(onNext: { texts.append($0) })
        #expect(texts == ["2", "4", "1", "2"])

        let subject = PublishSubject<Int>()
        let relay = BehaviorRelay(value: 0)
        let observer = Recorder<Int>()
        _ = subject.subscribe(onNext: relay.accept)
        _ = subject.subscribe(observer.on)
        _ = numbers.subscribe(onNext: subject.onNext)
        #expect(relay.value == -2)
        let subscribe = numbers.subscribe(onNext:onError:onCompleted:onDisposed:)
        _ = subscribe({ texts.append("\($0)") }, nil, { texts.append("end") }, nil)
        #expect(texts.suffix(3) == ["1", "-2", "end"])
    }

    @Test func aMainActorClosureFromAnywhere() async {
        let model = await ViewModel()
        let subject = PublishSubject<Int>()
        let subscription = subject.observe(on: MainScheduler.instance)
            .subscribe(onNext: { @MainActor [weak model] in model?.render($0) })
        await MainActor.run { subject.onNext(5) }
        #expect(await model.shown == [5])
        subscription.dispose()
    }
}

extension ObservableType {
    /// An operator of one's own that captures `self`.
    fileprivate func twice() -> Observable<Element> {
        Observable.create { observer in
            let first = self.subscribe(onNext: { observer.onNext($0) })
            let second = self.subscribe(observer)
            return Disposables.create(first, second)
        }
    }
}

struct OperatorsOfOnesOwn {
    @Test func capturingSelf() {
        var received: [Int] = []
        _ = Observable.just(1).twice().subscribe(onNext: { received.append($0) })
        #expect(received == [1, 1])
    }
}
