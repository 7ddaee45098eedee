import Foundation
import Millrace

/// Every kind of disposable, disposed or merely released, with a capture that would leak.
func disposables() {
    func token() -> Disposable {
        let token = Token()
        return Disposables.create { [token] in _ = token }
    }
    for disposing in [true, false] {
        func finish(_ disposable: Disposable) { if disposing { disposable.dispose() } }
        finish(token())
        finish(Disposables.create(token(), token()))
        finish(Disposables.create(token(), token(), token(), token()))
        let single = SingleAssignmentDisposable()
        single.setDisposable(token())
        finish(single)
        let serial = SerialDisposable()
        serial.disposable = token()
        serial.disposable = token()
        _ = serial.disposable
        finish(serial)
        let refCount = RefCountDisposable(disposable: token())
        finish(refCount.retain())
        finish(refCount)
        finish(ScheduledDisposable(scheduler: CurrentThreadScheduler.instance, disposable: token()))
        let composite = CompositeDisposable(token(), token())
        let keys = (0..<40).compactMap { _ in composite.insert(token()) }
        for key in keys.dropLast(10) { composite.remove(for: key) }
        finish(composite)
        let bag = DisposeBag(disposing: token())
        for i in 0..<100 {
            let disposable = token()
            if i % 2 == 0 { disposable.dispose() }
            bag.insert(disposable)
        }
    }
    meetings()
}

/// A composite's sweep that meets its disposal.
private func meetings() {
    for _ in 0..<50 {
        let composite = CompositeDisposable()
        let keys = (0..<200).compactMap { _ in composite.insert(Disposables.create { [token = Token()] in _ = token }) }
        let removed = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            for key in keys { composite.remove(for: key) }
            removed.signal()
        }
        composite.dispose()
        removed.waitPatiently()
    }
}
