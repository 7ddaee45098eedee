extension StreamDump {
    /// The dump as JSON, with the names of the properties as keys; `nil` values are left out.
    ///
    /// - **Complexity**: O(stages).
    public var json: String {
        JSONText.write(self) { text in
            for subscription in subscriptions { text.add(subscription, count: nil) }
        }
    }

    /// As `json`, but equal subscriptions are one, as in `description`, with their number as `count` and the age of the
    /// oldest. Their stages have the numbers of one of them.
    package var groupedJSON: String {
        let groups = groups
        return JSONText.write(self) { text in
            for group in groups { for end in group.ends { text.shown[end] = group.ends[0] } }
            for group in groups {
                let all = Subscription(place: group.first.place, age: group.ages.upperBound, stages: group.stages)
                text.add(all, count: group.ends.count)
            }
        }
    }
}

/// Written by hand, since the encoder of Foundation takes seconds for 100,000 subscriptions.
private struct JSONText {
    private var bytes: [UInt8] = []
    // Whether a comma stands before the next member or element.
    private var needsComma = false
    /// The number that is written for a shared source, if it is another one's.
    var shown: [Int: Int] = [:]

    static func write(_ dump: StreamDump, _ subscriptions: (inout JSONText) -> Void) -> String {
        var text = JSONText()
        text.open("{")
        text.add("isRecording", "\(dump.isRecording)")
        text.key("objects")
        text.open("{")
        for (name, count) in dump.objects.sorted(by: { $0.key < $1.key }) { text.add(name, "\(count)") }
        text.close("}")
        text.key("subscriptions")
        text.open("[")
        subscriptions(&text)
        text.close("\n]")
        text.close("}\n")
        return String(decoding: text.bytes, as: UTF8.self)
    }

    mutating func add(_ subscription: StreamDump.Subscription, count: Int?) {
        element()
        open("{")
        add("place", quoting: subscription.place)
        if let count { add("count", "\(count)") }
        add("age", "\(subscription.age)")
        key("stages")
        open("[")
        for stage in subscription.stages { add(stage) }
        close("]")
        close("}")
    }

    private mutating func add(_ stage: StreamDump.Stage) {
        element()
        open("{")
        add("id", "\(stage.id)")
        if let feeds = stage.feeds { add("feeds", "\(feeds)") }
        add("name", quoting: stage.name)
        add("age", "\(stage.age)")
        add("elements", "\(stage.elements)")
        add("rate", "\(stage.rate)")
        if let waiting = stage.waiting { add("waiting", "\(waiting)") }
        if let oldest = stage.oldestWaiting { add("oldestWaiting", "\(oldest)") }
        key("dropped")
        open("{")
        for (reason, count) in stage.dropped.sorted(by: { $0.key < $1.key }) { add(reason, "\(count)") }
        close("}")
        if let thread = stage.thread { add("thread", quoting: thread) }
        if let inside = stage.insideFor { add("insideFor", "\(inside)") }
        if let fedBy = stage.fedBy { add("fedBy", "\(shown[fedBy] ?? fedBy)") }
        close("}")
    }

    private mutating func open(_ bracket: String) {
        bytes += bracket.utf8
        needsComma = false
    }

    private mutating func close(_ bracket: String) {
        bytes += bracket.utf8
        needsComma = true
    }

    /// An element of an array begins, on a line of its own.
    private mutating func element() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func key(_ name: String) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = true
    }

    private mutating func add(_ name: String, _ value: String) {
        key(name)
        bytes += value.utf8
    }

    private mutating func add(_ name: String, quoting value: String) {
        key(name)
        quote(value)
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes += [UInt8(ascii: "\\"), byte]
            case 0..<32:
                let digits = String(byte, radix: 16)
                bytes += (byte < 16 ? "\\u000\(digits)" : "\\u00\(digits)").utf8
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
