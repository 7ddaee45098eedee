import Millrace

/// The error that the sources of the contract fail with. An operator that lets it go unhandled breaks rules of the
/// contract, which say so.
struct ContractError: QuietError, CustomStringConvertible {
    var description: String { "contract error" }
}
