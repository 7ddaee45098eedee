#if Server
    import Foundation
    import NIOCore

    /// What one client has got. Touched on the client's event loop only.
    final class Reader: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        enum Kind: Sendable {
            case fast, slow, stopped
        }

        /// What `Run` asks for.
        struct Received: Sendable {
            var lines = 0
            var totals = 0
            var firstTotal = -1
            var lastTotal = -1
            var dropped = 0
            var isClosed = false

            /// How many frames were sent, if the newest totals were among them and so many lines.
            func isComplete(lines expected: Int) -> Bool {
                lines + totals + dropped == expected + lastTotal - firstTotal + 1
            }
        }

        let kind: Kind
        private let request: String
        private(set) var received = Received()
        /// How many lines took so many microseconds; the last place is for all that took longer.
        private(set) var latencies: [UInt32]
        private var rest = ByteBuffer()
        private var event = UInt8(0)
        private var isPaused = false
        private var hasBegun: EventLoopPromise<Void>?

        init(_ kind: Kind, query: String, begun: EventLoopPromise<Void>) {
            self.kind = kind
            request = "GET /events?\(query) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            latencies = kind == .fast ? [UInt32](repeating: 0, count: Reader.buckets) : []
            hasBegun = begun
        }

        /// 20 buckets for each doubling from 1 µs, up to 16 s: steps of 3.5 %.
        static let buckets = 480

        static func bucket(_ nanoseconds: Int) -> Int {
            min(buckets - 1, max(0, Int(20 * log2(Double(max(nanoseconds, 1_000)) / 1_000))))
        }

        /// The upper end of a bucket, in milliseconds.
        static func milliseconds(_ bucket: Int) -> Double { pow(2, Double(bucket + 1) / 20) / 1_000 }

        func channelActive(context: ChannelHandlerContext) {
            context.writeAndFlush(NIOAny(ByteBuffer(string: request)), promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) {
            received.isClosed = true
            hasBegun?.fail(LoadError("a connection was closed early"))
            hasBegun = nil
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var bytes = unwrapInboundIn(data)
            if rest.readableBytes > 0 {
                rest.writeBuffer(&bytes)
                bytes = rest
            }
            let used = bytes.withUnsafeReadableBytes { parse($0) }
            bytes.moveReaderIndex(forwardBy: used)
            rest = bytes.readableBytes > 0 ? bytes : ByteBuffer()
            if received.totals > 0, let promise = hasBegun {
                hasBegun = nil
                promise.succeed()
                if kind == .stopped { pause(context.channel) }
            }
        }

        /// From now on, a slow client gets one read at a time.
        func beSlow(_ channel: any Channel) {
            pause(channel)
            let reader = NIOLoopBound(self, eventLoop: channel.eventLoop)
            _ = channel.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(250)) { task in
                guard reader.value.isPaused, channel.isActive else { return task.cancel() }
                channel.read()
            }
        }

        func pause(_ channel: any Channel) {
            isPaused = true
            _ = channel.setOption(.autoRead, value: false)
        }

        func goOn(_ channel: any Channel) {
            isPaused = false
            _ = channel.setOption(.autoRead, value: true)
        }

        /// Takes whole lines; the lines of the transfer encoding's chunks are none of an event.
        private func parse(_ bytes: UnsafeRawBufferPointer) -> Int {
            var start = 0
            guard let base = bytes.baseAddress else { return 0 }
            while start < bytes.count, let end = memchr(base + start, 0x0A, bytes.count - start) {
                let length = UnsafeRawPointer(end) - (base + start)
                take(UnsafeRawBufferPointer(start: base + start, count: length))
                start += length + 1
            }
            return start
        }

        private func take(_ line: UnsafeRawBufferPointer) {
            guard line.count > 7 else { return }
            if Reader.begins(line, "event: ") {
                event = line[7]
            } else if Reader.begins(line, "data: ") {
                switch event {
                case UInt8(ascii: "l"):
                    received.lines += 1
                    if kind == .fast, let sent = Reader.number(in: line, after: " t=") {
                        latencies[Reader.bucket(Int(DispatchTime.now().uptimeNanoseconds) - sent)] += 1
                    }
                case UInt8(ascii: "t"):
                    let number = Reader.number(in: line, after: "\"number\":") ?? -1
                    if received.totals == 0 { received.firstTotal = number }
                    received.totals += 1
                    received.lastTotal = number
                case UInt8(ascii: "d"):
                    received.dropped = Reader.number(in: line, after: "\"count\":") ?? -1
                default: break
                }
            }
        }

        private static func begins(_ line: UnsafeRawBufferPointer, _ text: StaticString) -> Bool {
            line.count >= text.utf8CodeUnitCount
                && memcmp(line.baseAddress!, text.utf8Start, text.utf8CodeUnitCount) == 0
        }

        private static func number(in line: UnsafeRawBufferPointer, after text: StaticString) -> Int? {
            var index = 0
            let length = text.utf8CodeUnitCount
            while index + length < line.count {
                if memcmp(line.baseAddress! + index, text.utf8Start, length) == 0 {
                    return line[(index + length)...].prefix { 0x30...0x39 ~= $0 }.reduce(0) { $0 * 10 + Int($1 - 0x30) }
                }
                index += 1
            }
            return nil
        }
    }
#endif
