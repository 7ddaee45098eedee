/// What a subscription keeps besides `onNext`, in one word: its handlers, which know their source file, or the source
/// file alone.
///
/// One word, because the size of `AnonymousSink` is what emitting to a thousand observers costs: at 80 bytes instead of
/// 72, which malloc rounds up to the next 16, each delivery takes a tenth longer.
@usableFromInline
struct SubscriptionDetails: @unchecked Sendable {
    // 0, a retained `Handlers`, or the address of the file's name shifted left by one, with bit 0 set.
    @usableFromInline
    let word: UInt

    @inlinable
    init(_ handlers: Handlers?, _ file: StaticString) {
        let name = file.hasPointerRepresentation ? file.utf8Start : nil
        if let handlers {
            handlers.file = name
            word = UInt(bitPattern: Unmanaged.passRetained(handlers).toOpaque())
        } else if let name {
            word = UInt(bitPattern: name) << 1 | 1
        } else {
            word = 0
        }
    }

    private var reference: Unmanaged<Handlers>? {
        guard word & 1 == 0, let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
        return Unmanaged.fromOpaque(pointer)
    }

    var handlers: Handlers? { reference?.takeUnretainedValue() }

    var file: UnsafePointer<UInt8>? {
        word & 1 == 0 ? handlers?.file : UnsafePointer(bitPattern: word >> 1)
    }

    /// For the owner's `deinit`.
    func release() {
        reference?.release()
    }
}
