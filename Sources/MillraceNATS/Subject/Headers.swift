#if NATS
    extension NATS {
        /// The headers of a message: names with values, in order. Names are compared as they are written.
        public struct Headers: Sendable, Hashable, ExpressibleByDictionaryLiteral {
            struct Field: Sendable, Hashable {
                let name: String
                let value: String
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
            /// - Parameters:
            ///   - name: the header's name.
            ///   - value: the value, in one line.
            public mutating func add(_ name: String, _ value: String) {
                list.append(Field(name: name, value: value))
            }
        }
    }
#endif
