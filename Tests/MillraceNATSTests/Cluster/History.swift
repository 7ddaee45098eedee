#if NATS
    import Foundation
    import MillraceNATS

    /// What is published: a number, of one of five keys.
    struct Item: Codable, Hashable, Sendable {
        let number: Int
        /// So that the files of the stream have something in them.
        let filling: String

        var key: Int { number % 5 }
        var subject: String { "s.\(key)" }
        var id: String { "id-\(number)" }
        /// Whether the handler of a durable consumer throws the first time, so that the item has to come again.
        var isFailing: Bool { number % 53 == 0 }

        init(_ number: Int) {
            self.number = number
            filling = String(repeating: "\(number % 10)", count: 200)
        }
    }

    /// Who receives the items.
    enum Reader: String, CaseIterable, Sendable {
        case replay, durable
    }

    /// All that a run has seen, from any thread, with the seconds since its beginning.
    final class History: @unchecked Sendable {
        struct Acknowledged: Sendable {
            let number: Int
            let sequence: UInt64
            let time: Double
        }

        struct Said: Sendable {
            let problem: NATS.Problem
            let time: Double
        }

        struct State {
            var published = 0
            var acknowledged: [Acknowledged] = []
            /// The numbers in the order in which each reader has had them.
            var received: [Reader: [Int]] = [:]
            /// The messages that the replay has emitted: number in the stream and time.
            var emitted: [String] = []
            /// The messages in which the durable consumer has had each item, as above.
            var delivered: [Int: Set<String>] = [:]
            var handled = 0
            var said: [Said] = []
            /// What has ended, although nothing may have: with its error.
            var endings: [String] = []
            var steps: [String] = []
        }

        private let lock = NSLock()
        private var state = State()
        private let start = Date()

        var now: Double { Date().timeIntervalSince(start) }

        var all: State { lock.withLock { state } }

        func change(_ body: (inout State) -> Void) { lock.withLock { body(&state) } }

        func say(_ problem: NATS.Problem) {
            let time = now
            change { $0.said.append(Said(problem: problem, time: time)) }
        }

        func acknowledge(_ number: Int, _ sequence: UInt64) {
            let time = now
            change { $0.acknowledged.append(Acknowledged(number: number, sequence: sequence, time: time)) }
        }

        func receive(_ number: Int, by reader: Reader) {
            change { $0.received[reader, default: []].append(number) }
        }

        func step(_ text: String) {
            let time = now
            change { $0.steps.append("\(String(format: "%.1f", time)) s: \(text)") }
        }
    }

    /// What a history means.
    struct Judgement: CustomStringConvertible {
        /// Acknowledged, not received, and not named in `problems` after the acknowledgement.
        var lost: [Reader: [Int]] = [:]
        /// The numbers that the stream gave to those that were lost.
        var places: [Reader: [UInt64]] = [:]
        /// The same, but named.
        var named: [Reader: Int] = [:]
        /// Still to come, and the reader says that it has no consumer at the moment.
        var waiting: [Reader: Int] = [:]
        /// Emitted although they had been emitted before.
        var doubled: [Reader: [Int]] = [:]
        /// Stored twice by the servers, and so emitted twice by the durable consumer; and those of them that were not named.
        var again = 0
        var againUnnamed = 0
        /// Stored twice by the servers, in spite of their ids, or given out by one that others then left behind.
        var storedTwice = 0
        /// Those of them of which nothing was said.
        var storedTwiceUnnamed = 0
        /// Behind a later one of the same key, and not named.
        var disordered: [Reader: [Int]] = [:]
        /// The same, but named.
        var namedDisorder = 0
        /// What came behind later ones, and is not acknowledged: its publisher waits, and says it with the acknowledgement.
        var unacknowledgedDisorder = 0
        /// How long after the acknowledgement, or the last step, the last of the lost ones was named, in seconds.
        var slowest = 0.0

        /// - Parameters:
        ///   - end: when everything was put right again.
        ///   - now: how far the history goes.
        ///   - readers: who reads.
        init(_ history: History.State, end: Double, now: Double, of readers: [Reader] = Reader.allCases) {
            for reader in readers {
                let received = history.received[reader] ?? []
                let had = Set(received)
                // What the durable consumer alone does not get is a matter of the durable consumer.
                let said = history.said.filter {
                    $0.problem.sequences != nil && (reader == .durable || !$0.problem.subject.hasPrefix("consumer"))
                }
                // It tries again, and says so, at least every ten seconds.
                let name = reader == .replay ? "for a replay" : Workload.durable
                let hasNone = history.said.contains {
                    $0.time > now - 12 && $0.problem.subject == "consumer \(name) of \(Workload.stream)"
                        && $0.problem.reason.hasPrefix("cannot be made")
                }
                // The stream has not answered for 15 seconds at least. What it has lost is said when it answers again.
                let unanswered = history.said.map { saying in
                    let isOfStream = saying.problem.subject == "stream \(Workload.stream)"
                    let isUnknown = saying.problem.reason.hasPrefix(
                        "whether it has lost messages is not known: stream \(Workload.stream): no reply"
                    )
                    return isOfStream && isUnknown ? now - saying.time : .infinity
                }
                let isSilent = unanswered.contains { $0 < 20 } && unanswered.contains { (15..<40).contains($0) }
                for message in history.acknowledged where !had.contains(message.number) {
                    let first = said.first { saying in
                        saying.time >= message.time && saying.problem.sequences?.contains(message.sequence) ?? false
                    }
                    if let first {
                        named[reader, default: 0] += 1
                        slowest = max(slowest, first.time - max(end, message.time))
                    } else if hasNone || isSilent {
                        waiting[reader, default: 0] += 1
                    } else {
                        lost[reader, default: []].append(message.number)
                        places[reader, default: []].append(message.sequence)
                    }
                }
                findDisorder(received, reader, history)
            }
            let replayed = history.received[.replay] ?? []
            var places: [Int: UInt64] = [:]
            for (number, message) in zip(replayed, history.emitted) {
                let former = places.updateValue(UInt64(message.prefix { $0 != " " }) ?? 0, forKey: number)
                guard let former else { continue }
                storedTwice += 1
                if !history.said.contains(where: { $0.problem.sequences?.contains(former) ?? false }) {
                    storedTwiceUnnamed += 1
                }
            }
            if history.emitted.count != Set(history.emitted).count {
                let repeated = Dictionary(grouping: history.emitted.indices, by: { history.emitted[$0] })
                doubled[.replay] = repeated.values.filter { $0.count > 1 }.map { replayed[$0[0]] }
            }
            // An item that the servers have stored twice is another message, which the durable consumer has to emit and
            // to name.
            var times: [Int: Int] = [:]
            for number in history.received[.durable] ?? [] { times[number, default: 0] += 1 }
            for (number, count) in times where count > 1 {
                let messages = history.delivered[number] ?? []
                let places = messages.compactMap { UInt64($0.prefix { $0 != " " }) }
                let isNamed = history.said.contains { saying in
                    places.contains { saying.problem.sequences?.contains($0) ?? false }
                }
                if messages.count < count {
                    doubled[.durable, default: []].append(number)
                } else {
                    again += 1
                    if !isNamed { againUnnamed += 1 }
                }
            }
        }

        private mutating func findDisorder(_ received: [Int], _ reader: Reader, _ history: History.State) {
            var highest: [Int: Int] = [:]
            var seen: Set<Int> = []
            for number in received where seen.insert(number).inserted {
                let key = number % 5
                if number < highest[key] ?? -1 {
                    let own = history.acknowledged.filter { $0.number == number }
                    let isNamed = history.said.contains { saying in
                        own.contains { saying.problem.sequences?.contains($0.sequence) ?? false }
                    }
                    if own.isEmpty {
                        unacknowledgedDisorder += 1
                    } else if isNamed {
                        namedDisorder += 1
                    } else {
                        disordered[reader, default: []].append(number)
                    }
                }
                highest[key] = max(highest[key] ?? -1, number)
            }
        }

        /// Whether nothing is lost without a word, doubled or out of order.
        var isClean: Bool { lost.isEmpty && doubled.isEmpty && disordered.isEmpty }

        var description: String {
            func counts(_ lists: [Reader: [Int]]) -> String {
                lists.isEmpty
                    ? "0"
                    : Reader.allCases.map { reader in
                        let list = lists[reader] ?? []
                        return "\(reader.rawValue) \(list.count)\(list.isEmpty ? "" : " (\(list.prefix(5)) …)")"
                    }.joined(separator: ", ")
            }
            let slow = slowest > 0 ? ", the last after \(String(format: "%.1f", slowest)) s" : ""
            let lostPlaces = Reader.allCases.compactMap { reader in
                places[reader].map { "of the \(reader.rawValue) \($0.min() ?? 0) to \($0.max() ?? 0)" }
            }
            let numbers = lostPlaces.isEmpty ? "" : ", by number \(lostPlaces.joined(separator: ", "))"
            let late = waiting.values.reduce(0, +)
            let toCome = late > 0 ? "to come, as it says, \(late); " : ""
            return "lost unnamed \(counts(lost))\(numbers); \(toCome)lost named replay \(named[.replay] ?? 0), durable "
                + "\(named[.durable] ?? 0)\(slow); doubled \(counts(doubled)); stored twice \(storedTwice), unnamed "
                + "\(storedTwiceUnnamed); stored again \(again), unnamed \(againUnnamed); "
                + "out of order unnamed \(counts(disordered)), named \(namedDisorder), not acknowledged "
                + "\(unacknowledgedDisorder)"
        }
    }
#endif
