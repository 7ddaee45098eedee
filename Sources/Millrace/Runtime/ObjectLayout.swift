import CMillrace

/// How many bytes come before the stored properties of a class of Millrace's own.
@usableFromInline
enum ObjectLayout {
    /// A Swift object's header: metadata pointer and reference counts.
    @inlinable
    @inline(__always)
    static var header: Int { 2 * MemoryLayout<UnsafeRawPointer>.size }

    /// Before those of a direct subclass of `DisposeBase`.
    @inlinable
    @inline(__always)
    static var disposeBase: Int { header + MemoryLayout<mr_sink>.size }

    /// Before those of a direct subclass of `Sink`, which stores a closure.
    @inlinable
    @inline(__always)
    static var sink: Int { disposeBase + MemoryLayout<() -> Void>.size }

    /// Before those of a direct subclass of `OperatorSink`, which stores a reference.
    @inlinable
    @inline(__always)
    static var operatorSink: Int { sink + MemoryLayout<UnsafeRawPointer>.size }
}
