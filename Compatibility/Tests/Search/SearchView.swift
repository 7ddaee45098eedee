import RxCocoa
import RxSwift

/// A view without a user interface: what it has been told to show.
public final class SearchView: ReactiveCompatible {
    public fileprivate(set) var lines: [String] = []
    public fileprivate(set) var isSpinning = false
    fileprivate let text = BehaviorRelay<String?>(value: nil)
    fileprivate let taps = PublishSubject<Void>()
    private let bag = DisposeBag()

    public init() {}

    public func show(_ viewModel: SearchViewModel) {
        rx.text.orEmpty.bind(to: viewModel.query).disposed(by: bag)
        rx.tap.bind(to: viewModel.refresh).disposed(by: bag)
        viewModel.results.map { $0.map(\.summary) }.drive(rx.lines).disposed(by: bag)
        viewModel.isLoading.drive(with: self, onNext: { $0.isSpinning = $1 }).disposed(by: bag)
    }

    public func type(_ text: String?) { self.text.accept(text) }
    public func tap() { taps.onNext(()) }
}

extension Reactive where Base: SearchView {
    public var text: ControlProperty<String?> { ControlProperty(values: base.text, valueSink: base.text.asObserver()) }
    public var tap: ControlEvent<Void> { ControlEvent(events: base.taps) }
    public var lines: Binder<[String]> { Binder(base) { view, lines in view.lines = lines } }
}

extension BehaviorRelay {
    fileprivate func asObserver() -> AnyObserver<Element> {
        AnyObserver { event in
            if case .next(let element) = event { self.accept(element) }
        }
    }
}
