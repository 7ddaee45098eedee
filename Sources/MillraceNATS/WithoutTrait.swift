#if !NATS
    /// What `MillraceNATS` has is there with the trait `NATS` alone.
    @available(
        *,
        unavailable,
        message: "MillraceNATS needs the trait NATS: .package(url: …, traits: [.defaults, \"NATS\"])"
    )
    public enum NATS {}
#endif
