#if Server
    import HTTPTypes
    import Hummingbird
    import NIOCore

    /// No page of others shows this one, and the page runs and asks nothing but the server's own files.
    struct SafeHeaders: RouterMiddleware {
        func handle(
            _ request: Request,
            context: ClientContext,
            next: (Request, ClientContext) async throws -> Response
        ) async throws -> Response {
            var response: Response
            do {
                response = try await next(request, context)
            } catch let error as HTTPError {
                response = try error.response(from: request, context: context)
            }
            response.headers[.contentSecurityPolicy] =
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
                + "require-trusted-types-for 'script'; trusted-types 'none'"
            response.headers[.xContentTypeOptions] = "nosniff"
            response.headers[HTTPField.Name("Referrer-Policy")!] = "no-referrer"
            response.headers[HTTPField.Name("Cross-Origin-Resource-Policy")!] = "same-origin"
            return response
        }
    }

    /// Refuses requests for other names: a page of somebody else's, whose name leads to this machine, must not read the
    /// log.
    struct KnownHosts: RouterMiddleware {
        let hosts: Set<String>

        func handle(
            _ request: Request,
            context: ClientContext,
            next: (Request, ClientContext) async throws -> Response
        ) async throws -> Response {
            let host = KnownHosts.withoutPort(request.head.authority ?? "")
            guard hosts.contains(host) else { throw HTTPError(.misdirectedRequest, message: "unknown host") }
            return try await next(request, context)
        }

        /// `[::1]:8080` is `[::1]`.
        static func withoutPort(_ authority: String) -> String {
            guard let colon = authority.lastIndex(of: ":"), authority[colon...].dropFirst().allSatisfy(\.isNumber)
            else {
                return authority.lowercased()
            }
            return authority[..<colon].lowercased()
        }
    }

    /// Bounds what the system and the channel keep for a client that does not read. Otherwise that would be megabytes,
    /// and the queue, whose bound somebody chose, would begin behind them.
    package final class BoundedBuffers: ChannelInboundHandler, RemovableChannelHandler, Sendable {
        package typealias InboundIn = Any

        /// In bytes, for the system and for the channel.
        private static let most = 1 << 16

        package init() {}

        package func handlerAdded(context: ChannelHandlerContext) {
            let most = BoundedBuffers.most
            // A channel that does not know the options has its own bounds.
            _ = context.channel.setOption(.socketOption(.so_sndbuf), value: .init(most))
            _ = context.channel.setOption(.writeBufferWaterMark, value: .init(low: most / 2, high: most))
        }
    }
#endif
