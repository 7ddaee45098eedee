/// What is reported of a workload.
struct Row: Codable {
    var workload: String
    var unit: Unit
    /// By the columns' names.
    var figures: [String: Double]
    /// Mallocs for an event; blocks for an instance where memory is measured. By the columns' names.
    var mallocs: [String: Double]
    /// Millrace ÷ closures.
    var ratio: Double?
    var target: String?
    /// `nil` without a target, or if Millrace has no figure.
    var met: Bool?
    /// Why the target is missed, if it is.
    var reason: String?
    /// By what a limit is exceeded, if one is.
    var excess: String?
}

extension Row {
    /// - Parameters:
    ///   - all: where other workloads are looked up that a target refers to.
    ///   - tolerance: how far a ratio or a time may be beyond its target, as a fraction of it.
    init(_ workload: Workload, among all: [Workload], tolerance: Double) {
        func byName(_ value: (Column) -> Double?) -> [String: Double] {
            Dictionary(
                uniqueKeysWithValues: workload.columns.compactMap { column in
                    value(column).map { (column.rawValue, $0) }
                }
            )
        }
        self.workload = workload.name
        unit = workload.unit
        figures = byName(workload.figure)
        mallocs = byName(workload.mallocs)
        let target = targets[workload.name]
        var reference = workload.figure(of: .closures)
        if case .timesClosures(_, let name?) = target {
            reference = all.first { $0.name == name }?.figure(of: .closures)
        }
        let millrace = workload.figure(of: .millrace)
        if let millrace, let reference, unit != .throughputRatio { ratio = millrace / reference }
        self.target = target?.text
        guard let millrace else { return }
        let blocks = workload.mallocs(of: .millrace) ?? 0
        func shortfall(_ target: Target) -> String? {
            target.shortfall(figure: millrace, ratio: ratio, blocks: blocks, tolerance: tolerance)
        }
        var mallocs: String?
        if target != nil, unit != .bytesPerInstance, blocks > mallocsPerEventTarget(workload.name),
            workload.mallocs(of: .millrace) != nil
        {
            mallocs = "\(blocks.short) mallocs per event, over \(mallocsPerEventTarget(workload.name).short)"
        }
        excess = limits[workload.name].flatMap(shortfall) ?? mallocs
        guard let target else { return }
        reason = shortfall(target) ?? mallocs
        if case .timesClosures = target, ratio == nil { return }
        met = reason == nil
    }
}

extension Target {
    var text: String {
        switch self {
        case .timesClosures(let limit, nil): "≤ \(limit.short) ×"
        case .timesClosures(let limit, let name?): "≤ \(limit.short) × \(name)"
        case .atMost(let limit): "≤ \(limit.short) ns"
        case .atLeast(let limit): "≥ \(limit.short)"
        case .memory(let bytes, let blocks): "≤ \(bytes.short) / \(blocks.short)"
        case .mallocs(let limit): "≤ \(limit.short) mallocs"
        }
    }

    /// What is wrong, or `nil`.
    func shortfall(figure: Double, ratio: Double?, blocks: Double, tolerance: Double) -> String? {
        switch self {
        case .timesClosures(let limit, _):
            guard let ratio, ratio > limit * (1 + tolerance) else { return nil }
            return "\(ratio.short) times the closures, over \(limit.short)"
        case .atMost(let limit):
            guard figure > limit * (1 + tolerance) else { return nil }
            return "\(figure.short) ns, over \(limit.short)"
        case .atLeast(let limit):
            guard figure < limit * (1 - tolerance) else { return nil }
            return "\(figure.short), under \(limit.short)"
        case .memory(let bytesLimit, let blocksLimit):
            guard figure > bytesLimit || blocks.rounded() > blocksLimit else { return nil }
            return "\(figure.short) bytes in \(blocks.short) blocks, over \(bytesLimit.short) in \(blocksLimit.short)"
        case .mallocs:
            return nil
        }
    }
}
