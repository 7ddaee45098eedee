#if NATS
    extension NATS {
        /// How to connect, and what to do when the connection is lost.
        ///
        /// ```swift
        /// var options = NATS.Options()
        /// options.name = "billing"
        /// options.credentials = .user("billing", password: "secret")
        /// options.reconnectLimit = 100
        /// print(options.credentials?.description ?? "none")
        /// // user billing
        /// ```
        public struct Options: Sendable {
            /// What the server's operator sees of this connection. As names, passwords and tokens, it must have no
            /// quotation mark, backslash or control character; otherwise connecting fails with
            /// ``Failure/Kind/invalid``.
            public var name: String?

            /// How to log in; the user of a URL otherwise.
            public var credentials: Credentials?

            /// How to encrypt; `nil` if the URL and the server decide. A connection that is encrypted is verified in
            /// any case, unless ``TLS/verification`` says otherwise.
            public var tls: TLS?

            /// How long an attempt to connect to a server may take.
            public var connectTimeout: Duration = .seconds(2)

            /// How long to wait between two attempts to connect to the same server again.
            public var reconnectWait: Duration = .seconds(2)

            /// A random time of up to this length is added to ``reconnectWait``, so that clients do not come all at
            /// once.
            public var reconnectJitter: Duration = .milliseconds(500)

            /// How often to try each server before the connection is given up and closed; `nil` without a limit.
            public var reconnectLimit: Int?

            /// How many bytes of what is sent wait while the connection is being made again, at least 1. What comes
            /// beyond fails with ``Failure/Kind/full``.
            public var reconnectBuffer = 8_388_608

            /// How often to ask the server whether it is still there. The connection counts as lost after two questions
            /// without an answer, and when the server reads nothing for twice this time although something is to be
            /// sent.
            public var pingInterval: Duration = .seconds(20)

            /// How often to look whether a stream that is read or published to still has its messages; never if `nil`.
            /// What it has lost is in ``NATS/problems`` after at most three times this time, but no sooner than after
            /// twelve seconds in a cluster. For each stream and each connection that uses it, a look costs one request
            /// for the stream, up to three for each of its readers, or ten after looks that failed, and one or two for the
            /// publishers together; up to 16 more after messages were stored out of order, and more requests while
            /// messages are missing.
            public var auditInterval: Duration? = .seconds(10)

            /// Whether the server keeps from this connection what this connection sends.
            public var noEcho = false

            /// Options as the properties say.
            public init() {}

            /// Why nobody can connect with these options; `nil` if somebody can. libnats puts these texts between
            /// quotation marks as they are, so the server would read the rest as something else. No error has a secret.
            var refusal: Failure? {
                if let name, !Options.canBeSent(name) {
                    return Parameter("NATS.connect", "options.name").failure(name, Options.rule)
                }
                if let auditInterval, auditInterval <= .zero {
                    let rule = "options.auditInterval is \(auditInterval); it must be more than 0, or nil"
                    return Failure(.invalid, "NATS.connect", rule)
                }
                let isLogin =
                    switch credentials?.content {
                    case .user(let name, let password): Options.canBeSent(name) && Options.canBeSent(password)
                    case .token(let text), .nkey(let text, _): Options.canBeSent(text)
                    case .file, nil: true
                    }
                return isLogin
                    ? nil : Failure(.invalid, "NATS.connect", "a text of options.credentials \(Options.rule)")
            }

            static let rule = "must have no quotation mark, backslash or control character"

            static func canBeSent(_ text: String) -> Bool {
                text.utf8.allSatisfy { $0 >= 32 && $0 != 127 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
            }

            /// What must be in no message.
            var secrets: [String] { credentials?.secrets ?? [] }
        }

        /// How to log in. Neither its description nor an error contains a secret.
        public struct Credentials: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
            enum Content {
                case user(String, String)
                case token(String)
                case file(String)
                case nkey(String, String)
            }

            let content: Content

            /// A name and a password.
            ///
            /// - Parameters:
            ///   - name: the user's name.
            ///   - password: the password.
            public static func user(_ name: String, password: String) -> Credentials {
                Credentials(content: .user(name, password))
            }

            /// A token.
            ///
            /// - Parameter token: the token.
            public static func token(_ token: String) -> Credentials {
                Credentials(content: .token(token))
            }

            /// A credentials file, with a JWT and a seed.
            ///
            /// - Parameter path: the file's path; it is read at each connection.
            public static func file(_ path: String) -> Credentials {
                Credentials(content: .file(path))
            }

            /// An NKey.
            ///
            /// - Parameters:
            ///   - publicKey: the public key, which begins with `U`.
            ///   - seedFile: the path of the file with the seed; it is read at each connection.
            public static func nkey(_ publicKey: String, seedFile: String) -> Credentials {
                Credentials(content: .nkey(publicKey, seedFile))
            }

            var secrets: [String] {
                switch content {
                case .user(_, let password): [password]
                case .token(let token): [token]
                case .file, .nkey: []
                }
            }

            /// Who logs in, without the secret.
            public var description: String {
                switch content {
                case .user(let name, _): "user \(name)"
                case .token: "a token"
                case .file(let path): "credentials file \(path)"
                case .nkey(let publicKey, _): "NKey \(publicKey)"
                }
            }

            /// The same as `description`.
            public var debugDescription: String { description }

            /// Nothing, so that `dump(_:)` shows no secret.
            public var customMirror: Mirror { Mirror(self, children: []) }
        }

        /// How to encrypt.
        public struct TLS: Sendable {
            /// What is checked of the server.
            public enum Verification: Sendable {
                /// Its certificate, and that the certificate is for the host of the URL or for ``TLS/hostname``.
                case full
                /// Nothing: anyone can pose as the server. For tests alone.
                case none
            }

            /// What is checked of the server.
            public var verification = Verification.full

            /// The path of a PEM file with the certificates to trust; those of the system if `nil`.
            public var certificateAuthorities: String?

            /// The name that the server's certificate must have; the host of the URL if `nil`.
            public var hostname: String?

            /// The paths of PEM files with the client's certificate and its key, for servers that ask for one.
            public var identity: (certificateChain: String, key: String)?

            /// TLS as the properties say.
            public init() {}
        }
    }
#endif
