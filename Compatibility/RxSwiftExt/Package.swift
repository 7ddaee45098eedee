// swift-tools-version: 6.1
import Foundation
import PackageDescription

// The module name of RxSwiftExt for Millrace: what a mirror of RxSwiftExt points to.

// As in the manifest of the package RxSwift, in the folder above.
let manifestAbove = try? String(contentsOfFile: Context.packageDirectory + "/../../Package.swift", encoding: .utf8)
let millrace: Package.Dependency =
    if manifestAbove?.contains("name: \"Millrace\"") == true {
        .package(name: "Millrace", path: "../..")
    } else {
        .package(url: "https://github.com/millrace/millrace", .upToNextMinor(from: "0.1.0"))
    }

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "Millrace") }

let package = Package(
    name: "RxSwiftExt",
    platforms: [.macOS(.v13)],
    products: [.library(name: "RxSwiftExt", targets: ["RxSwiftExt"])],
    dependencies: [millrace],
    targets: [
        .target(
            name: "RxSwiftExt",
            dependencies: [product("Millrace"), product("MillraceFoundation"), product("MillraceOperators")]
        )
    ]
)
