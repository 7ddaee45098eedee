extension ObservableType {
    /// This source as an `Observable`: each subscription to the result subscribes to this source.
    public func asObservable() -> Observable<Element> {
        ClosureSource { sink in
            let upstream = CreateSink(sink)
            sink.setUpstream(upstream)
            upstream.setUpstream(DisposeBase.wrapping(self.subscribe(AnyObserver(sink: upstream))))
        }
    }
}
