// swift-tools-version: 6.1
import Foundation
import PackageDescription

// The module names of RxSwift and RxSwiftExt for Millrace. A package of its own: in Millrace's, targets of these names
// would keep every program that uses Millrace from having RxSwift in its graph too.

// In Millrace's repository this is a folder that belongs to the version around it. As a repository of its own, which
// `git subtree split` makes of the folder, it takes a released version.
let manifestAbove = try? String(contentsOfFile: Context.packageDirectory + "/../Package.swift", encoding: .utf8)
let millrace: Package.Dependency =
    if manifestAbove?.contains("name: \"Millrace\"") == true {
        .package(name: "Millrace", path: "..")
    } else {
        .package(url: "https://github.com/millrace/millrace", .upToNextMinor(from: "0.1.0"))
    }

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "Millrace") }

// As RxSwift's users have it.
let testSettings: [SwiftSetting] = [.swiftLanguageMode(.v5)]

let package = Package(
    name: "MillraceCompatibility",
    platforms: [.macOS(.v13)],
    products: [
        .library(name: "RxSwift", targets: ["RxSwift"]),
        .library(name: "RxRelay", targets: ["RxRelay"]),
        .library(name: "RxCocoa", targets: ["RxCocoa"]),
        .library(name: "RxTest", targets: ["RxTest"]),
        .library(name: "RxBlocking", targets: ["RxBlocking"]),
        .library(name: "RxSwiftExt", targets: ["RxSwiftExt"]),
    ],
    dependencies: [millrace],
    targets: [
        .target(name: "RxSwift", dependencies: [product("Millrace")]),
        .target(name: "RxRelay", dependencies: ["RxSwift"]),
        .target(name: "RxCocoa", dependencies: ["RxRelay", product("MillraceFoundation")]),
        .target(name: "RxTest", dependencies: ["RxSwift", product("MillraceTest")]),
        .target(name: "RxBlocking", dependencies: ["RxSwift", product("MillraceBlocking")]),
        .target(name: "RxSwiftExt", dependencies: ["RxSwift", "RxCocoa", product("MillraceOperators")]),

        // Code as it is written for RxSwift, with nothing in it that names Millrace.
        .target(
            name: "Search",
            dependencies: ["RxSwift", "RxCocoa"],
            path: "Tests/Search",
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "SearchTests",
            dependencies: ["Search", "RxSwift", "RxRelay", "RxCocoa", "RxTest", "RxBlocking"],
            swiftSettings: testSettings
        ),
        // In Swift 6 mode.
        .testTarget(
            name: "NamesTests",
            dependencies: ["RxSwift", "RxRelay", "RxCocoa", "RxTest", "RxBlocking", "RxSwiftExt"]
        ),
    ]
)
