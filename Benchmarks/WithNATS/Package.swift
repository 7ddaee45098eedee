// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the other benchmarks need no libnats.
let package = Package(
    name: "MillraceNATSBenchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "Millrace", path: "../..", traits: [.defaults, "NATS"])],
    targets: [
        .systemLibrary(name: "CLibnats", pkgConfig: "libnats"),
        // What libnats does by itself, in C.
        .target(name: "RawNATS", dependencies: ["CLibnats"]),
        .executableTarget(
            name: "millrace-nats-bench",
            dependencies: [
                "RawNATS",
                .product(name: "Millrace", package: "Millrace"),
                .product(name: "MillraceNATS", package: "Millrace"),
            ]
        ),
    ],
    cLanguageStandard: .gnu11
)
