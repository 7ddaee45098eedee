// swift-tools-version: 6.1
import PackageDescription

// The tests are written the way RxSwift code bases are, captured variables included, so they build in Swift 5 mode.
let testSettings: [SwiftSetting] = [.swiftLanguageMode(.v5)]

/// Products of other packages that a target needs while `trait` is on.
func products(_ names: [String], of package: String, trait: String) -> [Target.Dependency] {
    names.map { (name: String) -> Target.Dependency in
        .product(name: name, package: package, condition: .when(traits: [trait]))
    }
}

/// Targets of this package.
func targets(_ names: [String]) -> [Target.Dependency] {
    names.map { (name: String) -> Target.Dependency in .target(name: name) }
}

/// What a test target needs: the targets that it tests, and what all tests use.
func tested(_ names: String...) -> [Target.Dependency] {
    targets(["Millrace"] + names + ["MillraceTest", "TestSupport"])
}

// What each adapter needs of other packages, and what its tests need. Every step has its type written down: Swift 6.2
// gives up on one expression that joins such lists.
let nio: [Target.Dependency] = products(["NIOCore"], of: "swift-nio", trait: "NIO")
let nioTests: [Target.Dependency] = products(["NIOCore", "NIOEmbedded", "NIOPosix"], of: "swift-nio", trait: "NIO")
let service: [Target.Dependency] = products(["ServiceLifecycle"], of: "swift-service-lifecycle", trait: "Service")
let serviceTests: [Target.Dependency] = products(
    ["ServiceLifecycle", "ServiceLifecycleTestKit"],
    of: "swift-service-lifecycle",
    trait: "Service"
)
let serviceLogging: [Target.Dependency] = products(["Logging"], of: "swift-log", trait: "Service")
let metrics: [Target.Dependency] = products(["Metrics"], of: "swift-metrics", trait: "Metrics")
let metricsTests: [Target.Dependency] = products(["Metrics", "MetricsTestKit"], of: "swift-metrics", trait: "Metrics")
let logging: [Target.Dependency] = products(["Logging"], of: "swift-log", trait: "Logging")
let tracing: [Target.Dependency] = products(["Tracing"], of: "swift-distributed-tracing", trait: "Tracing")
let tracingTests: [Target.Dependency] = products(
    ["Tracing", "InMemoryTracing"],
    of: "swift-distributed-tracing",
    trait: "Tracing"
)

// The page OnAServer uses these adapters, and swift-log.
var serverPage: [Target.Dependency] = tested("MillraceNIO", "MillraceService", "MillraceMetrics", "MillraceTracing")
for needed: [Target.Dependency] in [nioTests, serviceTests, metricsTests, logging, tracingTests] {
    serverPage += needed
}

/// A target that joins Millrace to another package. While its trait is off, it has one function, which says what is missing.
func adapter(_ name: String, _ needed: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: targets(["Millrace"]) + needed)
}

/// The tests of an adapter, in Swift 6 mode, as code for servers is.
func adapterTests(_ name: String, _ needed: [Target.Dependency]) -> Target {
    .testTarget(name: name + "Tests", dependencies: tested(name) + needed)
}

/// Tests in Swift 5 mode.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: testSettings)
}

/// A library product of the target of the same name.
func library(_ name: String) -> Product {
    .library(name: name, targets: [name])
}

// MILLRACE_EXPLORE=1 is the build in which MillraceExplore decides which thread runs. Only there does the core take a step
// before each of its atomic operations: the headers are others, and so are the parts that wait and that free memory.
#if os(Linux)
    let isExplored = Context.environment["MILLRACE_EXPLORE"] == "1"
#else
    let isExplored = false
#endif
let exploring: [SwiftSetting] = isExplored ? [.define("MILLRACE_EXPLORE")] : []

let core: Target =
    if isExplored {
        .target(
            name: "CMillrace",
            path: "CSupport",
            exclude: ["models", "nats", "ORDERING.md"]
                + ["mr_reclaim", "mr_reclaim_urcu", "mr_reclaim_portable"].map { "src/\($0).c" },
            sources: ["src", "explore/src"],
            publicHeadersPath: "explore/include",
            cSettings: [
                .headerSearchPath("include"), .headerSearchPath("src"),
                .define("MR_EXPLORE"), .define("MR_EXPLORE_THREADS"), .define("MR_RECLAIM_ELSEWHERE"),
            ]
        )
    } else {
        .target(
            name: "CMillrace",
            path: "CSupport",
            exclude: ["explore", "models", "nats", "ORDERING.md"],
            sources: ["src"],
            publicHeadersPath: "include",
            cSettings: [
                .define("MR_LIBURCU", .when(traits: ["Liburcu"])),
                .define("MR_PORTABLE_RECLAMATION", .when(traits: ["PortableReclamation"])),
            ],
            // On Linux the core names the library itself (mr_reclaim_urcu.c).
            linkerSettings: [.linkedLibrary("urcu-bp", .when(platforms: [.macOS], traits: ["Liburcu"]))]
        )
    }

