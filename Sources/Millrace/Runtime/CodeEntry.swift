import CMillrace

/// Where a sink's closure lies: behind the object's header and the word of `DisposeBase`. No member of `Sink`, whose
/// metadata would be looked up.
@inline(__always)
var placeOfReceive: Int { 2 * MemoryLayout<UnsafeRawPointer>.size + MemoryLayout<mr_sink>.size }

extension Sink {
    /// Has `receive` begin behind the jumps that lead to its code where the compiler has merged it with equal ones; mr_code.h
    /// says what that saves. To be called before anybody else knows the sink.
    final func skipJumps() {
        let closure = (Unmanaged.passUnretained(self).toOpaque() + placeOfReceive)
            .assumingMemoryBound(to: UnsafeRawPointer.self)
        closure[0] = mr_code_entry(closure[0])
    }
}
