import Foundation

/// The Swift code of a Markdown page, and whether it is in a source file.
///
/// What a page shows is compiled and run: each of its blocks has to stand, line by line but for the indentation, in one of
/// this target's files. Imports stand at the head of a file and are looked for there.
enum CodeBlocks {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The blocks marked as Swift, each as its lines.
    static func blocks(in page: String) -> [[String]] { blocks(in: page, of: "swift") }

    /// The blocks marked as text: what is printed.
    static func texts(in page: String) -> [String] {
        blocks(in: page, of: "text").map { $0.joined(separator: "\n") }
    }

    private static func blocks(in page: String, of language: String) -> [[String]] {
        var blocks: [[String]] = []
        var block: [String]?
        for line in page.components(separatedBy: "\n") {
            if let lines = block {
                if line.hasPrefix("```") {
                    blocks.append(lines)
                    block = nil
                } else {
                    block = lines + [line]
                }
            } else if line.hasPrefix("```\(language)") {
                block = []
            }
        }
        return blocks
    }

    /// Those blocks of `page` that are in none of `sources`.
    static func strangers(in page: String, _ sources: [String]) -> [String] {
        let sources = sources.map { lines($0.components(separatedBy: "\n")) }
        return blocks(in: page).filter { block in !sources.contains { contains(lines(block), in: $0) } }
            .map { $0.joined(separator: "\n") }
    }

    private static func lines(_ lines: [String]) -> [String] {
        lines.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static func contains(_ block: [String], in source: [String]) -> Bool {
        let imports = block.prefix { $0.hasPrefix("import ") }
        let code = block.dropFirst(imports.count).drop { $0.isEmpty }
        guard imports.allSatisfy(source.contains), code.count <= source.count else { return false }
        return (0...source.count - code.count).contains { source[$0..<$0 + code.count].elementsEqual(code) }
    }
}
