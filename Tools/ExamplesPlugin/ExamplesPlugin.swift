import Foundation
import PackagePlugin

/// Has `Tools/generate-examples` write the tests of the examples in docstrings, once more when a source file has changed.
@main
struct ExamplesPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let tool = context.package.directoryURL.appending(path: "Tools/generate-examples")
        let examples = context.pluginWorkDirectoryURL.appending(path: "Examples.swift")
        let sources = context.package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
            .filter { $0.kind == .generic }
            .flatMap { $0.sourceFiles.map(\.url) }
        return [
            .buildCommand(
                displayName: "Writing the tests of the examples in docstrings",
                executable: tool,
                arguments: [examples.path],
                inputFiles: [tool] + sources,
                outputFiles: [examples]
            )
        ]
    }
}
