/// One line of a log, without its line break.
///
/// The bytes belong to the block that was read and are overwritten once the line's delivery is over; whoever keeps
/// something of it, copies it (`text`). So millions of lines a second go through a subject without an allocation.
package struct Line {
    /// Which of the logs it is from, counted from 0.
    package let log: Int

    /// In its log, counted from 1.
    package let number: Int

    /// Only valid during the delivery.
    package let bytes: UnsafeRawBufferPointer

    /// How many bytes of the input it took, line break included.
    package let length: Int

    /// How many of its bytes are not UTF-8.
    package let invalidBytes: Int

    /// A copy that lasts, with U+FFFD for what is not UTF-8.
    package var text: String {
        String(decoding: bytes, as: UTF8.self)
    }
}
