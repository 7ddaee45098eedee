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
            let lines = String(decoding: hdrs ?? Data(), as: UTF8.self).split(whereSeparator: \.isNewline)
            for line in lines.dropFirst() {
                guard let colon = line.firstIndex(of: ":") else { continue }
                let value = line[line.index(after: colon)...].drop { $0 == " " }
                headers.add(String(line[..<colon]), String(value))
            }
            return headers
        }
    }
#endif
