// swift-tools-version: 6.1
import PackageDescription

// Small real programs that use Millrace as any other package would: through a dependency, by its public API alone.
let package = Package(
    name: "MillraceExamples",
    platforms: [.macOS(.v13)],
    products: [
        .executable(name: "logwatch", targets: ["logwatch"])
    ],
    dependencies: [
        .package(name: "Millrace", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ],
    targets: [
        .executableTarget(
            name: "logwatch",
            dependencies: [
                .product(name: "Millrace", package: "Millrace"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .testTarget(name: "LogwatchTests", dependencies: ["logwatch"]),
    ],
    swiftLanguageModes: [.v6]
)
