#if !Service
    /// What `MillraceService` has is there with the trait `Service` alone.
    @available(
        *,
        unavailable,
        message: "MillraceService needs the trait Service: .package(url: …, traits: [.defaults, \"Service\"])"
    )
    public enum PipelineService {}
#endif
