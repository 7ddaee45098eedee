// swift-tools-version: 6.1
import Foundation
import PackageDescription

// The module names of RxSwift for Millrace. A package of its own: in Millrace's, targets of these names would keep
// every program that uses Millrace from having RxSwift in its graph too. It has RxSwift's name, since packages may ask
// for `.package(name: "RxSwift", url: …)`.

// In Millrace's repository this is a folder that belongs to the version around it. As a repository of its own, which
// `git subtree split` makes of the folder, it takes a released version, and has no tests of RxSwiftExt.
let manifestAbove = try? String(contentsOfFile: Context.packageDirectory + "/../Package.swift", encoding: .utf8)
let isInMillrace = manifestAbove?.contains("name: \"Millrace\"") == true

let dependencies: [Package.Dependency] =
    if isInMillrace {
        [.package(name: "Millrace", path: ".."), .package(path: "RxSwiftExt")]
    } else {
        [.package(url: "https://github.com/millrace/millrace", .upToNextMinor(from: "0.1.0"))]
    }

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "Millrace") }

/// RxSwift's products: each module also as a dynamic library.
func products(_ module: String) -> [Product] {
    [
        .library(name: module, targets: [module]),
        .library(name: module + "-Dynamic", type: .dynamic, targets: [module]),
    ]
}

// As RxSwift's users have it.
let testSettings: [SwiftSetting] = [.swiftLanguageMode(.v5)]

let package = Package(
    name: "RxSwift",
    platforms: [.macOS(.v13)],
    products: ["RxSwift", "RxRelay", "RxCocoa", "RxTest", "RxBlocking"].flatMap(products),
    dependencies: dependencies,
    targets: [
        .target(name: "RxSwift", dependencies: [product("Millrace")]),
        .target(name: "RxRelay", dependencies: ["RxSwift", product("Millrace")]),
        .target(name: "RxCocoa", dependencies: ["RxRelay", product("Millrace"), product("MillraceFoundation")]),
        .target(name: "RxTest", dependencies: ["RxSwift", product("MillraceTest")]),
        .target(name: "RxBlocking", dependencies: ["RxSwift", product("MillraceBlocking")]),

        // Code as it is written for RxSwift, with nothing in it that names Millrace.
        .target(
            name: "Search",
            dependencies: ["RxSwift", "RxCocoa"],
            path: "Tests/Search",
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "SearchTests",
            dependencies: ["Search", "Radio", "RxSwift", "RxRelay", "RxCocoa", "RxTest", "RxBlocking"],
            swiftSettings: testSettings
        ),
        // A module with names that Millrace has and RxSwift does not have.
        .target(name: "Radio", path: "Tests/Radio"),
        // In Swift 6 mode.
        .testTarget(name: "NamesTests", dependencies: ["RxSwift", "RxRelay", "RxCocoa", "RxTest", "RxBlocking"]),
    ]
        + (isInMillrace
            ? [
                .testTarget(
                    name: "RxSwiftExtTests",
                    dependencies: ["RxSwift", .product(name: "RxSwiftExt", package: "RxSwiftExt"), "Radio"]
                )
            ] : [])
)
