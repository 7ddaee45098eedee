#if NATS
    import Dispatch
    import Millrace

    /// What is done when messages are not acknowledged.
    extension StreamPublisher {
        /// The server does not permit something: it answers with these words in place of an acknowledgement.
        func denied(_ denial: Denial, _ generation: Int) {
            if generation != self.generation || observer == nil { return }
            nats.shared.report("publishing to \(stream.name)", denial.words)
            // Without replies there is no acknowledgement at all.
            let isOfReplies = denial.concerns(prefix: "\(prefix).")
            let sent = head..<(head + max(0, unsent - firstNumber))
            let refused = sent.first { index in
                guard let entry = entries[index], entry.answer == nil else { return false }
                return isOfReplies || denial.concerns(entry.subject)
            }
            if let refused {
                entries[refused]?.answer = .refused(NATS.Failure(.authorization, "", denial.words))
                advance()
            } else if isOfReplies {
                fail(NATS.Failure(.authorization, "publishing to \(stream.name)", denial.words))
            }
        }

        /// An element has a lower number than one before it. A server that is no leader any more drops a message, and the
        /// next leader has taken the messages behind it; or the servers have gone back to an earlier state.
        func reportDisorder(_ entry: Entry, _ sequence: UInt64, _ former: (sequence: UInt64, id: String)) {
            audit?.acknowledged(former.sequence, former.id, lowest: former.sequence)
            if let reported, reported.upperBound == former.sequence, reported.contains(sequence) { return }
            reported = sequence...former.sequence
            nats.shared.report(
                "publishing to \(stream.name)",
                "the message with id \(former.id) has number \(former.sequence), and the one behind it, with id \(entry.id), "
                    + "has \(sequence): they were stored out of order, or the server has lost messages",
                about: sequence...former.sequence
            )
        }

        /// Called every second.
        func check() {
            guard isReady, count > 0, ContinuousClock.now - lastProgress > StreamPublisher.ackTimeout else { return }
            if isSilentForGood() { return }
            let number = count
            dropConnection()
            nats.shared.report(
                "publishing to \(stream.name)",
                "no acknowledgement for \(StreamPublisher.ackTimeout); \(number) messages are sent again"
            )
            reconnectLater()
        }

        /// Counts a connection over which nothing was acknowledged. True if that was one too many; in a cluster, the
        /// stream is asked then whether it could have acknowledged something.
        func isSilentForGood() -> Bool {
            silences += 1
            guard silences >= StreamPublisher.silencesAllowed, head < entries.count else { return false }
            dropConnection()
            let (stream, generation) = (stream, generation)
            if !isClustered {
                giveUp(true, generation)
                return true
            }
            Task { [self] in
                let isWell: Bool
                do {
                    isWell = try await stream.info().hasMajority
                } catch let failure as NATS.Failure {
                    // Nothing is to be expected of a server without JetStream.
                    isWell = !failure.isTemporary || failure.kind == .noJetStream
                } catch {
                    isWell = false
                }
                queue.async { self.giveUp(isWell, generation) }
            }
            return true
        }

        /// Gives up beside a stream that is well. Without a leader, or without most of its servers, it will be again.
        private func giveUp(_ isWell: Bool, _ generation: Int) {
            if generation != self.generation || observer == nil { return }
            // All may have been acknowledged meanwhile.
            guard head < entries.count, let entry = entries[head] else { return reconnectLater() }
            if isWell {
                return fail(
                    NATS.Failure(
                        .timeout,
                        "message to \(entry.subject) with id \(entry.id)",
                        "no acknowledgement over \(silences) connections; the server's disk may be full"
                    )
                )
            }
            nats.shared.report(
                "publishing to \(stream.name)",
                "no acknowledgement over \(silences) connections; the stream has no leader, or lacks most of its servers"
            )
            reconnectLater()
        }

        /// Nobody took the oldest message: the stream has no leader at the moment, or there is no such stream. The
        /// messages behind it are sent again behind it, unless they were stored.
        func tryAgain(_ entry: Entry, _ reason: String) {
            // All answers first: what is on its way must not come between.
            let sent = head..<(head + unsent - firstNumber)
            if sent.contains(where: { entries[$0]?.answer == nil }) { return }
            refusals += 1
            forgetAnswers(sent)
            unsent = firstNumber
            isReady = false
            let generation = generation
            // After three seconds, somebody has to know whether there is a stream.
            if refusals >= 5 {
                nats.shared.report("publishing to \(stream.name)", "\(reason), \(refusals) times; it is tried again")
                let stream = stream
                Task { [self] in
                    let result: Result<NATS.StreamInfo, any Error>
                    do { result = .success(try await stream.info()) } catch { result = .failure(error) }
                    queue.async { self.goOn(result, generation) }
                }
                return
            }
            queue.asyncAfter(deadline: .now() + .milliseconds(100 << refusals)) { [weak self] in
                self?.goOn(generation)
            }
        }

        /// Goes on, unless the stream says that it does not keep the subject.
        private func goOn(_ result: Result<NATS.StreamInfo, any Error>, _ generation: Int) {
            if generation != self.generation || observer == nil { return }
            // All may have been acknowledged meanwhile.
            guard head < entries.count, let entry = entries[head] else { return goOn(generation) }
            var failure: NATS.Failure?
            switch result {
            case .success(let info) where !info.subjects.contains(where: { NATS.pattern($0, has: entry.subject) }):
                failure = NATS.Failure(.notFound, "", "no stream keeps this subject")
            case .failure(let final as NATS.Failure) where !final.isTemporary: failure = final
            case .success, .failure: break
            }
            if let failure {
                let operation = "message to \(entry.subject) with id \(entry.id)"
                return fail(NATS.Failure(failure.kind, operation, failure.reason))
            }
            queue.asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in self?.goOn(generation) }
        }

        private func goOn(_ generation: Int) {
            guard generation == self.generation, connection != nil else { return }
            isReady = true
            lastProgress = .now
            // Acknowledgements of what was sent before may have come while nothing was sent.
            if count < limit { gate.open() }
            send()
        }
    }
#endif
