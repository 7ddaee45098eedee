#if NATS
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import Millrace

    extension NATS {
        /// How elements become payloads, and messages become elements.
        ///
        /// ```swift
        /// let numbers = NATS.Coding<Int>(
        ///     encode: { Array(String($0).utf8) },
        ///     decode: { message in
        ///         guard let number = Int(String(decoding: message.payload, as: UTF8.self)) else {
        ///             throw NATS.undecodable("not a number")
        ///         }
        ///         return number
        ///     }
        /// )
        /// print(try numbers.encode(7))
        /// // [55]
        /// ```
        public struct Coding<Element>: @unchecked Sendable {
            /// Makes a payload; may be called on any thread.
            public let encode: (Element) throws -> [UInt8]

            /// Makes an element, of a message's payload, headers or subject; may be called on any thread.
            public let decode: (Message) throws -> Element

            /// A coding of two closures.
            ///
            /// - Parameters:
            ///   - encode: makes a payload.
            ///   - decode: makes an element. What it throws is reported, and the stream goes on.
            public init(
                encode: @escaping (Element) throws -> [UInt8],
                decode: @escaping (Message) throws -> Element
            ) {
                self.encode = encode
                self.decode = decode
            }
        }

        /// The error for a coding's `decode` to throw.
        ///
        /// - Parameter reason: what is wrong with the message.
        public static func undecodable(_ reason: String) -> Failure {
            Failure(.coding, "decoding", reason)
        }

        /// A message of which no element could be made.
        public struct Undecodable: Sendable {
            /// The message's subject.
            public let subject: String

            /// The message's number in its stream; `nil` if it is from no stream.
            public let sequence: UInt64?

            /// The message itself.
            public let message: Message

            /// Why no element could be made of it.
            public let error: any Error
        }
    }

    extension NATS.Coding where Element: Codable {
        /// JSON, by `JSONEncoder` and `JSONDecoder`.
        public static var json: NATS.Coding<Element> {
            NATS.Coding(
                encode: { Array(try JSONEncoder().encode($0)) },
                decode: { try JSONDecoder().decode(Element.self, from: .init($0.payload)) }
            )
        }
    }

    extension NATS.Coding where Element == [UInt8] {
        /// The payload itself.
        public static var bytes: NATS.Coding<Element> {
            NATS.Coding(encode: { $0 }, decode: { $0.payload })
        }
    }

    extension NATS.Coding where Element == String {
        /// UTF-8, without quotation marks.
        public static var text: NATS.Coding<Element> {
            NATS.Coding(encode: { Array($0.utf8) }, decode: { String(decoding: $0.payload, as: UTF8.self) })
        }
    }

    extension NATS.Coding where Element == NATS.Message {
        /// The message as it has come, with its subject and headers. Sending one sends its payload.
        public static var message: NATS.Coding<Element> {
            NATS.Coding(encode: { $0.payload }, decode: { $0 })
        }
    }
#endif
