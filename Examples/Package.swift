// swift-tools-version: 6.1
import PackageDescription

// Small real programs that use Millrace as any other package would: through a dependency, by its public API alone.
/// The products of packages that only servers need, or what else the trait is for.
func server(_ packages: [(name: String, products: [String])], trait: String = "Server") -> [Target.Dependency] {
    packages.flatMap { package in
        package.products.map { .product(name: $0, package: package.name, condition: .when(traits: [trait])) }
    }
}

let package = Package(
    name: "MillraceExamples",
    platforms: [.macOS(.v13)],
    products: [
        .executable(name: "logwatch", targets: ["logwatch"]),
        .executable(name: "livefeed", targets: ["livefeed"]),
        .executable(name: "livefeed-load", targets: ["livefeed-load"]),
        .executable(name: "prices", targets: ["prices"]),
    ],
    traits: [
        // Without it, nothing that only a server needs is fetched.
        .trait(name: "Server", description: "livefeed and livefeed-load, with Hummingbird"),
        // libnats has to be installed.
        .trait(
            name: "Brokered",
            description: "livefeed in several processes, with three NATS servers between them",
            enabledTraits: ["Server"]
        ),
    ],
    dependencies: [
        .package(
            name: "Millrace",
            path: "..",
            traits: [
                .defaults, .trait(name: "Metrics", condition: .when(traits: ["Server"])),
                .trait(name: "Service", condition: .when(traits: ["Server"])),
                .trait(name: "NATS", condition: .when(traits: ["Brokered"])),
            ]
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
            ],
            resources: [.embedInCode("Sample")]
        ),
        // What livefeed consists of. Its files are empty while the trait is off.
        .target(
            name: "LivefeedServer",
            dependencies: [
                "LogReading",
                .product(name: "Millrace", package: "Millrace"),
            ]
                + server([
                    ("Millrace", ["MillraceInspector", "MillraceMetrics", "MillraceService"]),
                    ("hummingbird", ["Hummingbird"]),
                    ("swift-service-lifecycle", ["ServiceLifecycle"]), ("swift-metrics", ["Metrics"]),
                    ("swift-nio", ["NIOCore", "NIOConcurrencyHelpers"]),
                ])
                + server([("Millrace", ["MillraceNATS"])], trait: "Brokered"),
            resources: [.embedInCode("Page")]
        ),
        .executableTarget(
            name: "livefeed",
            dependencies: [
                "LivefeedServer", "LogReading",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
                + server([
                    ("hummingbird", ["Hummingbird", "HummingbirdCore"]), ("Millrace", ["Millrace"]),
                    ("swift-service-lifecycle", ["ServiceLifecycle"]),
                    ("swift-metrics", ["Metrics"]), ("swift-nio", ["NIOCore", "NIOConcurrencyHelpers"]),
                ])
        ),
        .executableTarget(
            name: "livefeed-load",
            dependencies: [
                "LivefeedServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ] + server([("swift-metrics", ["Metrics"]), ("swift-nio", ["NIOCore", "NIOPosix"])])
        ),
        // The service that the page OnAServer begins with.
        .executableTarget(
            name: "prices",
            dependencies: [.product(name: "Millrace", package: "Millrace")]
                + server([
                    ("Millrace", ["MillraceService"]), ("hummingbird", ["Hummingbird"]),
                    ("swift-service-lifecycle", ["ServiceLifecycle"]),
                ])
        ),
        .testTarget(
            name: "LogwatchTests",
            dependencies: ["logwatch", "LogReading", .product(name: "Millrace", package: "Millrace")]
        ),
        .testTarget(
            name: "LivefeedTests",
            dependencies: [
                "livefeed", "logwatch", "LivefeedServer", "LogReading",
                .product(name: "Millrace", package: "Millrace"),
                .product(name: "MillraceTest", package: "Millrace"),
            ]
                + server([
                    ("swift-service-lifecycle", ["ServiceLifecycle"]), ("swift-metrics", ["Metrics"]),
                    ("swift-nio", ["NIOCore", "NIOConcurrencyHelpers"]),
                ])
                + server([("Millrace", ["MillraceNATS"])], trait: "Brokered")
        ),
    ],
    swiftLanguageModes: [.v6]
)
