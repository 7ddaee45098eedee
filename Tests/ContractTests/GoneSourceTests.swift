import Millrace
import OperatorCatalogue
import TestSupport
import XCTest

/// A source that has dropped its observer, as `never()` does, must be to each operator what a source is that keeps its
/// observer and sends nothing: what the subscription holds otherwise goes on, and its disposal reaches all of it.
final class GoneSourceTests: XCTestCase {
    /// What comes of an operator one of whose sources sends nothing.
    private final class Trial: EntryVisitor {
        private let silent: Observable<Int>
        private let isFirst: Bool
        var marks: [String] = []
        weak var captured: AnyObject?

        init(_ silent: Observable<Int>, isFirst: Bool) {
            self.silent = silent
            self.isFirst = isFirst
        }

        func visit<Output>(_ apply: @escaping (World<Int>, Capture) -> Observable<Output>) {
            let clock = ManualScheduler()
            let other = PublishSubject<Int>()
            SharingScheduler.mock(scheduler: clock) {
                let token = Token()
                captured = token
                let (first, second) = isFirst ? (silent, other.asObservable()) : (other.asObservable(), silent)
                let world = World(first, second, clock, time: { .seconds($0) }, make: { 10 })
                let subscription = apply(world, Capture(token)).subscribe { event in
                    switch event {
                    case .next: self.marks.append("next")
                    case .error: self.marks.append("error")
                    case .completed: self.marks.append("completed")
                    }
                }
                clock.advance(by: .seconds(100))
                for element in [1, 1, 2] { other.onNext(element) }
                marks.append("subscribed: \(other.hasObservers)")
                clock.advance(by: .seconds(100))
                subscription.dispose()
                marks.append("subscribed: \(other.hasObservers)")
                clock.advance(by: .seconds(100))
            }
        }

        private final class Token {}
    }

    /// Observers of sources that keep them, so that nothing is gone.
    private final class Keeper: @unchecked Sendable {
        private var observers: [AnyObserver<Int>] = []

        var source: Observable<Int> {
            Observable.create { observer in
                self.observers.append(observer)
                return Disposables.create { self.observers = [] }
            }
        }
    }

    private func check(_ entry: Entry<Int>, isFirst: Bool) {
        let gone = Trial(.never(), isFirst: isFirst)
        let kept = Trial(Keeper().source, isFirst: isFirst)
        entry.accept(gone)
        entry.accept(kept)
        XCTAssertEqual(gone.marks, kept.marks, entry.name, file: entry.file, line: entry.line)
        if kept.captured == nil { XCTAssertNil(gone.captured, entry.name, file: entry.file, line: entry.line) }
    }

    func testAFirstSourceThatIsGoneIsASilentOne() {
        for entry in operatorsOnNumbers { check(entry, isFirst: true) }
    }

    func testASecondSourceThatIsGoneIsASilentOne() {
        for entry in operatorsOnNumbers { check(entry, isFirst: false) }
    }
}
