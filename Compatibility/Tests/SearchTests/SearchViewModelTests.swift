import RxBlocking
import RxCocoa
import RxRelay
import RxSwift
import RxTest
import Search
import XCTest

final class SearchViewModelTests: XCTestCase {
    private var scheduler: TestScheduler!
    private var bag: DisposeBag!

    override func setUp() {
        super.setUp()
        scheduler = TestScheduler(initialClock: 0, resolution: 0.1)
        bag = DisposeBag()
    }

    override func tearDown() {
        scheduler = nil
        bag = nil
        super.tearDown()
    }

    /// Types and taps in virtual time, and returns what the view model sends.
    private func record<Element>(
        _ service: SearchService,
        queries: [Recorded<Event<String>>],
        refreshes: [Recorded<Event<Void>>] = [],
        selections: [Recorded<Event<Int>>] = [],
        _ output: (SearchViewModel) -> Observable<Element>
    ) -> [Recorded<Event<Element>>] {
        let observer = scheduler.createObserver(Element.self)
        SharingScheduler.mock(scheduler: scheduler) {
            let viewModel = SearchViewModel(service: service, scheduler: scheduler)
            scheduler.createHotObservable(queries).bind(to: viewModel.query).disposed(by: bag)
            scheduler.createHotObservable(refreshes).bind(to: viewModel.refresh).disposed(by: bag)
            scheduler.createHotObservable(selections).bind(to: viewModel.selection).disposed(by: bag)
            viewModel.results.drive().disposed(by: bag)
            output(viewModel).subscribe(observer).disposed(by: bag)
            scheduler.start()
        }
        return observer.events
    }

    func testOnlyWhatIsLeftStandingIsSearchedFor() {
        let service = ServiceStub()
        let counts = record(service, queries: [.next(1, "r"), .next(2, "rx"), .next(3, " rx "), .next(4, "swift")]) {
            $0.count.asObservable()
        }
        XCTAssertEqual(service.queries, ["swift"])
        XCTAssertEqual(counts.compactMap(\.value.element), ["1 found"])
    }

    func testTheWheelTurnsWhileItSearches() {
        let states = record(ServiceStub(), queries: [.next(10, "rx")]) { $0.isLoading.asObservable() }
        XCTAssertEqual(states.compactMap(\.value.element), [false, true, false])
    }

    func testAFailureIsAnAlertAndDoesNotEndTheSearch() {
        let service = ServiceStub()
        service.failures = 1
        let alerts = record(service, queries: [.next(10, "rx")], refreshes: [.next(1000, ())]) {
            $0.alerts.asObservable()
        }
        XCTAssertEqual(alerts.compactMap(\.value.element), ["Search failed: offline"])
        XCTAssertEqual(service.queries, ["rx", "rx"])
    }

    func testASelectionOpensWhatIsThere() {
        let opened = record(ServiceStub(), queries: [.next(10, "rx")], selections: [.next(500, 7), .next(600, 0)]) {
            $0.opened.asObservable()
        }
        XCTAssertEqual(opened.compactMap(\.value.element), [Repository(name: "rx", stars: 1500)])
    }

    func testTheViewShowsTheResults() {
        let view = SearchView()
        SharingScheduler.mock(scheduler: scheduler) {
            let viewModel = SearchViewModel(service: ServiceStub(), scheduler: scheduler)
            view.show(viewModel)
            view.type("rx")
            scheduler.start()
            XCTAssertEqual(view.lines, ["rx (1.5k)"])
            XCTAssertFalse(view.isSpinning)
            view.type(nil)
            scheduler.start()
            XCTAssertEqual(view.lines, [])
        }
    }

    func testTheServiceIsWaitedFor() throws {
        let service = ServiceStub()
        let found = service.repositories(matching: "rx").delay(.milliseconds(1), scheduler: MainScheduler.instance)
        XCTAssertEqual(try found.toBlocking(timeout: 10).single().map(\.name), ["rx"])
        service.failures = 1
        switch service.repositories(matching: "rx").toBlocking().materialize() {
        case .completed: XCTFail("It was to fail.")
        case .failed(let elements, let error):
            XCTAssertEqual(elements, [])
            XCTAssertEqual(error as? SearchError, .offline)
        }
    }
}

private final class ServiceStub: SearchService {
    var queries: [String] = []
    var failures = 0

    func repositories(matching query: String) -> Single<[Repository]> {
        Single.create { [self] observer in
            queries.append(query)
            if failures > 0 {
                failures -= 1
                observer(.failure(SearchError.offline))
            } else {
                observer(.success([Repository(name: query, stars: 1500)]))
            }
            return Disposables.create()
        }
    }
}
