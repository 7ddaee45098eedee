import CMillrace

// A chain of disposed objects, linked through their words, that is its holder's alone.
extension Cell {
    /// The object after this one.
    var nextInGarbage: Cell? { Cell(mr_garbage_next(address)) }

    /// Puts this object in front of a chain.
    func pushGarbage(before chain: Cell?) {
        mr_garbage_push(address, chain?.address)
    }
}
