extension Sink {
    /// Releases what the closure in the first stored property of a subclass captured.
    ///
    /// The subscription may outlive its delivery in a variable or a bag; what it captured must not. The property is a
    /// `let`, so that reading it for an event costs no retain; it is cleared here, through its address, when no event
    /// can come any more.
    @usableFromInline
    final func releaseFirstClosure() {
        let closure = (Unmanaged.passUnretained(self).toOpaque() + ObjectLayout.sink)
            .assumingMemoryBound(to: Optional<UnsafeRawPointer>.self)
        let context = closure[1]
        closure[1] = nil
        if let context { Unmanaged<AnyObject>.fromOpaque(context).release() }
    }
}
