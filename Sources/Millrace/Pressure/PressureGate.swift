/// Holds sources back as a full bounded queue does, but keeps no elements: its owner closes and opens it. While it is
/// closed, it holds back the sources above it that can pause, and the deliveries of bounded queues above it.
///
/// One thread at a time calls `close()` and `open()`.
package final class PressureGate: @unchecked Sendable {
    fileprivate let watermark = Watermark(capacity: 1, isRequired: false, owner: "")

    private var isClosed = false

    package init() {}

    /// Holds the sources back.
    package func close() {
        if isClosed { return }
        isClosed = true
        watermark.add()
    }

    /// Lets the sources go on, on the calling thread, which must hold no lock.
    package func open() {
        if !isClosed { return }
        isClosed = false
        watermark.remove()
    }
}

extension Observable {
    /// The same events, held back while `gate` is closed. A source that cannot pause is not refused: its elements pass.
    package final func held(by gate: PressureGate) -> Observable {
        Operator(self) { GatedSink($0, gate) }
    }
}

private final class GatedSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    private let gate: PressureGate

    init(_ downstream: Sink<Element>, _ gate: PressureGate) {
        self.gate = gate
        super.init(downstream, plain: true, receive: GatedSink.forwarding)
    }

    override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
        path.watermarks.append(gate.watermark)
        return super.describePressure(&path)
    }
}
