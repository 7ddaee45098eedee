// swift-tools-version: 6.1
import PackageDescription

// The tests are written the way RxSwift code bases are, captured variables included, so they build in Swift 5 mode.
let testSettings: [SwiftSetting] = [.swiftLanguageMode(.v5)]

/// The products of packages that a target needs while `trait` is on.
func products(_ packages: [(name: String, products: [String])], trait: String) -> [Target.Dependency] {
    packages.flatMap { package in
        package.products.map { .product(name: $0, package: package.name, condition: .when(traits: [trait])) }
    }
}

/// A target that joins Millrace to another package. Its files are empty while `trait` is off.
func adapter(_ name: String, to packages: [(name: String, products: [String])], trait: String) -> Target {
    .target(name: name, dependencies: ["Millrace"] + products(packages, trait: trait))
}

/// Its tests, in Swift 6 mode, as code for servers is.
func adapterTests(_ name: String, _ packages: [(name: String, products: [String])], trait: String) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: [.target(name: name), "Millrace", "MillraceTest", "TestSupport"]
            + products(packages, trait: trait)
    )
}

let package = Package(
    name: "Millrace",
    platforms: [.macOS(.v13)],
    products: [
        .library(name: "Millrace", targets: ["Millrace"]),
        .library(name: "MillraceTest", targets: ["MillraceTest"]),
        .library(name: "MillraceBlocking", targets: ["MillraceBlocking"]),
        .library(name: "MillraceFoundation", targets: ["MillraceFoundation"]),
        .library(name: "MillraceOperators", targets: ["MillraceOperators"]),
        // Each needs the trait of its name: a package whose trait is off is not even fetched.
        .library(name: "MillraceNIO", targets: ["MillraceNIO"]),
        .library(name: "MillraceService", targets: ["MillraceService"]),
        .library(name: "MillraceMetrics", targets: ["MillraceMetrics"]),
        .library(name: "MillraceLogging", targets: ["MillraceLogging"]),
        .library(name: "MillraceTracing", targets: ["MillraceTracing"]),
        // With the trait NATS, libnats has to be installed.
        .library(name: "MillraceNATS", targets: ["MillraceNATS"]),
    ],
    traits: [
        .default(enabledTraits: ["Foundation", "Liburcu"]),
        .trait(
            name: "Foundation",
            description: "What needs all of Foundation: OperationQueueScheduler, NSObject.rx, decode, call stacks"
        ),
        .trait(name: "Liburcu", description: "Frees memory through liburcu"),
        .trait(name: "PortableReclamation", description: "Frees memory in C11 alone, even where Liburcu is on"),
        .trait(name: "NIO", description: "MillraceNIO, with swift-nio"),
        .trait(name: "Service", description: "MillraceService, with swift-service-lifecycle"),
        .trait(name: "Metrics", description: "MillraceMetrics, with swift-metrics"),
        .trait(name: "Logging", description: "MillraceLogging, with swift-log"),
        .trait(name: "Tracing", description: "MillraceTracing, with swift-distributed-tracing"),
        .trait(name: "NATS", description: "MillraceNATS, with libnats"),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.81.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.6.0"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.1.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CLiburcu",
            path: "CSupport/liburcu",
            pkgConfig: "liburcu-bp",
            providers: [
                .apt(["liburcu-dev", "pkg-config"]),
                .yum(["userspace-rcu-devel", "pkgconf-pkg-config"]),
                .brew(["userspace-rcu", "pkgconf"]),
            ]
        ),
        .target(
            name: "CMillrace",
            dependencies: [.target(name: "CLiburcu", condition: .when(traits: ["Liburcu"]))],
            path: "CSupport",
            exclude: ["models", "liburcu", "nats", "ORDERING.md"],
            sources: ["src"],
            publicHeadersPath: "include",
            cSettings: [
                .define("MR_LIBURCU", .when(traits: ["Liburcu"])),
                .define("MR_PORTABLE_RECLAMATION", .when(traits: ["PortableReclamation"])),
            ]
        ),
        .target(name: "Millrace", dependencies: ["CMillrace"]),
        .target(name: "MillraceTest", dependencies: ["Millrace"]),
        .target(name: "MillraceBlocking", dependencies: ["Millrace"]),
        .target(name: "MillraceFoundation", dependencies: ["Millrace"]),
        .target(name: "MillraceOperators", dependencies: ["Millrace"]),
        adapter("MillraceNIO", to: [("swift-nio", ["NIOCore"])], trait: "NIO"),
        adapter("MillraceService", to: [("swift-service-lifecycle", ["ServiceLifecycle"])], trait: "Service"),
        adapter("MillraceMetrics", to: [("swift-metrics", ["Metrics"])], trait: "Metrics"),
        adapter("MillraceLogging", to: [("swift-log", ["Logging"])], trait: "Logging"),
        adapter("MillraceTracing", to: [("swift-distributed-tracing", ["Tracing"])], trait: "Tracing"),
        .systemLibrary(
            name: "CNATS",
            path: "CSupport/nats",
            pkgConfig: "libnats",
            providers: [.apt(["libnats-dev", "pkg-config"]), .brew(["cnats", "pkgconf"])]
        ),
        .target(
            name: "MillraceNATS",
            dependencies: ["Millrace", .target(name: "CNATS", condition: .when(traits: ["NATS"]))]
        ),
        .target(
            name: "TestSupport",
            dependencies: ["Millrace", "MillraceTest"],
            path: "Tests/TestSupport",
            swiftSettings: testSettings
        ),
        .executableTarget(
            name: "LeakCheck",
            dependencies: ["Millrace"],
            path: "Tests/LeakCheck",
            swiftSettings: testSettings
        ),
        // A malloc that counts, for the tests alone.
        .target(name: "MallocMeter", path: "Tests/MallocMeter"),
        // Processors and priorities, for the tests alone.
        .target(name: "ThreadPriority", path: "Tests/ThreadPriority"),
        .testTarget(
            name: "MillraceTests",
            dependencies: ["Millrace", "MillraceTest", "TestSupport", "MallocMeter"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "MillraceTestTests",
            dependencies: ["Millrace", "MillraceTest", "TestSupport"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "MillraceBlockingTests",
            dependencies: ["Millrace", "MillraceBlocking", "MillraceTest", "TestSupport"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "MillraceFoundationTests",
            dependencies: ["Millrace", "MillraceFoundation", "MillraceTest", "TestSupport"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "MillraceOperatorsTests",
            dependencies: ["Millrace", "MillraceOperators", "MillraceBlocking", "MillraceTest", "TestSupport"],
            swiftSettings: testSettings
        ),
        adapterTests("MillraceNIO", [("swift-nio", ["NIOCore", "NIOEmbedded", "NIOPosix"])], trait: "NIO"),
        adapterTests(
            "MillraceService",
            [
                ("swift-service-lifecycle", ["ServiceLifecycle", "ServiceLifecycleTestKit"]),
                ("swift-log", ["Logging"]),
            ],
            trait: "Service"
        ),
        adapterTests("MillraceMetrics", [("swift-metrics", ["Metrics", "MetricsTestKit"])], trait: "Metrics"),
        adapterTests("MillraceLogging", [("swift-log", ["Logging"])], trait: "Logging"),
        adapterTests(
            "MillraceTracing",
            [("swift-distributed-tracing", ["Tracing", "InMemoryTracing"])],
            trait: "Tracing"
        ),
        // The code of the page OnAServer.
        .testTarget(
            name: "ServerPageTests",
            dependencies: [
                "Millrace", "MillraceNIO", "MillraceService", "MillraceMetrics", "MillraceTracing", "MillraceTest",
                "TestSupport",
            ]
                + products([("swift-nio", ["NIOCore", "NIOEmbedded", "NIOPosix"])], trait: "NIO")
                + products(
                    [("swift-service-lifecycle", ["ServiceLifecycle", "ServiceLifecycleTestKit"])],
                    trait: "Service"
                )
                + products([("swift-metrics", ["Metrics", "MetricsTestKit"])], trait: "Metrics")
                + products([("swift-log", ["Logging"])], trait: "Logging")
                + products([("swift-distributed-tracing", ["Tracing", "InMemoryTracing"])], trait: "Tracing")
        ),
        .testTarget(
            name: "MillraceNATSTests",
            dependencies: ["MillraceNATS", "Millrace", "MillraceTest", "TestSupport"]
        ),
        // What callers in Swift 6 mode write must compile without errors.
        .testTarget(
            name: "Swift6Tests",
            dependencies: [
                "Millrace", "MillraceBlocking", "MillraceFoundation", "MillraceOperators", "MillraceTest",
                "TestSupport",
            ]
        ),
        // What callers write must compile without warnings: the same files in Swift 5 mode and in Swift 6 mode.
        .testTarget(
            name: "PatternTests5",
            dependencies: ["Millrace", "MillraceTest", "TestSupport"],
            swiftSettings: testSettings
        ),
        .testTarget(name: "PatternTests6", dependencies: ["Millrace", "MillraceTest", "TestSupport"]),
        // The code that the pages and the docstrings show; in Swift 6 mode, as new code is.
        .testTarget(
            name: "DocumentationTests",
            dependencies: ["Millrace", "MillraceBlocking", "MillraceFoundation", "MillraceOperators", "MillraceTest"]
        ),
        .testTarget(
            name: "ContractTests",
            dependencies: ["Millrace", "MillraceOperators", "MillraceTest", "TestSupport"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "StressTests",
            dependencies: [
                "Millrace", "MillraceBlocking", "MillraceOperators", "CMillrace", "TestSupport", "ThreadPriority",
            ],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "CSupportTests",
            dependencies: ["CMillrace"],
            swiftSettings: testSettings
        ),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu11
)

// MILLRACE_TESTS=StressTests,MillraceTests leaves out all other test targets: optimized, they take minutes to build.
if let tests = Context.environment["MILLRACE_TESTS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll { $0.type == .test && !tests.contains($0.name) }
}
