import Foundation

extension Double {
    /// Three digits or so.
    var short: String {
        if self == rounded(), abs(self) < 1e6 { return String(Int(self)) }
        switch abs(self) {
        case ..<10: return String(format: "%.2f", self)
        case ..<100: return String(format: "%.1f", self)
        default: return String(format: "%.0f", self)
        }
    }
}
