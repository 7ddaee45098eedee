#if NATS
    extension NATS {
        /// The headers of a message: names with values, in order. Names are compared as they are written.
        public struct Headers: Sendable, Hashable, ExpressibleByDictionaryLiteral {
            struct Field: Sendable, Hashable {
                let name: String
                let value: String

                /// Why the field cannot be sent; `nil` if it can. libnats would send the value up to a zero byte, and
                /// spaces in place of the end of a line. The value may be a secret, so the error does not have it.
                func failure(in operation: String) -> Failure? {
                    let parameter = Parameter(operation, "the name of a header")
                    if let failure = parameter.failure(ofWord: name) { return failure }
                    if name.utf8.contains(UInt8(ascii: ":")) { return parameter.failure(name, "must have no colon") }
                    if value.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) {
                        return Failure(
                            .invalid,
                            operation,
                            "the value of the header \(name) must be in one line, without a zero byte"
                        )
                    }
                    return nil
                }
            }

            private(set) var list: [Field] = []

            /// Headers with these names and values.
            ///
            /// - Parameter elements: names and values.
            public init(dictionaryLiteral elements: (String, String)...) {
                for (name, value) in elements { add(name, value) }
            }

            /// All names with their values, in order.
            public var fields: [(name: String, value: String)] { list.map { ($0.name, $0.value) } }

            /// Whether there is none.
            public var isEmpty: Bool { list.isEmpty }

            /// The first value of a name. Setting it replaces all of them.
            ///
            /// - Parameter name: the header's name.
            public subscript(name: String) -> String? {
                get { list.first { $0.name == name }?.value }
                set {
                    list.removeAll { $0.name == name }
                    if let newValue { add(name, newValue) }
                }
            }

            /// All values of a name.
            ///
            /// - Parameter name: the header's name.
            public func values(of name: String) -> [String] {
                list.filter { $0.name == name }.map(\.value)
            }

            /// Adds a value, beside others of the same name.
            ///
            /// A message with a name that is empty or has a space or a colon, or with a value that is not in one line,
            /// is not sent: sending fails with ``NATS/Failure/Kind/invalid``.
            ///
            /// - Parameters:
            ///   - name: the header's name.
            ///   - value: the value, in one line.
            public mutating func add(_ name: String, _ value: String) {
                list.append(Field(name: name, value: value))
            }
        }
    }
#endif
