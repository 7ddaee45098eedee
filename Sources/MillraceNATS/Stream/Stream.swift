#if NATS
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import Millrace

    extension NATS {
        /// A stream of JetStream that exists, or that is made with these subjects when it is first used.
        ///
        /// - Parameters:
        ///   - name: the stream's name, without dots, spaces, wildcards and slashes. With another name, each use of the
        ///     stream fails with ``Failure/Kind/invalid``.
        ///   - subjects: the subjects whose messages are kept. If the stream exists, it has to have them; with none,
        ///     the stream has to exist.
        public func stream(_ name: String, subjects: [String] = []) -> Stream {
            Stream(self, name, subjects.isEmpty ? nil : StreamConfiguration(subjects: subjects), compares: false)
        }

        /// A stream of JetStream that exists, or that is made as `configuration` says when it is first used.
        ///
        /// - Parameters:
        ///   - name: the stream's name, without dots, spaces, wildcards and slashes. With another name, each use of the
        ///     stream fails with ``Failure/Kind/invalid``.
        ///   - configuration: how to make the stream. If the stream exists, it stays as it is, and has to have the
        ///     subjects. Other differences from `configuration` are reported in ``problems``.
        public func stream(_ name: String, _ configuration: StreamConfiguration) -> Stream {
            Stream(self, name, configuration, compares: true)
        }

        /// Where in a stream to begin.
        public enum Start: Sendable, Hashable {
            /// With the oldest message.
            case all
            /// With what comes from now on.
            case new
            /// With the last so many messages of the stream; fewer if some of them have been removed or are filtered
            /// out.
            case last(Int)
            /// With the last message of each subject, then live.
            case lastPerSubject
            /// With the message of this number, or the next one.
            case sequence(UInt64)
            /// With the first message that was stored at this time or later.
            case time(Date)
        }

        /// A stream: messages that a server stores, and numbers.
        ///
        /// ```swift
        /// let orders = nats.stream("ORDERS", subjects: ["orders.>"])
        /// _ = try await Observable.of("tea", "milk")
        ///     .publish(to: orders, subject: "orders.new", id: { $0 })
        ///     .toArray().value
        /// for try await order in orders.replay(of: String.self).take(2).values { print(order.element, order.sequence) }
        /// // tea 1
        /// // milk 2
        /// ```
        public final class Stream: Sendable {
            /// The stream's name.
            public let name: String

            let nats: NATS
            let configuration: StreamConfiguration?
            /// The bucket that the stream keeps.
            private let bucket: String?
            /// Whether the program has said more of the stream than its subjects, so that more is compared.
            private let compares: Bool
            /// Why there can be no such stream.
            private let refusal: Failure?

            init(
                _ nats: NATS,
                _ name: String,
                _ configuration: StreamConfiguration?,
                compares: Bool,
                bucket: String? = nil
            ) {
                self.nats = nats
                self.name = name
                self.configuration = configuration
                self.compares = compares
                self.bucket = bucket
                refusal = Parameter("NATS.stream", "name").failure(ofName: name) ?? configuration?.refusal(of: name)
            }

            private var api: StreamAPI { StreamAPI(nats: nats) }

            /// Makes the stream if it does not exist, and checks it if it does.
            ///
            /// - Throws: a ``Failure``: ``Failure/Kind/noJetStream``; ``Failure/Kind/notFound`` if the stream does not
            ///   exist and has no subjects to be made with; ``Failure/Kind/invalid`` if it has other subjects, or if
            ///   its name or a value of its configuration cannot be; ``Failure/Kind/authorization`` if the server does
            ///   not permit the question.
            @discardableResult
            public func prepare() async throws -> StreamInfo {
                let found = try await findOrMake()
                // Nothing would be found under the subjects of the keys. A mirror of the same name, from another account,
                // has the same subjects; a mirror that renames them may have them.
                if let bucket, let origin = found.mirrored, origin != name,
                    found.settings.mirror?.subjectTransforms?.isEmpty ?? true
                {
                    let reason = "it is a mirror of \(origin), whose keys have other subjects; use that bucket"
                    throw Failure(.invalid, "bucket \(bucket)", reason)
                }
                if compares, let configuration {
                    let differences = found.differences(from: StreamRequest(name, configuration))
                    if !differences.isEmpty {
                        nats.shared.report("stream \(name)", "it has \(differences.joined(separator: ", "))")
                    }
                }
                return found
            }

            private func findOrMake() async throws -> StreamInfo {
                let found: StreamInfo
                do {
                    found = try await info()
                } catch let failure as Failure where failure.kind == .notFound {
                    guard let configuration else {
                        throw Failure(
                            .notFound,
                            "stream \(name)",
                            "it does not exist, and no subjects say how to make it"
                        )
                    }
                    // The server would take the stream's name for its subject.
                    if configuration.subjects.isEmpty {
                        throw Failure(.invalid, "NATS.stream", "configuration.subjects must not be empty")
                    }
                    do {
                        let answer: StreamAnswer = try await api.ask(
                            "STREAM.CREATE.\(name)",
                            StreamRequest(name, configuration),
                            operation: "making stream \(name)"
                        )
                        return answer.info
                    } catch let failure as Failure where failure.kind == .refused(code: 10_058) {
                        // Somebody else was faster, with another configuration.
                        found = try await info()
                    }
                }
                let missing = (configuration?.subjects ?? []).filter { !found.subjects.contains($0) }
                if !missing.isEmpty {
                    let subjects = missing.joined(separator: ", ")
                    throw Failure(
                        .invalid,
                        "stream \(name)",
                        found.mirrored.map {
                            "it exists as a mirror of \($0), without subjects of its own such as \(subjects)"
                        }
                            ?? "it exists with the subjects \(found.subjects.joined(separator: ", ")), without \(subjects)"
                    )
                }
                return found
            }

            /// What the server says of the stream.
            public func info() async throws -> StreamInfo {
                if let refusal { throw refusal }
                let answer: StreamAnswer = try await api.ask("STREAM.INFO.\(name)", operation: "stream \(name)")
                return answer.info
            }

            /// Deletes the stream with all its messages.
            public func delete() async throws {
                if let refusal { throw refusal }
                let _: Success = try await api.ask("STREAM.DELETE.\(name)", operation: "deleting stream \(name)")
            }

            /// Deletes a durable consumer.
            ///
            /// - Parameter name: the consumer's name.
            public func deleteConsumer(_ name: String) async throws {
                if let refusal = refusal ?? Parameter("deleteConsumer", "the name").failure(ofName: name) {
                    throw refusal
                }
                let _: Success = try await api.ask(
                    "CONSUMER.DELETE.\(self.name).\(name)",
                    operation: "deleting consumer \(name) of \(self.name)"
                )
            }
        }
    }

    extension StreamOrigin {
        /// When the server stored the message.
        var date: Date { Date(timeIntervalSince1970: Double(time) / 1e9) }
    }
#endif
