import Millrace
import TestSupport
import Testing

@MainActor
private final class SearchModel {
    let query = BehaviorRelay(value: "")
    let tapped = PublishRelay<Void>()
    let titles: Driver<[String]>
    let alerts: Signal<String>
    private(set) var shown: [String] = []
    private(set) var alert: String?
    private let bag = DisposeBag()

    init(find: @escaping @Sendable (String) -> Observable<[String]>) {
        titles = query.asDriver()
            .filter { !$0.isEmpty }
            .distinctUntilChanged()
            .flatMapLatest { find($0).asDriver(onErrorJustReturn: []) }
        alerts = tapped.asSignal().map { "tapped" }
        titles.drive(with: self, onNext: { $0.shown = $1 }).disposed(by: bag)
        alerts.emit(onNext: { [weak self] in self?.alert = $0 }).disposed(by: bag)
    }
}

private actor SearchActor {
    nonisolated let query = BehaviorRelay(value: "")
    private(set) var lengths: [Int] = []
    private let bag = DisposeBag()

    func start() {
        query.map(\.count).subscribe(onNext: { self.lengths.append($0) }).disposed(by: bag)
    }

    func search(_ text: String) { query.accept(text) }
}

struct ViewModelPatterns {
    @Test @MainActor func onTheMainActor() {
        let model = SearchModel { text in .just([text, text.uppercased()]) }
        model.query.accept("a")
        model.tapped.accept(())
        #expect(model.shown == ["a", "A"])
        #expect(model.alert == "tapped")
    }

    @Test func onAnActor() async {
        let model = SearchActor()
        await model.start()
        await model.search("abc")
        #expect(await model.lengths == [0, 3])
    }
}
