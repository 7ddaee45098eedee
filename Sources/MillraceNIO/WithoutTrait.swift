#if !NIO
    /// What `MillraceNIO` has is there with the trait `NIO` alone.
    @available(
        *,
        unavailable,
        message: "MillraceNIO needs the trait NIO: .package(url: …, traits: [.defaults, \"NIO\"])"
    )
    public enum EventLoopScheduler {}
#endif
