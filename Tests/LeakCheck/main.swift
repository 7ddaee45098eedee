// Uses the library in the ways that could leak, then exits: run it under a sanitizer that looks for leaks at exit.
// `make asan` does. `LeakCheck --leak` leaks on purpose, so that the check itself can be checked.

import Dispatch
import Foundation
import Millrace

final class Token {}

/// A subscription through operators whose closures capture something.
@inline(never)
func subscribe(_ source: Observable<Int>) -> Disposable {
    let token = Token()
    return
        source
        .map { [token] element in
            _ = token
            return element + 1
        }
        .filter { $0 > 0 }
        .subscribe(
            onNext: { [token] _ in _ = token },
            onError: { [token] _ in _ = token },
            onCompleted: { [token] in _ = token },
            onDisposed: { [token] in _ = token }
        )
}

func subjects() {
    for ending in 0..<5 {
        let subject = PublishSubject<Int>()
        let subscriptions = (0..<100).map { _ in subscribe(subject) }
        subject.onNext(1)
        switch ending {
        case 0: subject.onCompleted()
        case 1: subject.onError(RxError.unknown)
        case 2: subscriptions.forEach { $0.dispose() }
        case 3: subject.dispose()
        default: break  // dropped, with its subscriptions
        }
    }
}

func sources() {
    subscribe(.range(start: 0, count: 10)).dispose()
    let source = Observable<Int>.create { observer in
        let token = Token()
        observer.onNext(1)
        return Disposables.create { [token] in _ = token }
    }
    subscribe(source).dispose()
    var kept: [AnyObserver<Int>] = []
    let late = Observable<Int>.create { observer in
        kept.append(observer)
        return Disposables.create()
    }
    let subscription = subscribe(late)
    kept.first?.onNext(1)
    subscription.dispose()
}

func reentrancy() {
    let subject = PublishSubject<Int>()
    var inner: [Disposable] = []
    let outer = subject.subscribe(onNext: { [token = Token()] element in
        _ = token
        if element < 10 {
            inner.append(subscribe(subject))
            subject.onNext(element + 1)
            inner.removeLast().dispose()
        }
    })
    subject.onNext(0)
    outer.dispose()
}

func threads() {
    let subject = PublishSubject<Int>()
    let group = DispatchGroup()
    for thread in 0..<4 {
        group.enter()
        Thread.detachNewThread {
            for element in 0..<2_000 {
                if thread < 2 { subject.onNext(element) } else { subscribe(subject).dispose() }
            }
            group.leave()
        }
    }
    group.waitPatiently()
}

nonisolated(unsafe) var leaked: UnsafeMutableRawPointer?

if CommandLine.arguments.contains("--leak") {
    leaked = Unmanaged.passRetained(Token()).toOpaque()
    leaked = nil
}
for _ in 0..<20 {
    subjects()
    sources()
    reentrancy()
    disposables()
    operators()
    subjectsWithMemory()
    sharing()
    concurrency()
}
sharingThreads()
threads()
print("LeakCheck: done")
