#if !Tracing
    import Millrace

    extension ObservableType {
        /// What `MillraceTracing` has is there with the trait `Tracing` alone.
        @available(
            *,
            unavailable,
            message: "MillraceTracing needs the trait Tracing: .package(url: …, traits: [.defaults, \"Tracing\"])"
        )
        public func traced(_ name: String) -> Observable<Element> { fatalError() }

        /// What `MillraceTracing` has is there with the trait `Tracing` alone.
        @available(
            *,
            unavailable,
            message: "MillraceTracing needs the trait Tracing: .package(url: …, traits: [.defaults, \"Tracing\"])"
        )
        public func checkpoint(_ name: String) -> Observable<Element> { fatalError() }
    }
#endif
