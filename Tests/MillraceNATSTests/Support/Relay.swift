#if NATS
    import Foundation
    import TestSupport
    import XCTest

    /// Passes bytes on between clients and a server. When it is cut, nothing goes through, and neither side is told.
    final class Relay: @unchecked Sendable {
        let port: Int
        private let target: Int
        private let listener: Int32
        private let condition = NSCondition()
        private var isCut = false
        private var isOver = false
        private var files: Set<Int32> = []
        private var threads = 0
        /// How many connections are to be ended as soon as the server has accepted them.
        private var endings = 0
        /// What the server's bytes have in place of a text of the same length.
        private let disguise: (text: [UInt8], in: [UInt8])?

        var url: String { "nats://127.0.0.1:\(port)" }

        /// - Parameter disguise: a text that clients get where the server sends another one of the same length. A server
        ///   lets no client send a message as from JetStream.
        init(to port: Int, disguise: (text: String, in: String)? = nil) throws {
            target = port
            self.disguise = disguise.map { (Array($0.text.utf8), Array($0.in.utf8)) }
            listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            self.port = try Server.bindToFreePort(listener)
            guard listen(listener, 100) == 0 else { throw ServerError("the relay cannot listen") }
            start { [self] in accept() }
        }

        func cut() {
            condition.withLock { isCut = true }
        }

        func mend() {
            condition.withLock {
                isCut = false
                condition.broadcast()
            }
        }

        /// Ends the next connections when the server has accepted them.
        func endNext(_ count: Int) {
            condition.withLock { endings = count }
        }

        /// Ends all connections, and the relay's threads.
        func stop() {
            condition.withLock {
                isOver = true
                isCut = false
                condition.broadcast()
                for file in files { shutdown(file, Int32(SHUT_RDWR)) }
            }
            let ended = waitUntil(within: 10) { self.condition.withLock { self.threads == 0 } }
            XCTAssertTrue(ended, "the relay's threads have ended")
        }

        private func start(_ body: @escaping @Sendable () -> Void) {
            condition.withLock { threads += 1 }
            Thread.detachNewThread { [self] in
                body()
                condition.withLock { threads -= 1 }
            }
        }

        /// Waits while the relay is cut. False if it has been stopped.
        private func isOpen() -> Bool {
            condition.withLock {
                while isCut, !isOver { condition.wait() }
                return !isOver
            }
        }

        private func isReadable(_ file: Int32) -> Bool {
            var poll = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            return Foundation.poll(&poll, 1, 50) > 0
        }

        private func accept() {
            while isOpen() {
                if !isReadable(listener) { continue }
                let client = Foundation.accept(listener, nil, nil)
                if client < 0 { continue }
                let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                guard isOpen(), Server.connect(server, target) else {
                    close(client)
                    close(server)
                    continue
                }
                let pair = Pair(client, server)
                condition.withLock { files.formUnion([client, server]) }
                start { [self] in pass(from: client, to: server, pair, isServer: false) }
                start { [self] in pass(from: server, to: client, pair, isServer: true) }
            }
            close(listener)
        }

        /// Both directions of a connection; the second one to end closes its files.
        private final class Pair: @unchecked Sendable {
            let files: [Int32]
            var users = 2
            init(_ files: Int32...) { self.files = files }
        }

        /// A text that comes in two parts stays as it is; so short messages alone are disguised.
        private func takeOff(_ buffer: inout [UInt8], _ count: Int) {
            guard let (text, other) = disguise, count >= other.count else { return }
            for place in 0...(count - other.count)
            where buffer[place] == other[0] && buffer[place..<(place + other.count)].elementsEqual(other) {
                buffer.replaceSubrange(place..<(place + other.count), with: text)
            }
        }

        private func pass(from source: Int32, to target: Int32, _ pair: Pair, isServer: Bool) {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            passing: while isOpen() {
                if !isReadable(source) { continue }
                let count = read(source, &buffer, buffer.count)
                if count <= 0 || !isOpen() { break }
                if isServer { takeOff(&buffer, count) }
                var sent = 0
                while sent < count {
                    let part = buffer[sent..<count].withUnsafeBytes {
                        send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    if part <= 0 { break passing }
                    sent += part
                }
                // Read only if somebody has asked for an end: routes of a cluster carry much.
                if isServer, condition.withLock({ endings > 0 }),
                    String(decoding: buffer[..<count], as: UTF8.self).contains("PONG")
                {
                    let isEnding = condition.withLock {
                        if endings == 0 { return false }
                        endings -= 1
                        return true
                    }
                    if isEnding { break }
                }
            }
            for file in pair.files { shutdown(file, Int32(SHUT_RDWR)) }
            condition.withLock {
                pair.users -= 1
                if pair.users > 0 { return }
                for file in pair.files {
                    files.remove(file)
                    close(file)
                }
            }
        }
    }
#endif
