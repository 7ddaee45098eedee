// swift-tools-version: 6.1
import PackageDescription

// The tests are written the way RxSwift code bases are, captured variables included, so they build in Swift 5 mode.
let testSettings: [SwiftSetting] = [.swiftLanguageMode(.v5)]

let package = Package(
    name: "Millrace",
    platforms: [.macOS(.v13)],
    products: [
        .library(name: "Millrace", targets: ["Millrace"]),
        .library(name: "MillraceTest", targets: ["MillraceTest"]),
        .library(name: "MillraceBlocking", targets: ["MillraceBlocking"]),
        .library(name: "MillraceFoundation", targets: ["MillraceFoundation"]),
        .library(name: "MillraceOperators", targets: ["MillraceOperators"]),
    ],
    traits: [
        .default(enabledTraits: ["Foundation", "Liburcu"]),
        .trait(
            name: "Foundation",
            description: "What needs all of Foundation: OperationQueueScheduler, NSObject.rx, decode, call stacks"
        ),
        .trait(name: "Liburcu", description: "Frees memory through liburcu"),
        .trait(name: "PortableReclamation", description: "Frees memory in C11 alone, even where Liburcu is on"),
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
            exclude: ["models", "liburcu", "ORDERING.md"],
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
