#if Server
    import Foundation
    import XCTest

    /// A connection to a server on this machine. What does not come within the patience fails.
    final class Connection {
        private let descriptor: Int32
        private var received: [UInt8] = []

        struct Closed: Error {}

        /// - Parameter window: how many bytes the system takes in for a client that does not read; 0 for as many as it likes.
        init(port: Int, window: Int32 = 0) throws {
            #if os(Linux)
                let kind = Int32(SOCK_STREAM.rawValue)
            #else
                let kind = SOCK_STREAM
            #endif
            descriptor = socket(AF_INET, kind, 0)
            var limit = timeval(tv_sec: Int(patience), tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            if window > 0 {
                var window = window
                setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size))
            }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(port).bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            if result != 0 { throw Closed() }
        }

        deinit {
            close(descriptor)
        }

        func ask(for path: String, host: String = "127.0.0.1", headers: String...) {
            let lines = ["GET \(path) HTTP/1.1", "Host: \(host)"] + headers + ["", ""]
            let bytes = Array(lines.joined(separator: "\r\n").utf8)
            _ = write(descriptor, bytes, bytes.count)
        }

        /// All that has come so far.
        var text: String {
            // One kind of line break, or some would be no "\n" to Swift.
            String(decoding: received, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
        }

        /// Reads until `text` has come.
        func readUntil(_ text: String) throws {
            let deadline = Date() + patience
            while !self.text.contains(text) {
                try readSome()
                // The totals of each second come in any case.
                if Date() > deadline { throw TimedOut() }
            }
        }

        /// Reads until the server closes the connection.
        func readToEnd() throws {
            let deadline = Date() + patience
            do {
                while Date() < deadline { try readSome() }
                throw TimedOut()
            } catch is Closed {}
        }

        /// The lines that have come whole since the last call; waits for one.
        func takeLines() throws -> [String] {
            while true {
                if let end = received.lastIndex(of: UInt8(ascii: "\n")) {
                    let lines = String(decoding: received[..<end], as: UTF8.self)
                    received.removeSubrange(...end)
                    return lines.replacingOccurrences(of: "\r\n", with: "\n").components(separatedBy: "\n")
                }
                try readSome()
            }
        }

        /// Reads so many bytes at most; for a client that reads slowly.
        func readLittle(_ most: Int) throws {
            try readSome(most)
        }

        private func readSome(_ most: Int = 65_536) throws {
            var block = [UInt8](repeating: 0, count: most)
            let count = read(descriptor, &block, block.count)
            if count < 0, errno == EAGAIN { throw TimedOut() }
            guard count > 0 else { throw Closed() }
            received += block[..<count]
        }
    }

    /// What a server answers to one request.
    func answer(_ port: Int, _ path: String, host: String = "127.0.0.1") throws -> String {
        let connection = try Connection(port: port)
        connection.ask(for: path, host: host, headers: "Connection: close")
        try connection.readToEnd()
        return connection.text
    }
#endif
