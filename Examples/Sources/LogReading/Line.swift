/// One line of a log, without its line break.
///
/// The bytes belong to the block that was read and are overwritten once the line's delivery is over; whoever keeps
/// something of it, copies it (`text`). So millions of lines a second go through a subject without an allocation.
package struct Line {
    /// Counted from 1.
    package let number: Int

    /// Valid UTF-8; only valid during the delivery.
    package let bytes: UnsafeRawBufferPointer

    /// How many bytes of the input it took, line break included.
    package let length: Int

    /// A copy that lasts.
    package var text: String {
        String(decoding: bytes, as: UTF8.self)
    }
}
