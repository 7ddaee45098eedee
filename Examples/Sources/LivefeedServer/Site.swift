#if Server
    import Foundation
    import HTTPTypes
    import Hummingbird
    import Millrace
    import MillraceInspector
    import NIOCore

    /// What the program serves: the page, the streams, the metrics.
    package struct Site<TheHub: Hub>: Sendable {
        private let hub: TheHub
        private let clients: Clients
        private let capacity: Int
        private let metrics: TextMetrics
        private let hosts: Set<String>?
        private let inspects: Bool
        private let hello: ByteBuffer

        /// - Parameters:
        ///   - log: the log's name, which the page shows.
        ///   - numbering: whose numbers the lines have; `nil` for this server's own. A browser that finds another one when
        ///     it connects again forgets the lines that it has.
        ///   - capacity: how many frames may wait for each client.
        ///   - hosts: the names that browsers may call the server by; `nil` for any.
        ///   - inspects: whether there is a page that shows the server's own streams.
        package init(
            log: String,
            numbering: String? = nil,
            hub: TheHub,
            clients: Clients,
            capacity: Int,
            metrics: TextMetrics,
            hosts: Set<String>?,
            inspects: Bool = false
        ) {
            self.hub = hub
            self.clients = clients
            self.capacity = capacity
            self.metrics = metrics
            self.hosts = hosts
            self.inspects = inspects
            // The time tells a browser whether this is the server that it was connected to before.
            let run = milliseconds(Date())
            var hello = ByteBuffer(string: "{\"run\":\(run),\"numbering\":")
            hello.writeJSON(numbering ?? "\(run)")
            hello.writeString(",\"log\":")
            hello.writeJSON(log)
            hello.writeString("}")
            self.hello = .event("hello", data: hello)
        }

        package func router() -> Router<ClientContext> {
            let router = Router(context: ClientContext.self)
            router.add(middleware: SafeHeaders())
            if let hosts { router.add(middleware: KnownHosts(hosts: hosts)) }
            router.get("/") { _, _ in file(PackageResources.index_html, "text/html; charset=utf-8") }
            router.get("/style.css") { _, _ in file(PackageResources.style_css, "text/css; charset=utf-8") }
            router.get("/app.js") { _, _ in file(PackageResources.app_js, "text/javascript; charset=utf-8") }
            router.get("/chart.js") { _, _ in file(PackageResources.chart_js, "text/javascript; charset=utf-8") }
            router.get("/filter.js") { _, _ in file(PackageResources.filter_js, "text/javascript; charset=utf-8") }
            router.get("/detail.js") { _, _ in file(PackageResources.detail_js, "text/javascript; charset=utf-8") }
            router.get("/stream.js") { _, _ in file(PackageResources.stream_js, "text/javascript; charset=utf-8") }
            router.get("/icon.svg") { _, _ in file(PackageResources.icon_svg, "image/svg+xml") }
            router.get("/metrics") { _, _ in
                Response(
                    status: .ok,
                    headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                    body: .init(byteBuffer: ByteBuffer(string: metrics.text()))
                )
            }
            router.get("/line") { request, _ in try line(request) }
            router.get("/events") { request, context in try await events(request, context) }
            if inspects {
                router.get("/streams") { request, _ in inspector(request) }
                router.get("/streams/:file") { request, _ in inspector(request) }
            }
            return router
        }

        private func inspector(_ request: Request) -> Response {
            let (status, contentType, body) = Inspector.respond(path: request.uri.path)
            return Response(
                status: .init(code: status),
                headers: [.contentType: contentType, .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(bytes: body))
            )
        }

        private func file(_ bytes: [UInt8], _ type: String) -> Response {
            Response(
                status: .ok,
                headers: [.contentType: type, .cacheControl: "no-cache"],
                body: .init(byteBuffer: ByteBuffer(bytes: bytes))
            )
        }

        /// A line by its number, with the others of its record.
        private func line(_ request: Request) throws -> Response {
            guard let number = request.uri.queryParameters["number"].flatMap({ Int($0) }) else {
                throw HTTPError(.badRequest, message: "number must be the number of a line")
            }
            let record = hub.record(of: number)
            if record.isEmpty {
                let kept = History.mostKept
                throw HTTPError(
                    .notFound,
                    message: "the server keeps the newest \(kept) lines, and this is none of them"
                )
            }
            var text = ByteBuffer(string: "{\"lines\":[")
            for (index, entry) in record.enumerated() {
                text.writeString("\(index > 0 ? "," : ""){\"number\":\(entry.number),\"line\":")
                text.writeImmutableBuffer(entry.data)
                text.writeString("}")
            }
            text.writeString("]}")
            return Response(
                status: .ok,
                headers: [.contentType: "application/json", .cacheControl: "no-store"],
                body: .init(byteBuffer: text)
            )
        }

        /// The stream of one client. `Wish` says what the address may ask for.
        private func events(_ request: Request, _ context: ClientContext) async throws -> Response {
            let parameters = request.uri.queryParameters
            let wish: Wish
            do throws(Refusal) {
                wish = try Wish(
                    filter: parameters["filter"].map(String.init),
                    least: parameters["least"].map(String.init),
                    severities: parameters["severities"].map(String.init),
                    overflow: parameters["overflow"].map(String.init),
                    after: request.headers[.lastEventID] ?? parameters["after"].map(String.init)
                )
            } catch {
                throw HTTPError(.badRequest, message: error.reason)
            }
            guard let client = clients.admit() else {
                throw HTTPError(.serviceUnavailable, headers: [.retryAfter: "5"], message: "too many clients")
            }
            let verdict = await context.verdict
            return Response(
                status: .ok,
                headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
                body: .init { writer in
                    try await writer.write(hello)
                    let frames = hub.frames(wish, capacity: capacity, for: client)
                    let reason: String
                    do {
                        reason = try await write(frames, client, context, &writer)
                    } catch {
                        if verdict.isStalled { client.countsRest(as: .stalled) }
                        throw error
                    }
                    let counts = client.counts
                    let end = """
                        {"reason":"\(reason)","delivered":\(counts.delivered),"dropped":\(counts.sent - counts.delivered)}
                        """
                    try await writer.write(.event("end", data: end))
                    try await writer.finish(nil)
                }
            )
        }

        /// Writes what comes, as it comes: a client that reads slowly makes `write` wait, and frames wait in its queue.
        ///
        /// - Returns: why the stream has ended.
        private func write(
            _ frames: TheHub.Frames,
            _ client: Client,
            _ context: ClientContext,
            _ writer: inout any ResponseBodyWriter
        ) async throws -> String {
            var reported = 0
            do {
                for try await batch in frames {
                    for (piece, ended) in Pieces(of: batch) {
                        var bytes = piece
                        let dropped = client.counts.dropped
                        if dropped > reported {
                            reported = dropped
                            bytes.writeImmutableBuffer(.event("dropped", data: "{\"count\":\(dropped)}"))
                        }
                        try await writer.write(bytes)
                        client.countDelivered(ended)
                        if bytes.readableBytes > ByteBuffer.longestPiece / 2 { await context.settle() }
                    }
                }
            } catch  where error is OverflowError || error is Overflow {
                client.countsRest(as: .error)
                return "overflow"
            }
            return "stopped"
        }
    }

    extension HTTPField.Name {
        fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID")!
    }
#endif
