/// What a source says of itself apart from its events. Made when somebody asks: `dump()`, `toBlocking()`, a bounded queue
/// that holds its sources back, and a chain that may leave a shared source out.
@usableFromInline
struct SourceTraits {
    /// How the source comes to emit.
    let kind: SourceKind

    /// The function that made the source, for `dump()`; `nil` for a source that is known by its type.
    let function: UnsafePointer<UInt8>?

    /// The one source of an operator, which the operator holds. Its element type is unknown, as in `ChainLink`.
    let source: Held<Observable<Never>>?

    @usableFromInline
    init(kind: SourceKind, function: UnsafePointer<UInt8>? = nil, source: Held<Observable<Never>>? = nil) {
        self.kind = kind
        self.function = function
        self.source = source
    }

    /// - Parameter name: the public function that made the source.
    init(kind: SourceKind, named name: StaticString) {
        self.init(kind: kind, function: name.utf8Start)
    }

    /// Whether the source obeys a full bounded queue further down; `nil` if its own sources are to be asked.
    var canPause: Bool? {
        switch kind {
        case .free: false
        case .pausable: true
        case .scheduled: source == nil ? true : nil
        case .relaying, .watching, .joining: nil
        }
    }
}

/// How a source comes to emit.
@usableFromInline
package enum SourceKind {
    /// Whenever it likes, and it cannot pause.
    case free
    /// At most one element; or as many as there is room for, since it asks before each element: see `Pressure`.
    case pausable
    /// In actions of a scheduler. If it is not an operator, it can pause.
    case scheduled(Awaited)
    /// When its one source emits, before the call of that source returns.
    case relaying
    /// As `relaying`, and its sink inspects its downstream. A shared source below must then not be left out: see
    /// `ChainLink`.
    case watching
    /// When its sources emit, of which there may be several, or at other times.
    case joining
}

extension Observable {
    /// What the events of this source wait for, as far as that is known. An operator that relays waits for its source.
    package final var awaited: Awaited? {
        var traits = traits
        while true {
            switch (traits.kind, traits.source) {
            case (.scheduled(let awaited), _): return awaited
            case (.relaying, let source?), (.watching, let source?): traits = source.use { $0.traits }
            default: return nil
            }
        }
    }

    /// The source in a message: its own name if it has one, otherwise the function that made it, without the parameters
    /// for the place of a call, otherwise its type.
    final var nameForMessages: String {
        ownName ?? traits.function.map { publicName(of: $0) } ?? "\(type(of: self))"
    }
}

/// A public function as messages name it: without the parameters for the place of a call.
func publicName(of function: UnsafePointer<UInt8>) -> String {
    let text = String(cString: function)
    guard let start = text.firstIndex(of: "(") else { return text }
    let labels = text[start...].dropFirst().dropLast().split(separator: ":")
    return text[...start]
        + labels.filter { !["fileID", "file", "line", "function"].contains($0) }.map { $0 + ":" }.joined() + ")"
}
