import Foundation
import Millrace

extension Reactive where Base: NotificationCenter {
    /// Emits the notifications that are posted while there is a subscription.
    ///
    /// - **Emits** each notification with the name, from the object. Notifications that were posted before the
    ///   subscription are not repeated.
    /// - **Completes** never.
    /// - **Fails** never.
    /// - **Disposal** removes the subscription's observer from the center.
    /// - **Thread**: emits on the thread that posts. If several threads post at the same moment, their events overlap,
    ///   which the operators do not expect: have the threads post to one sequence one after another.
    /// - **Complexity**: one observer of the center for each subscription.
    ///
    /// ```swift
    /// let (center, saved) = (NotificationCenter(), Notification.Name("saved"))
    /// let subscription = center.rx.notification(saved)
    ///     .subscribe(onNext: { print($0.userInfo?["file"] ?? "no file") })
    /// center.post(name: saved, object: nil, userInfo: ["file": "notes.txt"])
    /// // notes.txt
    /// ```
    ///
    /// - Parameters:
    ///   - name: the name of the notifications; `nil` for those of any name.
    ///   - object: the sender of the notifications; `nil` for those of any sender. The observable holds the sender
    ///     weakly: if it is gone by the time of a subscription, that subscription gets the notifications of any sender.
    public func notification(_ name: Notification.Name?, object: AnyObject? = nil) -> Observable<Notification> {
        let center: NotificationCenter = base
        let sender = object.map { WeakReference($0) }
        return .create { observer in
            let token = center.addObserver(forName: name, object: sender?.object, queue: nil) { notification in
                observer.onNext(notification)
            }
            // The center takes its tokens from any thread.
            nonisolated(unsafe) let observation = token
            return Disposables.create { center.removeObserver(observation) }
        }
    }
}
