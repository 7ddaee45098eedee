#if MILLRACE_EXPLORE
    import CMillrace
    import Foundation
    import Millrace

    /// Notes who takes the steps of a schedule.
    final class Recording {
        /// A step as the machine notes it.
        struct RawStep {
            let thread: Int
            let place: String
            /// Whether it is a point that the code under test has marked.
            let isPoint: Bool

            init(_ step: mr_explore_step) {
                thread = Int(step.thread)
                isPoint = step.word == nil
                let file = step.file.map { String(cString: $0) } ?? "?"
                let name = file.split(separator: "/").last.map(String.init) ?? file
                place = name.contains(".") ? "\(name):\(step.line)" : name
            }

            func named(_ names: [String]) -> ExploreFailure.Step {
                ExploreFailure.Step(thread: names[thread], operation: nil, place: place)
            }
        }

        static var steps: [RawStep] { Machine.steps.map(RawStep.init) }

        /// The turns of the last schedule.
        static var turns: [mr_explore_turn] {
            var count = 0
            let first = mr_explore_turns(&count)
            return Array(UnsafeBufferPointer(start: first, count: count))
        }

        /// The calls that led to each step, innermost first.
        private var calls: [StackTrace] = []

        /// The types of the objects to which the words belong that the steps access.
        private var owners: [String?] = []

        nonisolated(unsafe) private static var present: Recording?

        /// Notes the steps of what `body` runs.
        func watching<Result>(_ body: () -> Result) -> Result {
            Recording.present = self
            // The first one loads a library, which takes locks.
            _ = StackTrace.capture(limit: 1)
            mr_explore_watch { Recording.present?.note(Int($0)) }
            defer {
                mr_explore_watch(nil)
                Recording.present = nil
            }
            return body()
        }

        /// How many steps are looked up. Who takes more steps than that goes round in circles.
        private static let limit = 3_000

        /// Called on the thread that takes the step; one thread at a time does.
        private func note(_ step: Int) {
            guard step == calls.count, step < Recording.limit else { return }
            calls.append(.capture())
            owners.append(mr_explore_owner(Machine.steps[step].word).flatMap(Recording.operation))
        }

        /// The operator whose sink has this metadata; the class's name, if it is no sink.
        private static func operation(_ metadata: UnsafeRawPointer) -> String? {
            let type = _typeName(unsafeBitCast(metadata, to: Any.Type.self), qualified: false)
            let name = type.prefix { $0 != "<" }.split(separator: ".").last.map(String.init) ?? type
            for suffix in ["Coordinator", "Sink"] where name.hasSuffix(suffix) && name.count > suffix.count {
                let stem = name.dropLast(suffix.count)
                return names[String(stem)] ?? stem.prefix(1).lowercased() + stem.dropFirst()
            }
            return name
        }

        /// Sinks whose names say what they do, not for which operator.
        private static let names = ["Anonymous": "subscribe", "Event": "subscribe", "Handler": "subscribe"]

        /// The steps with the places that took them.
        func described(_ steps: [RawStep], _ names: [String]) -> [ExploreFailure.Step] {
            // The same calls lead to most steps.
            var known: [UInt: Call] = [:]
            for address in Set(calls.flatMap(\.addresses)) {
                known[address] = Call(StackTrace([address]).frames.first)
            }
            return steps.enumerated().map { number, step in
                guard number < calls.count else { return step.named(names) }
                let calls = calls[number].addresses.compactMap { known[$0] }
                return ExploreFailure.Step(
                    thread: names[step.thread],
                    operation: owners[number] ?? calls.lazy.compactMap(\.operation).first,
                    place: step.isPoint ? step.place : calls.lazy.compactMap(\.place).first ?? step.place
                )
            }
        }
    }

    /// A call of a function, as far as it tells where a step was taken.
    private struct Call {
        /// The file and the line, unless the function only wraps what the C core does.
        let place: String?
        /// The operator or subject, or the function of a user.
        let operation: String?

        private static let wrappers = ["/Core/", "/Storage/"]
        private static let engines = [
            "/Engines/", "/Stream/", "/Debugging/", "/Disposables/", "/Schedulers/", "/Pressure/",
        ]

        init(_ frame: StackTrace.Frame?) {
            guard let frame, let path = frame.path, frame.line > 0, !path.contains("/CSupport/"),
                !path.contains("/MillraceExplore/")
            else {
                (place, operation) = (nil, nil)
                return
            }
            let file = String(path.split(separator: "/").last ?? "")
            let isOwn = path.contains("/Sources/Millrace")
            guard isOwn else {
                place = "\(file):\(frame.line)"
                operation = frame.function
                return
            }
            place = Call.wrappers.contains { path.contains($0) } ? nil : "\(file):\(frame.line)"
            guard place != nil, !Call.engines.contains(where: { path.contains($0) }) else {
                operation = nil
                return
            }
            // One operator for each file, which is named after it.
            let name = String(file.prefix { $0 != "." && $0 != "+" })
            operation =
                path.contains("/Operators/") || path.contains("/MillraceOperators/")
                ? name.prefix(1).lowercased() + name.dropFirst() : name
        }
    }
#endif
