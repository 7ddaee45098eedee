import RxCocoa
import RxSwift

/// Searches for what is typed, as an app's view model does.
public final class SearchViewModel {
    // What the view sends.
    public let query = BehaviorRelay(value: "")
    public let refresh = PublishRelay<Void>()
    public let selection = PublishRelay<Int>()

    // What the view shows.
    public let results: Driver<[Repository]>
    public let isLoading: Driver<Bool>
    public let count: Driver<String>
    public let alerts: Signal<String>
    public let opened: Signal<Repository>

    public init(service: SearchService, scheduler: SchedulerType = MainScheduler.instance) {
        let loading = BehaviorRelay(value: false)
        let failures = PublishRelay<Error>()

        let typed =
            query
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .distinctUntilChanged()
            .debounce(.milliseconds(300), scheduler: scheduler)
        let wanted = Observable.merge(typed, refresh.withLatestFrom(query))

        results =
            wanted
            .flatMapLatest { query -> Observable<[Repository]> in
                guard !query.isEmpty else { return .just([]) }
                return service.repositories(matching: query)
                    .do(
                        onError: { failures.accept($0) },
                        onSubscribe: { loading.accept(true) },
                        onDispose: { loading.accept(false) }
                    )
                    .asObservable()
                    .catch { _ in .empty() }
            }
            .asDriver(onErrorJustReturn: [])
        isLoading = loading.asDriver().distinctUntilChanged()
        count = results.map { "\($0.count) found" }
        alerts = failures.asSignal().map { "Search failed: \($0)" }
        opened =
            selection
            .withLatestFrom(results) { (index: $0, repositories: $1) }
            .compactMap { $0.repositories.indices.contains($0.index) ? $0.repositories[$0.index] : nil }
            .asSignal(onErrorSignalWith: .empty())
    }
}
