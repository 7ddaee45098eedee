#if NATS
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    extension NATS.KeyValue {
        /// What was stored for a key: a value, or that there is none any more.
        public struct Entry {
            /// The key.
            public let key: String
            /// The value; `nil` if the key was deleted or purged.
            public let value: Element?
            /// The number of this change in the bucket; changes of all keys share the numbers. It is what
            /// ``NATS/KeyValue/update(_:_:revision:)`` takes.
            public let revision: UInt64
            /// When the server stored it.
            public let time: Date
            /// Whether values before this one were removed, as by ``NATS/KeyValue/purge(_:revision:)``.
            public let isPurge: Bool
            /// How many entries followed when the server sent this one: 0 for the last one of those that were there
            /// when ``NATS/KeyValue/watch(_:onUndecodable:)`` began, and for most that come later. An entry whose value
            /// cannot be decoded counts, and does not come itself.
            public let pending: Int
        }
    }

    extension NATS.KeyValue.Entry: Sendable where Element: Sendable {}
    extension NATS.KeyValue.Entry: Equatable where Element: Equatable {}

    /// What a message of a bucket's stream says of its key.
    enum KeyValueChange<Element> {
        case value(Element)
        case deleted
        case purged

        init(_ message: NATS.Message, _ coding: NATS.Coding<Element>) throws {
            switch KeyValueHeaders.end(message.native.header) {
            case .deletion: self = .deleted
            case .purge: self = .purged
            case nil: self = .value(try coding.decode(message))
            }
        }

        var value: Element? { if case .value(let value) = self { value } else { nil } }

        var isPurge: Bool { if case .purged = self { true } else { false } }
    }

    /// Headers that clients of NATS and servers agree on.
    enum KeyValueHeaders {
        static let operation = "KV-Operation"
        /// In a message that the server stores when it has removed the last one of a subject: why it has removed it,
        /// `MaxAge`, `Purge` or `Remove`.
        private static let marker = "Nats-Marker-Reason"
        static let rollup = "Nats-Rollup"
        /// The number of the message of the same subject that the new message comes behind; 0 if there must be none.
        static let expected = "Nats-Expected-Last-Subject-Sequence"
        /// The number of the stream's last message.
        static let expectedOfStream = "Nats-Expected-Last-Sequence"

        enum End { case deletion, purge }

        /// How a message with these headers ends its key; `nil` if it has a value.
        static func end(_ header: (String) -> String?) -> End? {
            switch header(operation) {
            case "DEL": .deletion
            case "PURGE": .purge
            default: header(marker).map { $0 == "Remove" ? .deletion : .purge }
            }
        }
    }
#endif
