#if NATS
    import CNATS
    import Millrace

    /// A message of libnats, which is freed with the last reference to this object.
    final class NativeMessage: @unchecked Sendable {
        private let pointer: OpaquePointer
        /// How large it is, which is asked while it is in the processor's cache.
        private let bytes: Int

        // libnats parses headers when they are first asked for, and changes the message then.
        // Of a state that takes memory: one of none would have the object's own address, for the thread sanitizer too.
        private static let headerAccess = Locked(false)

        private static let idHeader: StaticString = "Nats-Msg-Id"

        init(taking pointer: OpaquePointer) {
            self.pointer = pointer
            bytes = DoneMessages.size(of: pointer)
        }

        /// A message to send.
        ///
        /// - Parameter parameter: where the subject comes from.
        init(
            subject: String,
            reply: UnsafePointer<CChar>?,
            payload: [UInt8],
            headers: NATS.Headers = [:],
            from parameter: @autoclosure () -> NATS.Parameter
        ) throws {
            if let failure = parameter().failure(ofSubject: subject) { throw failure }
            var made: OpaquePointer?
            try NATS.Failure.check(
                NativeMessage.make(&made, subject: subject, reply: reply, payload: payload),
                "message to \(subject)"
            )
            guard let made else { throw NATS.Failure(.connection, "message to \(subject)", "out of memory") }
            pointer = made
            bytes = headers.list.reduce(DoneMessages.size(of: made)) { $0 + $1.name.utf8.count + $1.value.utf8.count }
            for field in headers.list {
                if let failure = field.failure(in: "message to \(subject)") { throw failure }
                try NATS.Failure.check(
                    natsMsgHeader_Add(made, field.name, field.value),
                    "header \(field.name) of a message to \(subject)"
                )
            }
        }

        private static func make(
            _ made: inout OpaquePointer?,
            subject: String,
            reply: UnsafePointer<CChar>?,
            payload: [UInt8]
        ) -> natsStatus {
            // A string as an argument would be copied into memory of its own.
            payload.withUnsafeBytes { bytes in
                let data = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                guard let size = Int32(exactly: bytes.count) else { return NATS_MAX_PAYLOAD }
                return subject.withCString { natsMsg_Create(&made, $0, reply, data, size) }
            }
        }

        /// Calls `body` with a message for a stream, which is needed no more then: it is made again if it has to be sent
        /// again. With messages that lived until the stream had acknowledged them, publishing took a sixth more of the
        /// client's processor time.
        ///
        /// - Parameters:
        ///   - subject: where to send it; the caller has looked at it.
        ///   - id: by which the stream knows a message that it has; the caller has looked at it.
        static func with(
            subject: String,
            reply: UnsafePointer<CChar>,
            payload: [UInt8],
            id: String,
            _ body: (OpaquePointer) -> natsStatus
        ) -> natsStatus {
            var made: OpaquePointer?
            var status = make(&made, subject: subject, reply: reply, payload: payload)
            guard let made else { return status }
            if status == NATS_OK {
                status = id.withCString { id in
                    let name = UnsafeRawPointer(idHeader.utf8Start)
                    return natsMsgHeader_Set(made, name.assumingMemoryBound(to: CChar.self), id)
                }
            }
            if status == NATS_OK { status = body(made) }
            DoneMessages.add(made, DoneMessages.size(of: made) + id.utf8.count)
            return status
        }

        deinit {
            DoneMessages.add(pointer, bytes)
        }

        /// Calls `body` with the message for a function of libnats.
        func use<Result>(_ body: (OpaquePointer) throws -> Result) rethrows -> Result {
            try withExtendedLifetime(self) { try body(pointer) }
        }

        var subject: String { use { String(cString: natsMsg_GetSubject($0)) } }

        var reply: String? { use { natsMsg_GetReply($0).map { String(cString: $0) } } }

        var count: Int { use { Int(natsMsg_GetDataLength($0)) } }

        /// Calls `body` with the payload's bytes, which it must not keep.
        func withPayload<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
            try use {
                try body(UnsafeRawBufferPointer(start: natsMsg_GetData($0), count: Int(natsMsg_GetDataLength($0))))
            }
        }

        var payload: [UInt8] { withPayload { Array($0) } }

        var isNoResponders: Bool { use { natsMsg_IsNoResponders($0) } }

        /// The first value of a header.
        func header(_ name: String) -> String? {
            use { pointer in
                NativeMessage.headerAccess.access { _ in
                    var value: UnsafePointer<CChar>?
                    guard natsMsgHeader_Get(pointer, name, &value) == NATS_OK, let value else { return nil }
                    return String(cString: value)
                }
            }
        }

        var headers: NATS.Headers {
            use { pointer in
                NativeMessage.headerAccess.access { _ in
                    var headers = NATS.Headers()
                    var names: UnsafeMutablePointer<UnsafePointer<CChar>?>?
                    var count: Int32 = 0
                    guard natsMsgHeader_Keys(pointer, &names, &count) == NATS_OK, let names else { return headers }
                    defer { free(names) }
                    for name in (0..<Int(count)).compactMap({ names[$0] }) {
                        var values: UnsafeMutablePointer<UnsafePointer<CChar>?>?
                        var valueCount: Int32 = 0
                        guard natsMsgHeader_Values(pointer, name, &values, &valueCount) == NATS_OK, let values else {
                            continue
                        }
                        defer { free(values) }
                        for value in (0..<Int(valueCount)).compactMap({ values[$0] }) {
                            headers.add(String(cString: name), String(cString: value))
                        }
                    }
                    return headers
                }
            }
        }

        /// What JetStream says of a message in its reply subject; `nil` if the message is not from a stream.
        ///
        /// `$JS.ACK.stream.consumer.deliveries.stream sequence.consumer sequence.time.pending`, in newer servers with a
        /// domain and an account before the stream, and a token at the end.
        var origin: StreamOrigin? {
            use { pointer in
                guard let reply = natsMsg_GetReply(pointer), strncmp(reply, "$JS.ACK.", 8) == 0 else { return nil }
                return StreamOrigin(reply + 8, skipping: 2, isWhole: true)
                    ?? StreamOrigin(reply + 8, skipping: 4, isWhole: false)
            }
        }

        /// The number behind the last dot of the subject: what a reply to the subject of a request refers to.
        var number: Int? {
            use { pointer in
                guard let subject = natsMsg_GetSubject(pointer) else { return nil }
                var (value, factor, end) = (0, 1, length(of: subject))
                if end == 0 { return nil }
                while end > 0, subject[end - 1] != 46 {
                    let digit = Int(subject[end - 1]) - 48
                    guard (0...9).contains(digit), factor < 1_000_000_000_000_000_000 else { return nil }
                    value += digit * factor
                    factor *= 10
                    end -= 1
                }
                return value
            }
        }

        private func length(of text: UnsafePointer<CChar>) -> Int {
            var count = 0
            while text[count] != 0 { count += 1 }
            return count
        }
    }

    /// Where a message from a stream comes from.
    struct StreamOrigin: Sendable {
        /// How often the server has delivered it, this time included.
        let deliveries: Int
        /// Its number in the stream.
        let sequence: UInt64
        /// The number of the delivery.
        let consumerSequence: UInt64
        /// When the server stored it, in nanoseconds since 1970.
        let time: Int64
        /// How many messages follow.
        let pending: Int
    }

    extension StreamOrigin {
        /// Reads the five numbers behind so many words; `nil` if they are not there.
        ///
        /// - Parameter isWhole: whether nothing may follow.
        fileprivate init?(_ text: UnsafePointer<CChar>, skipping words: Int, isWhole: Bool) {
            var place = text
            for _ in 0..<words {
                while place.pointee != 46 {
                    if place.pointee == 0 { return nil }
                    place += 1
                }
                place += 1
            }
            var isNumber = true
            func number(isLast: Bool = false) -> UInt64 {
                var value: UInt64 = 0
                let start = place
                while place.pointee >= 48, place.pointee <= 57 {
                    value = value &* 10 &+ UInt64(place.pointee - 48)
                    place += 1
                }
                let end = place.pointee
                // Anybody may send such a subject. What follows adds to these numbers, and none of them is so large.
                if place - start > 19 || value >= 1 << 62 { isNumber = false }
                if start == place || !(end == 46 && !(isLast && isWhole) || end == 0 && isLast) { isNumber = false }
                if end == 46 { place += 1 }
                return value
            }
            let (deliveries, sequence, consumerSequence) = (number(), number(), number())
            let (time, pending) = (number(), number(isLast: true))
            if !isNumber || sequence == 0 || deliveries == 0 { return nil }
            self.init(
                deliveries: Int(clamping: deliveries),
                sequence: sequence,
                consumerSequence: consumerSequence,
                time: Int64(truncatingIfNeeded: time),
                pending: Int(clamping: pending)
            )
        }
    }
#endif
