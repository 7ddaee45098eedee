#if Server
    import Foundation
    import HTTPTypes
    import Hummingbird
    import LogReading
    import Metrics
    import NIOCore

    /// What the program serves: the page, the stream, the metrics.
    struct Site<TheHub: Hub>: Sendable {
        let hub: TheHub
        let clients: Clients
        let capacity: Int
        let metrics: TextMetrics

        func router() -> Router<BasicRequestContext> {
            let router = Router()
            router.add(middleware: SafeHeaders())
            router.get("/") { _, _ in page(PackageResources.index_html, "text/html; charset=utf-8") }
            router.get("/style.css") { _, _ in page(PackageResources.style_css, "text/css; charset=utf-8") }
            router.get("/app.js") { _, _ in page(PackageResources.app_js, "text/javascript; charset=utf-8") }
            router.get("/icon.svg") { _, _ in page(PackageResources.icon_svg, "image/svg+xml") }
            router.get("/metrics") { _, _ in
                Response(
                    status: .ok,
                    headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                    body: .init(byteBuffer: ByteBuffer(string: metrics.text()))
                )
            }
            router.get("/events") { request, _ in try events(request) }
            return router
        }

        private func page(_ bytes: [UInt8], _ type: String) -> Response {
            Response(
                status: .ok,
                headers: [.contentType: type, .cacheControl: "no-cache"],
                body: .init(byteBuffer: ByteBuffer(bytes: bytes))
            )
        }

        /// The stream of one client: `filter` is what a line has to contain, `least` the severity it must have at least.
        private func events(_ request: Request) throws -> Response {
            let parameters = request.uri.queryParameters
            guard
                let filter = Filter(
                    text: parameters["filter"].map(String.init),
                    least: parameters["least"].map(String.init)
                )
            else { throw HTTPError(.badRequest, message: "filter: at most \(Filter.longest) bytes; least: a severity") }
            guard let ticket = clients.admit() else {
                throw HTTPError(.serviceUnavailable, headers: [.retryAfter: "5"], message: "too many clients")
            }
            let last = request.headers[.lastEventID].flatMap { Int($0) } ?? 0
            return Response(
                status: .ok,
                headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
                body: .init { writer in
                    defer { withExtendedLifetime(ticket) {} }
                    try await write(filter, after: last, ticket, &writer)
                    try await writer.finish(nil)
                }
            )
        }

        private func write(
            _ filter: Filter,
            after number: Int,
            _ ticket: Clients.Ticket,
            _ writer: inout any ResponseBodyWriter
        ) async throws {
            let frames = hub.frames(filter, after: number, capacity: capacity) { _ in ticket.countDrop() }
            // A browser that loses the server tries again after a second.
            try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
            var reported = 0
            for try await batch in frames {
                var bytes = ByteBuffer()
                if batch.count == 1, let only = batch.first {
                    bytes = only
                } else {
                    bytes.reserveCapacity(batch.reduce(0) { $0 + $1.readableBytes })
                    for frame in batch { bytes.writeImmutableBuffer(frame) }
                }
                let dropped = ticket.dropped
                if dropped > reported {
                    reported = dropped
                    bytes.writeImmutableBuffer(.event("dropped", data: ByteBuffer(string: "{\"count\":\(dropped)}")))
                }
                ticket.countDelivered(batch.count)
                try await writer.write(bytes)
            }
        }
    }

    /// No page of others shows this one, and nothing but its own files is run or asked.
    private struct SafeHeaders: RouterMiddleware {
        func handle(
            _ request: Request,
            context: BasicRequestContext,
            next: (Request, BasicRequestContext) async throws -> Response
        ) async throws -> Response {
            var response = try await next(request, context)
            response.headers[.contentSecurityPolicy] =
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            response.headers[.xContentTypeOptions] = "nosniff"
            response.headers[.init("Referrer-Policy")!] = "no-referrer"
            return response
        }
    }

    extension HTTPField.Name {
        fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID")!
    }
#endif
