#if !Logging
    import Millrace

    extension ObservableType {
        /// What `MillraceLogging` has is there with the trait `Logging` alone.
        @available(
            *,
            unavailable,
            message: "MillraceLogging needs the trait Logging: .package(url: …, traits: [.defaults, \"Logging\"])"
        )
        public func log(_ name: String) -> Observable<Element> { fatalError() }
    }
#endif
