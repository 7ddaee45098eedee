import Foundation
import Millrace

private struct Failure: Error {}

/// Streams, waits and tasks, ended in each way.
func concurrency() {
    for ending in 0..<3 {
        let subject = PublishSubject<Int>()
        var streams = [subject.values, subject.map { [token = Token()] in $0 + (token === token ? 1 : 0) }.values]
        subject.onNext(1)
        switch ending {
        case 0: subject.onCompleted()
        case 1: subject.onError(Failure())
        default: streams = []  // dropped, while it is subscribed
        }
        withExtendedLifetime(streams) {}
    }
    let iterated = PublishSubject<Int>()
    let isCancelled = DispatchSemaphore(value: 0)
    let iteration = Task {
        do { for try await _ in iterated.values {} } catch { isCancelled.signal() }
    }
    waitUntil { iterated.hasObservers }
    iteration.cancel()
    isCancelled.waitPatiently()
    for ending in 0..<3 {
        let subject = PublishSubject<Int>()
        let isOver = DispatchSemaphore(value: 0)
        let task = Task {
            _ = try? await subject.asSingle().value
            isOver.signal()
        }
        waitUntil { subject.hasObservers }
        switch ending {
        case 0:
            subject.onNext(1)
            subject.onCompleted()
        case 1: subject.onError(Failure())
        default: task.cancel()
        }
        isOver.waitPatiently()
    }
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let subscriptions = [subscribe(stream.asObservable()), subscribe(Single.create { 1 }.asObservable())]
    continuation.yield(1)
    continuation.finish()
    for subscription in subscriptions { subscription.dispose() }
}