let package = Package(
    name: "Millrace",
    platforms: [.macOS(.v13)],
    products: [
        library("Millrace"),
        library("MillraceTest"),
        library("MillraceExplore"),
        library("MillraceBlocking"),
        library("MillraceFoundation"),
        library("MillraceOperators"),
        library("MillraceInspector"),
        // Each needs the trait of its name: a package whose trait is off is not even fetched.
        library("MillraceNIO"),
        library("MillraceService"),
        library("MillraceMetrics"),
        library("MillraceLogging"),
        library("MillraceTracing"),
        // With the trait NATS, libnats has to be installed.
        library("MillraceNATS"),
    ],
    traits: [
        // One trait alone: the package manager writes the flags of several traits in a random order, and another order is
        // another build.
        .default(enabledTraits: ["Foundation"]),
        .trait(
            name: "Foundation",
            description: "What needs Foundation: OperationQueueScheduler, NSObject.rx, decode, encode"
        ),
        .trait(
            name: "Liburcu",
            description: "Frees memory through liburcu, or does not compile; without this trait, where its headers are"
        ),
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
        core,
        // The name that `Disposable` and the scheduler protocols inherit from; it can only be written in Swift 5 mode.
        .target(name: "MillraceUnchecked", swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(name: "Millrace", dependencies: ["CMillrace", "MillraceUnchecked"], swiftSettings: exploring),
        .target(name: "MillraceTest", dependencies: ["Millrace"]),
        .target(name: "MillraceExplore", dependencies: ["Millrace", "CMillrace"], swiftSettings: exploring),
        .target(name: "MillraceBlocking", dependencies: ["Millrace"]),
        .target(name: "MillraceFoundation", dependencies: ["Millrace"]),
        .target(name: "MillraceOperators", dependencies: ["Millrace"]),
        .target(name: "MillraceInspector", dependencies: ["Millrace"], resources: [.embedInCode("Page")]),
        adapter("MillraceNIO", nio),
        adapter("MillraceService", service),
        adapter("MillraceMetrics", metrics),
        adapter("MillraceLogging", logging),
        adapter("MillraceTracing", tracing),
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
        // All operators, for the tests that each of them has to pass. Never optimized: that took half of an optimized build.
        .target(
            name: "OperatorCatalogue",
            dependencies: ["Millrace", "MillraceOperators"],
            path: "Tests/OperatorCatalogue",
            swiftSettings: testSettings + [.unsafeFlags(["-Onone"])]
        ),
        .executableTarget(
            name: "LeakCheck",
            dependencies: ["Millrace", "OperatorCatalogue"],
            path: "Tests/LeakCheck",
            swiftSettings: testSettings
        ),
        // A malloc that counts, for the tests alone.
        .target(name: "MallocMeter", path: "Tests/MallocMeter"),
        // Processors and priorities, for the tests alone.
        .target(name: "ThreadPriority", path: "Tests/ThreadPriority"),
        tests("MillraceTests", tested("MallocMeter", "MillraceInspector", "OperatorCatalogue")),
        tests("MillraceTestTests", tested("ThreadPriority")),
        tests("MillraceBlockingTests", tested("MillraceBlocking")),
        tests("MillraceFoundationTests", tested("MillraceFoundation")),
        tests("MillraceOperatorsTests", tested("MillraceOperators", "MillraceBlocking")),
        adapterTests("MillraceNIO", nioTests),
        adapterTests("MillraceService", serviceTests + serviceLogging),
        adapterTests("MillraceMetrics", metricsTests),
        adapterTests("MillraceLogging", logging),
        adapterTests("MillraceTracing", tracingTests),
        // The code of the page OnAServer.
        .testTarget(name: "ServerPageTests", dependencies: serverPage),
        .testTarget(
            name: "MillraceNATSTests",
            // The tests compare with libnats itself.
            dependencies: tested("MillraceNATS") + [.target(name: "CNATS", condition: .when(traits: ["NATS"]))],
            exclude: ["Cluster/Mistakes", "Cluster/seeds.sh"]
        ),
        // What callers in Swift 6 mode write must compile without errors.
        .testTarget(
            name: "Swift6Tests",
            dependencies: tested("MillraceBlocking", "MillraceFoundation", "MillraceOperators")
        ),
        // What callers write must compile without warnings: the same files in Swift 5 mode and in Swift 6 mode.
        tests("PatternTests5", tested()),
        .testTarget(name: "PatternTests6", dependencies: tested()),
        // The code that the pages and the docstrings show; in Swift 6 mode, as new code is.
        .testTarget(
            name: "DocumentationTests",
            dependencies: tested(
                "MillraceBlocking",
                "MillraceExplore",
                "MillraceFoundation",
                "MillraceInspector",
                "MillraceOperators"
            ),
            plugins: ["ExamplesPlugin"]
        ),
        // Writes the tests of the docstrings.
        .plugin(name: "ExamplesPlugin", capability: .buildTool(), path: "Tools/ExamplesPlugin"),
        tests("ContractTests", tested("MillraceOperators", "OperatorCatalogue")),
        // Operators under every schedule, in the build with MILLRACE_EXPLORE=1; in any other build, as races.
        .testTarget(
            name: "ExploreTests",
            dependencies: tested("MillraceExplore", "MillraceOperators", "OperatorCatalogue"),
            exclude: ["Mistakes", "run.sh"],
            // For the files of MillraceNATS and MillraceNIO that are also here; event loops are the target's own.
            swiftSettings: testSettings + exploring + ["NATS", "NIO", "EXPLORED_LOOPS"].map { .define($0) }
        ),
        tests(
            "StressTests",
            tested("MillraceBlocking", "MillraceOperators", "CMillrace", "OperatorCatalogue", "ThreadPriority")
        ),
        tests("CSupportTests", targets(["CMillrace"])),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu11
)

// MILLRACE_TESTS=StressTests,MillraceTests leaves out all other test targets: optimized, they take minutes to build.
if let tests = Context.environment["MILLRACE_TESTS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll { $0.type == .test && !tests.contains($0.name) }
    if !tests.contains("DocumentationTests") { package.targets.removeAll { $0.type == .plugin } }
}
