import CMillrace

extension Sink {
    /// Releases what the closure in the first stored property of a subclass captured: `AnonymousSink.onNext` and
    /// `EventSink.handler`.
    ///
    /// The subscription may outlive its delivery in a variable or a bag; what the closure captured must not. The property
    /// is a `let`, so that reading it for an event costs no retain. So this overwrites a constant, through its address,
    /// when no event can come any more.
    ///
    /// `StoredPropertyTests.testWhatAnObserverCapturesGoesWithItsSource` fails if the property lies somewhere else, or if
    /// an optimizer makes use of its being constant. This can be deleted when reading a closure from a `var` costs no
    /// retain.
    @usableFromInline
    final func releaseFirstClosure() {
        let closure = (Unmanaged.passUnretained(self).toOpaque() + placeOfFirstClosure)
            .assumingMemoryBound(to: Optional<UnsafeRawPointer>.self)
        let context = closure[1]
        closure[1] = nil
        if let context { Unmanaged<AnyObject>.fromOpaque(context).release() }
    }
}

/// Where the first stored property of a subclass of `Sink` lies: behind the object's header, the word of `DisposeBase` and
/// `receive`. A closure is two pointers: its code and what it captured. No member of `Sink`, whose metadata would be
/// looked up.
@inline(__always)
private var placeOfFirstClosure: Int {
    2 * MemoryLayout<UnsafeRawPointer>.size + MemoryLayout<mr_sink>.size + MemoryLayout<() -> Void>.size
}
