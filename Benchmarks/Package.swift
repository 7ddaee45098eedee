// swift-tools-version: 6.1
import PackageDescription

// MILLRACE_TRAITS=PortableReclamation measures Millrace without liburcu.
let named = Context.environment["MILLRACE_TRAITS"]?.split(separator: ",") ?? []
let traits = Set<Package.Dependency.Trait>(named.map { .trait(name: String($0)) })

// A package of its own, so that nothing that only the benchmarks need burdens users of Millrace.
let package = Package(
    name: "MillraceBenchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "Millrace", path: "..", traits: traits.isEmpty ? [.defaults] : traits),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.0.0"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        // What C can do, the meter of the allocator, and what has to be hidden from Swift's optimiser.
        .target(name: "BenchmarkLimits"),
        .target(
            name: "MillraceSubscriber",
            dependencies: [.product(name: "Millrace", package: "Millrace")],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        // In Swift 5 mode, as most of the code bases that Millrace is for.
        .executableTarget(
            name: "millrace-bench",
            dependencies: [
                "BenchmarkLimits",
                "MillraceSubscriber",
                .product(name: "Millrace", package: "Millrace"),
                .product(name: "MillraceOperators", package: "Millrace"),
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "OpenCombineDispatch", package: "OpenCombine"),
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        // Where synchronous events meet tasks. In Swift 6 mode, as code with tasks mostly is.
        .executableTarget(
            name: "millrace-edges",
            dependencies: [
                "BenchmarkLimits",
                "StressSupport",
                .product(name: "Millrace", package: "Millrace"),
                .product(name: "MillraceOperators", package: "Millrace"),
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        // Shared numbers, the process's memory, Ctrl-C.
        .target(name: "StressSupport"),
        .executableTarget(
            name: "millrace-stress",
            dependencies: [
                "StressSupport",
                .product(name: "Millrace", package: "Millrace"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
    ],
    cLanguageStandard: .gnu11
)
