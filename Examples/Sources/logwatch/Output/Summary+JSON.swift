import Foundation

extension Summary {
    /// One JSON object that ends with a line break.
    ///
    /// - Parameter compact: on one line.
    func json(compact: Bool) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if !compact { encoder.outputFormatting.insert(.prettyPrinted) }
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}
