extension ObservableType where Element: ObservableConvertibleType {
    /// Passes on the elements of the latest source that this source has emitted.
    ///
    /// - **Emits** the elements of the latest source; when another source comes, the subscription to the previous one
    ///   is disposed.
    /// - **Completes** when this source and the latest one have completed.
    /// - **Fails** when this source or the latest one does.
    /// - **Disposal** disposes the subscriptions to this source and the latest one.
    /// - **Thread**: each element comes on the thread that its source emits on; if another thread is delivering at that
    ///   moment, that thread delivers the element instead. No thread waits.
    /// - **Complexity**: O(1) for each element, one allocation for each source.
    ///
    /// ```swift
    /// let stations = PublishSubject<Observable<String>>()
    /// let (news, music) = (PublishSubject<String>(), PublishSubject<String>())
    /// let subscription = stations.switchLatest().subscribe(onNext: { print($0) })
    /// stations.onNext(news)
    /// news.onNext("headlines")
    /// stations.onNext(music)
    /// news.onNext("weather") // nobody listens any more
    /// music.onNext("song")
    /// // headlines
    /// // song
    /// ```
    @inlinable
    public func switchLatest() -> Observable<Element.Element> {
        JoiningOperator(asObservable()) { downstream in
            SwitchCoordinator<Element, Element.Element>(downstream) { sink, element in
                let coordinator = sink.downcast(to: SwitchCoordinator<Element, Element.Element>.self)
                if coordinator.isOpen { coordinator.follow(element.asObservable()) }
            }
        }
    }
}
