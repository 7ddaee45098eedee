#if NATS
    import CNATS
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    extension StreamPublisher {
        /// What a stream says of a message: `{"stream":"ORDERS","seq":7}`, with `"duplicate":true`, or with an error.
        enum Answer {
            case stored(UInt64, isDuplicate: Bool)
            indirect case refused(NATS.Failure)
            /// Nobody took the message: there is no such stream, or the server is not ready.
            case nobody
        }

        private struct Acknowledgement: Decodable {
            struct Details: Decodable {
                let code: Int
                let errCode: Int?
                let description: String?
            }
            let stream: String?
            let seq: UInt64?
            let duplicate: Bool?
            let error: Details?
        }

        /// How an acknowledgement by the stream of this name begins. An error comes before that, with a number after it.
        static func beginning(of stream: String) -> [UInt8] { Array("{\"stream\":\"\(stream)\"".utf8) }

        /// - Parameter beginning: how an acknowledgement by `stream` begins.
        static func answer(_ message: NativeMessage, of stream: String, _ beginning: [UInt8]) -> Answer {
            // A decoder takes longer than the server does.
            if let sequence = message.withPayload({ plainSequence($0, beginning) }) {
                return .stored(sequence, isDuplicate: false)
            }
            let payload = message.payload
            guard let answer = try? JSONDecoder.jetStream.decode(Acknowledgement.self, from: .init(payload)) else {
                return .refused(NATS.Failure(.coding, "", "the answer is none of a stream"))
            }
            if let error = answer.error {
                return .refused(
                    NATS.Failure(
                        .refused(code: error.errCode ?? error.code),
                        "",
                        error.description ?? "error \(error.code)"
                    )
                )
            }
            guard let sequence = answer.seq else {
                return .refused(NATS.Failure(.coding, "", "the answer is none of a stream"))
            }
            if let other = answer.stream, other != stream {
                let reason = "the stream \(other) keeps this subject, and has stored it"
                return .refused(NATS.Failure(.invalid, "", reason))
            }
            return .stored(sequence, isDuplicate: answer.duplicate ?? false)
        }

        /// The number in `{"stream":"…", "seq":7}`; `nil` for everything else.
        private static func plainSequence(_ bytes: UnsafeRawBufferPointer, _ beginning: [UInt8]) -> UInt64? {
            guard let last = bytes.last, last == UInt8(ascii: "}") else { return nil }
            var (value, factor, place): (UInt64, UInt64, Int) = (0, 1, bytes.count - 2)
            while place >= 0, bytes[place] >= 48, bytes[place] <= 57, factor < 1_000_000_000_000_000_000 {
                value += UInt64(bytes[place] - 48) * factor
                factor *= 10
                place -= 1
            }
            if place >= 0, bytes[place] == 32 { place -= 1 }
            guard factor > 1, bytes.has("\"seq\":", endingAt: place + 1) else { return nil }
            guard bytes.count >= beginning.count, let start = bytes.baseAddress else { return nil }
            return beginning.withUnsafeBytes { memcmp(start, $0.baseAddress!, $0.count) } == 0 ? value : nil
        }
    }

    extension UnsafeRawBufferPointer {
        fileprivate func has(_ text: StaticString, endingAt end: Int) -> Bool {
            let size = text.utf8CodeUnitCount
            guard end >= size, end <= count, let baseAddress else { return false }
            return memcmp(baseAddress + end - size, text.utf8Start, size) == 0
        }
    }
#endif
