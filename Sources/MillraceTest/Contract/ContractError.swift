/// The error that the sources of the contract fail with.
struct ContractError: Swift.Error, CustomStringConvertible {
    var description: String { "contract error" }
}
