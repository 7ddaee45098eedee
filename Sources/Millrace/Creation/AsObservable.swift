extension ObservableType {
    /// This source as an `Observable`: each subscription to the result subscribes to this source.
    ///
    /// ```swift
    /// let temperature = BehaviorRelay(value: 20.5)
    /// let readings: [Observable<Double>] = [temperature.asObservable(), .just(19)]
    /// let subscription = Observable.merge(readings).subscribe(onNext: { print($0) })
    /// // 20.5
    /// // 19.0
    /// ```
    public func asObservable() -> Observable<Element> {
        ClosureSource { sink in
            let upstream = CreateSink(sink)
            sink.setUpstream(upstream)
            upstream.setUpstream(DisposeBase.wrapping(self.subscribe(AnyObserver(sink: upstream))))
        }
    }
}
