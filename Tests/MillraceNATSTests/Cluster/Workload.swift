#if NATS
    import Foundation
    import Millrace
    import XCTest

    @testable import MillraceNATS

    /// A publisher, a replay and a durable consumer beside a cluster, and the history of what they have seen.
    ///
    /// Publishing is begun again behind the last acknowledged item when it has failed, as a program does. The durable
    /// consumer's handler throws now and then, so that a message has to come again.
    final class Workload: @unchecked Sendable {
        static let stream = "S"
        static let durable = "d"

        /// A stream of this name, with subjects in small letters, as an operator says it.
        static func configuration(_ name: String, replicas: Int) -> String {
            """
            {"name":"\(name)","subjects":["\(name.lowercased()).*"],"num_replicas":\(replicas),"storage":"file","retention":"limits",\
            "discard":"old","max_consumers":-1,"max_msgs":-1,"max_bytes":-1,"max_msgs_per_subject":-1,"max_age":0,\
            "duplicate_window":120000000000}
            """
        }

        let history = History()
        /// The connections of the publisher and of the readers.
        let (writer, reader): (NATS, NATS)
        private let subscriptions = CompositeDisposable()
        private let publishing = SerialDisposable()
        private let stopping = PublishSubject<Void>()
        private let failing = Locked<Set<Int>>([])
        private let isStopping = Locked(false)
        private let period: Int
        /// What became of the messages of `plain`, after `settle(within:)`.
        private(set) var plainSummary = ""
        /// A client to compare with, if that is wanted.
        let plain: PlainClient?

        /// - Parameters:
        ///   - period: the milliseconds between two items.
        ///   - isCompared: whether a client of libnats does the same beside it.
        init(_ cluster: Cluster, period: Int = 4, isCompared: Bool = false) async throws {
            self.period = period
            plain = isCompared ? PlainClient(cluster, period: period) : nil
            if isCompared { cluster.streams.append((PlainClient.stream, PlainClient.durable)) }
            (writer, reader) = (
                try await NATS.connect(cluster.urls.shuffled(), options: .quick),
                try await NATS.connect(cluster.urls.shuffled(), options: .quick)
            )
        }

        private func stream(_ name: String = Workload.stream, of nats: NATS) -> NATS.Stream {
            var configuration = NATS.StreamConfiguration(subjects: ["\(name.lowercased()).*"])
            configuration.replicas = 3
            return nats.stream(name, configuration)
        }

        func start() async throws {
            // The servers elect leaders first.
            let isThere = await eventually(within: 40) {
                do {
                    try await stream(of: writer).prepare()
                    if plain != nil { try await stream(PlainClient.stream, of: writer).prepare() }
                    return true
                } catch {
                    try? await Task.sleep(for: .milliseconds(200))
                    return false
                }
            }
            XCTAssertTrue(isThere, "a stream on three servers")
            for nats in [writer, reader] {
                _ = subscriptions.insert(nats.problems.subscribe(onNext: { [history] in history.say($0) }))
            }
            let replay = stream(of: reader).replay(of: Item.self).subscribe { [history] event in
                switch event {
                case .next(let stored):
                    history.receive(stored.element.number, by: .replay)
                    history.change { $0.emitted.append("\(stored.sequence) \(stored.time.timeIntervalSince1970)") }
                case .error(let error): history.change { $0.endings.append("replay: \(error)") }
                case .completed: break
                }
            }
            let durable = stream(of: reader)
                .consume(durable: Workload.durable, of: Item.self, order: .perSubject, ackWait: .seconds(5))
                .do(onNext: { [history] delivery in
                    let message = "\(delivery.sequence) \(delivery.time.timeIntervalSince1970)"
                    history.change { $0.delivered[delivery.element.number, default: []].insert(message) }
                })
                .acknowledging(retry: .backoff(attempts: 1_000, first: .milliseconds(20))) { [self] item in
                    let isFirst = failing.access { item.isFailing && $0.insert(item.number).inserted }
                    if isFirst { throw ServerError("the first attempt fails") }
                    history.receive(item.number, by: .durable)
                }
                .subscribe { [history] event in
                    switch event {
                    case .next(let handled): if handled.outcome == .acknowledged { history.change { $0.handled += 1 } }
                    case .error(let error): history.change { $0.endings.append("durable: \(error)") }
                    case .completed: break
                    }
                }
            for subscription in [replay, durable, publishing] { _ = subscriptions.insert(subscription) }
            publish(from: 0)
            try plain?.start()
        }

        /// Publishes the items from this number on: one every few milliseconds until it is stopped, then those that were
        /// taken from the source and have not been acknowledged.
        private func publish(from first: Int) {
            let isStopping = isStopping.access { $0 }
            let numbers =
                isStopping
                ? Observable.from(Array(first..<max(first, history.all.published)))
                : Observable<Int>
                    .interval(.milliseconds(period), scheduler: SerialDispatchQueueScheduler(qos: .default))
                    .take(until: stopping)
                    .scan(first - 1) { number, _ in number + 1 }
            publishing.disposable =
                numbers
                .map { Item($0) }
                .do(onNext: { [history] item in history.change { $0.published = max($0.published, item.number + 1) } })
                .publish(to: stream(of: writer), coding: .json, subject: \.subject, maxInFlight: 64, id: \.id)
                .enumerated()
                .subscribe { [weak self] event in
                    guard let self else { return }
                    switch event {
                    case .next(let (index, published)): history.acknowledge(first + index, published.sequence)
                    case .error(let error):
                        history.step("publishing: \(error)")
                        let next = history.all.acknowledged.count
                        DispatchQueue.global().asyncAfter(deadline: .now() + 0.3) { [weak self] in
                            self?.publish(from: next)
                        }
                    case .completed:
                        // A source that was stopped before it had begun again has left something.
                        let next = history.all.acknowledged.count
                        if next < history.all.published { return publish(from: next) }
                        history.step("publishing: completed")
                    }
                }
        }

        /// Waits until the servers are well, or pass items on to both readers; after some faults, they say for long that
        /// they are not well.
        func goesOn(_ cluster: Cluster, within seconds: Double = 30) async -> String {
            let before = history.all.acknowledged.count
            var passes = false
            let isWell = await cluster.becomesHealthy(within: seconds) { [history] in
                let all = history.all
                let fresh = all.acknowledged.dropFirst(before).prefix(50).map(\.number)
                passes = fresh.count == 50 && all.received.values.allSatisfy { Set($0).isSuperset(of: fresh) }
                return passes
            }
            return passes ? "items come through" : isWell ? "the servers are well" : "some server is not well"
        }

        /// Ends the source, and waits until all is acknowledged and received or named, for so many seconds at most.
        func settle(within seconds: Double = 30) async -> Judgement {
            let end = history.now
            isStopping.access { $0 = true }
            stopping.onNext(())
            stopping.onCompleted()
            plain?.finishPublishing()
            // What is missing only for now is no loss: this waits until nothing is lost unnamed and nothing is to come.
            let isDone = { [self] in
                let all = history.all
                let judgement = Judgement(all, end: end, now: history.now)
                return all.acknowledged.count >= all.published && judgement.lost.isEmpty && judgement.waiting.isEmpty
            }
            await eventually(within: seconds) {
                try? await Task.sleep(for: .milliseconds(250))
                return isDone()
            }
            // A message that is emitted once too often may come a little later.
            try? await Task.sleep(for: .seconds(1))
            let judgement = Judgement(history.all, end: end, now: history.now)
            if let plain {
                _ = await eventually(within: seconds - (history.now - end)) { plain.isDone }
                plainSummary = plain.summary(end: end)
            }
            return judgement
        }

        /// What waits, although the limit is over, and has not said so in the last 30 seconds.
        var silentlyWaiting: [String] {
            let all = history.all
            let saidOfLate = all.said.filter { $0.time > history.now - 30 }.map { "\($0.problem)" }
            let unacknowledged = all.published - all.acknowledged.count
            return unacknowledged > 0 && !saidOfLate.contains { $0.contains("publishing to") }
                ? ["\(unacknowledged) items without an acknowledgement"] : []
        }

        /// What the servers say of the stream and of the durable consumer.
        func words() async -> String {
            var words: [String] = []
            for question in ["STREAM.INFO.\(Workload.stream)", "CONSUMER.INFO.\(Workload.stream).\(Workload.durable)"] {
                let answer = try? await reader.request(
                    [],
                    to: "$JS.API.\(question)",
                    coding: .bytes,
                    replyCoding: .text,
                    timeout: .seconds(3)
                ).value
                words.append("\(question): \(answer ?? "no answer")")
            }
            return words.joined(separator: "\n    ")
        }

        func stop() async {
            subscriptions.dispose()
            plain?.stop()
            await writer.close()
            await reader.close()
        }
    }
#endif
