import CMillrace

extension Sink {
    /// Where the closure lies: behind the object's header and the word of `DisposeBase`.
    static var receivePlace: Int { 2 * MemoryLayout<UnsafeRawPointer>.size + MemoryLayout<mr_sink>.size }

    /// Has `receive` begin behind the jumps that lead to its code where the compiler has merged it with equal ones; mr_code.h
    /// says what that saves. To be called before anybody else knows the sink.
    final func skipJumps() {
        let closure = (Unmanaged.passUnretained(self).toOpaque() + Sink.receivePlace)
            .assumingMemoryBound(to: UnsafeRawPointer.self)
        closure[0] = mr_code_entry(closure[0])
    }
}
