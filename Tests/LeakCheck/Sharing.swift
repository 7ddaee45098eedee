import Dispatch
import Foundation
import Millrace

/// Subjects with memory, in every way that they can end.
func subjectsWithMemory() {
    func check(_ subject: Observable<Int>, _ observer: AnyObserver<Int>, _ ending: Int, dispose: () -> Void) {
        let subscriptions = (0..<40).map { _ in subscribe(subject) }
        for i in 0..<200 { observer.onNext(i) }
        switch ending {
        case 0: observer.onCompleted()
        case 1: observer.onError(RxError.unknown)
        case 2: subscriptions.forEach { $0.dispose() }
        case 3: dispose()
        default: break  // dropped, with its subscriptions
        }
        subscribe(subject).dispose()
    }
    for ending in 0..<5 {
        let behavior = BehaviorSubject(value: 0)
        check(behavior, AnyObserver(behavior), ending) { behavior.dispose() }
        for size in [0, 1, 2, 100, .max] {
            let replay = ReplaySubject<Int>.create(bufferSize: size)
            check(replay, AnyObserver(replay), ending) { replay.dispose() }
        }
        let async = AsyncSubject<Int>()
        check(async, AnyObserver(async), ending) {}
    }
}

/// Every way to share, and every way that it can end.
func sharing() {
    let operators: [(Observable<Int>) -> Observable<Int>] = [
        { $0.share() }, { $0.share(replay: 1) }, { $0.share(replay: 2) }, { $0.share(scope: .forever) },
        { $0.share(replay: 1, scope: .forever) }, { $0.publish().refCount() }, { $0.replayAll().refCount(minimum: 2) },
        { $0.publish().autoConnect() },
        { $0.multicast({ PublishSubject<Int>() }, selector: { $0.map { $0 } }) },
        { $0.share(replay: 1).map { $0 }.share() },
        { $0.asDriver(onErrorJustReturn: 0).map { $0 }.scan(0) { $0 + $1 }.asObservable() },
        { $0.asSignal(onErrorSignalWith: .empty()).filter { _ in true }.asObservable() },
    ]
    for apply in operators {
        for ending in 0..<4 {
            let subject = PublishSubject<Int>()
            let shared = apply(subject)
            let subscriptions = (0..<5).map { _ in subscribe(shared) }
            for i in 0..<10 { subject.onNext(i) }
            switch ending {
            case 0: subject.onCompleted()
            case 1: subject.onError(RxError.unknown)
            case 2: subscriptions.forEach { $0.dispose() }
            default: break  // the source is dropped, with the subscriptions
            }
        }
        // The source goes away without an end.
        for disposes in [true, false] {
            let shared = apply(Observable.just(1).concat(Observable.never()))
            let subscriptions = (0..<3).map { _ in subscribe(shared) }
            if disposes { subscriptions.forEach { $0.dispose() } }
        }
        // Ends while it is connected, and again while it is subscribed to anew.
        let source = Observable<Int>.create { observer in
            observer.onNext(1)
            observer.onCompleted()
            return Disposables.create()
        }
        let shared = apply(source)
        for _ in 0..<3 { _ = subscribe(shared) }
    }
    let connectable = PublishSubject<Int>().publish()
    _ = connectable.connect()
    connectable.connect().dispose()
    _ = subscribe(connectable)
}

/// Coming and going beside an emitter.
func sharingThreads() {
    let relay = BehaviorRelay(value: 0)
    let shared = relay.share(replay: 1)
    let group = DispatchGroup()
    for thread in 0..<4 {
        group.enter()
        Thread.detachNewThread {
            for i in 0..<2_000 {
                if thread == 0 {
                    relay.accept(i)
                } else {
                    subscribe(i % 2 == 0 ? shared : relay.asObservable()).dispose()
                }
            }
            group.leave()
        }
    }
    group.waitPatiently()
}
