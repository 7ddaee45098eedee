#if !Metrics
    import Millrace

    extension ObservableType {
        /// What `MillraceMetrics` has is there with the trait `Metrics` alone.
        @available(
            *,
            unavailable,
            message: "MillraceMetrics needs the trait Metrics: .package(url: …, traits: [.defaults, \"Metrics\"])"
        )
        public func metered(_ name: String) -> Observable<Element> { fatalError() }
    }
#endif
