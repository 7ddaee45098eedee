#if NATS
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// A message that a server gives when it is asked for it: `data` and `hdrs` in Base64.
    struct StoredMessage: Decodable, Sendable {
        let subject: String
        let seq: UInt64
        let data: Data?
        let hdrs: Data?
        let time: String

        /// By which a stream knows a message that it has.
        static let idHeader = "Nats-Msg-Id"

        /// When the server stored it, in nanoseconds since 1970.
        var nanosecond: Int64 { NATS.nanosecond(of: time) ?? 0 }

        /// The headers, which come as `NATS/1.0`, then a line for each.
        var headers: NATS.Headers {
            var headers = NATS.Headers()
            // By bytes: a value may have what Unicode counts as the end of a line, or what joins the space before it.
            let lines = (hdrs ?? Data()).split { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
            for line in lines.dropFirst() {
                guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
                let value = line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }
                headers.add(String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
            }
            return headers
        }
    }
#endif
