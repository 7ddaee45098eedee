import ArgumentParser

/// Who does the work that is measured.
enum Column: String, CaseIterable, Codable, ExpressibleByArgument {
    /// Function pointers with a context.
    case c = "C"
    /// What a Swift programmer would write by hand: see ClosureList.swift.
    case closures
    /// The same a little more cleverly: see StructList.swift.
    case structs
    case openCombine = "OpenCombine"
    /// swift-async-algorithms, where it has a comparable shape.
    case asyncAlgorithms = "AsyncAlgorithms"
    case millrace = "Millrace"
}
