#if NATS
    /// The servers to connect to. Its description has no credentials.
    struct ServerList: Sendable, CustomStringConvertible {
        let urls: [String]

        /// - Parameter text: URLs, with commas between them.
        init(_ text: [String]) {
            urls = text.flatMap { $0.split(separator: ",") }.compactMap { part in
                let url = part.filter { !$0.isWhitespace }
                if url.isEmpty { return nil }
                return url.contains("://") ? url : "nats://\(url)"
            }
        }

        /// Why nobody can connect to these servers; `nil` if somebody can. A URL may have a name and a password.
        var refusal: NATS.Failure? {
            urls.allSatisfy(NATS.Options.canBeSent)
                ? nil : NATS.Failure(.invalid, "NATS.connect", "a URL of servers \(NATS.Options.rule)")
        }

        var wantsTLS: Bool { urls.contains { $0.hasPrefix("tls://") } }

        /// The users, passwords and tokens in the URLs.
        var secrets: [String] {
            urls.flatMap { url -> [String] in
                guard let info = ServerList.userInfo(of: url) else { return [] }
                let parts = url[info].split(separator: ":", maxSplits: 1).map(String.init)
                return [String(url[info])] + (parts.count == 2 ? [parts[1]] : [])
            }
        }

        var description: String { urls.map { ServerList.scrubbed($0) }.joined(separator: ", ") }

        /// The text without what stands between `://` and the last `@` of a word, and without `secrets`.
        static func scrubbed(_ text: String, hiding secrets: [String] = []) -> String {
            var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            for index in words.indices {
                if let info = userInfo(of: words[index]) {
                    let end = words[index].index(after: info.upperBound)
                    words[index].removeSubrange(info.lowerBound..<end)
                }
            }
            var text = words.joined(separator: " ")
            // The longest first, which may contain others.
            for secret in secrets.filter({ !$0.isEmpty }).sorted(by: { $0.count > $1.count }) {
                // Behind what was replaced, since a secret may be a part of that.
                var (rest, hidden) = (text[...], "")
                while let place = rest.firstRange(of: secret) {
                    hidden += rest[..<place.lowerBound] + "…"
                    rest = rest[place.upperBound...]
                }
                text = hidden + rest
            }
            return text
        }

        private static func userInfo(of url: String) -> Range<String.Index>? {
            guard let scheme = url.firstRange(of: "://"), let at = url.lastIndex(of: "@"), at >= scheme.upperBound
            else {
                return nil
            }
            return scheme.upperBound..<at
        }
    }

    extension StringProtocol {
        /// Where `text` is first found.
        fileprivate func firstRange(of text: String) -> Range<Index>? {
            var start = startIndex
            while start != endIndex {
                if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
                start = index(after: start)
            }
            return nil
        }
    }
#endif
