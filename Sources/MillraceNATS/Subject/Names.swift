#if NATS
    extension NATS {
        /// A parameter for a text that may come from a program's input: a subject, or a name.
        ///
        /// libnats sends such a text as it is, and JetStream makes it a part of a subject. So a space, the end of a
        /// line or a dot would be read as something else. A text that is wrong is refused with a ``Failure`` that names
        /// the parameter; it never stops the program.
        struct Parameter: Sendable {
            let operation: String
            let name: String

            init(_ operation: String, _ name: String) {
                self.operation = operation
                self.name = name
            }

            /// The error for a text that is wrong.
            ///
            /// - Parameter rule: what the text must be, such as `must not be empty`.
            func failure(_ text: String, _ rule: String) -> Failure {
                // As in a program: without control characters, which would break the line of a log.
                Failure(.invalid, operation, "\(name) \(rule): \(String(reflecting: text))")
            }

            /// Why a text is not the subject of a message; `nil` if it is.
            ///
            /// - Parameter wildcards: whether it may also be a pattern for several subjects.
            func failure(ofSubject text: String, wildcards: Bool = false) -> Failure? {
                if let tooLong = failure(text, longerThan: NATS.longestSubject) { return tooLong }
                return NATS.rule(ofSubject: text, wildcards: wildcards).map { failure(text, $0) }
            }

            /// Why a text is too long; `nil` if it is not.
            private func failure(_ text: String, longerThan limit: Int) -> Failure? {
                text.utf8.count <= limit
                    ? nil
                    : failure("\(text.prefix(40))…", "must have at most \(limit) bytes, not \(text.utf8.count)")
            }

            /// Why a text is not the name of a stream or of a consumer; `nil` if it is.
            func failure(ofName text: String) -> Failure? {
                let isName =
                    !text.isEmpty && text.utf8.count <= 255
                    && text.utf8.allSatisfy { $0 > 32 && $0 != 127 && !". *>/\\".utf8.contains($0) }
                return isName
                    ? nil
                    : failure(
                        text,
                        "must have no dot, space, wildcard, slash or control character, not be empty, and have at most "
                            + "255 bytes"
                    )
            }

            /// Why a text is not the name of a bucket; `nil` if it is.
            func failure(ofBucket text: String) -> Failure? {
                !text.isEmpty && text.utf8.count <= 250 && text.utf8.allSatisfy { NATS.isPlain($0) }
                    ? nil : failure(text, "must have letters, digits, - and _ alone, and from 1 to 250 of them")
            }

            /// Why a text is not a key of a bucket; `nil` if it is.
            func failure(ofKey text: String) -> Failure? {
                if let tooLong = failure(text, longerThan: NATS.longestKey) { return tooLong }
                let isKey =
                    !text.isEmpty && text.utf8.allSatisfy { NATS.isPlain($0) || "/=.".utf8.contains($0) }
                    && text.utf8.first != UInt8(ascii: ".") && text.utf8.last != UInt8(ascii: ".")
                    && !zip(text.utf8, text.utf8.dropFirst()).contains { $0 == 46 && $1 == 46 }
                return isKey
                    ? nil
                    : failure(
                        text,
                        "must have letters, digits, -, _, /, = and . alone, not be empty, and have no dot at its ends or "
                            + "behind another dot"
                    )
            }

            /// Why a text is not one word; `nil` if it is.
            func failure(ofWord text: String) -> Failure? {
                if let tooLong = failure(text, longerThan: NATS.longestWord) { return tooLong }
                return NATS.isWord(text)
                    ? nil : failure(text, "must have no space and no control character, and not be empty")
            }

            /// Why a stream would not know a message by this id; `nil` if it would. libnats sends a space for the end of
            /// a line, and the server leaves out spaces at the beginning; so two ids could be one.
            func failure(ofID text: String) -> Failure? {
                let bytes = text.utf8
                let isID =
                    !bytes.isEmpty && bytes.first != UInt8(ascii: " ") && bytes.last != UInt8(ascii: " ")
                    && bytes.allSatisfy { $0 >= 32 && $0 != 127 }
                return isID
                    ? nil : failure(text, "must have no control character, no space at its ends, and not be empty")
            }
        }

        /// A server closes the connection for good after a line of more than 4,096 bytes. The line of a message has its
        /// subject, the reply's and two numbers; that of a subscription its subject, the queue group and a number; and a
        /// key is a part of a subject, behind the name of its bucket.
        static let (longestSubject, longestKey, longestWord) = (3_000, 2_700, 500)

        /// Whether a subject is one of those that a pattern with wildcards means.
        static func pattern(_ pattern: String, has subject: String) -> Bool {
            let (parts, words) = (pattern.split(separator: "."), subject.split(separator: "."))
            for (index, part) in parts.enumerated() {
                if part == ">" { return words.count > index }
                if index >= words.count || part != "*" && part != words[index] { return false }
            }
            return parts.count == words.count
        }

        private static func isPlain(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }

        /// Whether a text has no spaces and no control characters, and is not empty.
        static func isWord(_ text: String) -> Bool {
            !text.isEmpty && text.utf8.allSatisfy { $0 > 32 && $0 != 127 }
        }

        /// The rule that a subject breaks: parts with dots between them, none of which is empty. A part that is `*`, or
        /// `>` at the end, is a wildcard.
        private static func rule(ofSubject text: String, wildcards: Bool) -> String? {
            if text.isEmpty { return "must not be empty" }
            // The bytes of the part so far; the part's first byte; whether a part before was `>`.
            var (count, first, isOver) = (0, UInt8(0), false)
            func ruleOfPart() -> String? {
                if count == 0 { return "must have no empty part between dots" }
                if isOver { return "must have the wildcard > at its end" }
                if count > 1 || first != UInt8(ascii: "*") && first != UInt8(ascii: ">") { return nil }
                isOver = first == UInt8(ascii: ">")
                return wildcards ? nil : "must have no wildcard"
            }
            for byte in text.utf8 {
                if byte <= 32 || byte == 127 { return "must have no space and no control character" }
                if byte == UInt8(ascii: ".") {
                    if let rule = ruleOfPart() { return rule }
                    count = 0
                } else {
                    if count == 0 { first = byte }
                    count += 1
                }
            }
            return ruleOfPart()
        }
    }
#endif
