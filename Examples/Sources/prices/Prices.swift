#if Server
    // Beside the page OnAServer, which shows all that follows.

    import Hummingbird
    import Logging
    import Millrace
    import MillraceService
    import ServiceLifecycle

    /// Prices that are posted go into a store, and to every client that listens.
    @main
    struct Prices {
        static func main() async throws {
            let logger = Logger(label: "prices")
            // Many requests may send at once. A store that is slow holds them back; a client that is slow misses prices.
            let prices = Broadcast<Double>(replay: 1, capacity: 1_024)
            // One timer for all clients.
            let keepAlive = Observable<Int>.interval(.seconds(15), scheduler: ClockScheduler())
                .map { _ in ": still here\n\n" }
                .share()

            let router = Router()
            router.post("prices") { request, _ in
                let text = String(buffer: try await request.body.collect(upTo: 64))
                guard let price = Double(text) else { throw HTTPError(.badRequest, message: "no price: \(text)") }
                try await prices.sendWhenRoom(price)
                return HTTPResponse.Status.accepted
            }
            router.get("prices") { _, _ in
                Response(
                    status: .ok,
                    headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
                    body: .init { writer in
                        let new = prices.asObservable(onLag: .skip).map { "data: \($0)\n\n" }
                        let events = Observable.merge(new, keepAlive).values(capacity: 256, overflow: .dropOldest)
                        for try await batch in events.batches.cancelOnGracefulShutdown() {
                            try await writer.write(ByteBuffer(string: batch.joined()))
                        }
                        try await writer.finish(nil)
                    }
                )
            }

            let store = PipelineService(prices, capacity: 64, drainWithin: .seconds(5)) { price in
                logger.info("stored \(price)")
            }
            let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8_080
            let server = Application(
                router: router,
                configuration: .init(address: .hostname("127.0.0.1", port: port)),
                logger: logger
            )
            // Stopped in the reverse order: the server, whose streams end with it, then the store.
            var configuration = ServiceGroupConfiguration(
                services: [store, server],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
            configuration.maximumGracefulShutdownDuration = .seconds(10)
            try await ServiceGroup(configuration: configuration).run()
        }
    }
#else
    @main
    enum Prices {
        static func main() {
            print("prices needs the trait Server: swift run --traits Server prices")
        }
    }
#endif
