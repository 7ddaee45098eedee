// swift-tools-version: 6.1
import PackageDescription

// Small real programs that use Millrace as any other package would: through a dependency, by its public API alone.
let package = Package(
    name: "MillraceExamples",
    platforms: [.macOS(.v13)],
    products: [
        .executable(name: "logwatch", targets: ["logwatch"]),
        .executable(name: "livefeed", targets: ["livefeed"]),
        .executable(name: "livefeed-load", targets: ["livefeed-load"]),
    ],
    traits: [
        // Without it, nothing that only a server needs is fetched.
        .trait(name: "Server", description: "livefeed and livefeed-load, with Hummingbird")
    ],
    dependencies: [
        .package(
            name: "Millrace",
            path: "..",
            traits: [.defaults, .trait(name: "Metrics", condition: .when(traits: ["Server"]))]
        ),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.10.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.6.0"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.81.0"),
    ],
    targets: [
        // Follows a log; for both programs.
        .target(name: "LogReading", dependencies: [.product(name: "Millrace", package: "Millrace")]),
        .executableTarget(
            name: "logwatch",
            dependencies: [
                "LogReading",
                .product(name: "Millrace", package: "Millrace"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .executableTarget(
            name: "livefeed",
            dependencies: [
                "LogReading",
                .product(name: "Millrace", package: "Millrace"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "MillraceMetrics", package: "Millrace", condition: .when(traits: ["Server"])),
                .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Server"])),
                .product(
                    name: "ServiceLifecycle",
                    package: "swift-service-lifecycle",
                    condition: .when(traits: ["Server"])
                ),
                .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Server"])),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Server"])),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio", condition: .when(traits: ["Server"])),
            ],
            resources: [.embedInCode("Page")]
        ),
        .executableTarget(
            name: "livefeed-load",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Server"])),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Server"])),
            ]
        ),
        .testTarget(name: "LogwatchTests", dependencies: ["logwatch"]),
    ],
    swiftLanguageModes: [.v6]
)
