import BenchmarkLimits
import Dispatch
import Millrace

private let events = 10_000
private let batch = 64

/// Runs `body` in a task and waits for it.
private func wait(for body: @escaping @Sendable () async -> Void) {
    let isOver = DispatchSemaphore(value: 0)
    Task.detached {
        await body()
        isOver.signal()
    }
    isOver.wait()
}

/// Elements of a subject that a task iterates over one at a time, all of them after the last one has been sent.
func boundedValues() -> Workload {
    TimedWorkload(
        "values.capacity",
        "\(events) events of a subject, which then wait for a task",
        divisor: events,
        countsMallocs: false,
        expected: { $0 * events },
        sides: [
            .millrace: { sum in
                let event = opaque(1)
                return Side(run: { count in
                    nonisolated(unsafe) let sum = sum
                    wait {
                        for _ in 0..<count {
                            let subject = PublishSubject<Int>()
                            let values = subject.values(capacity: events, overflow: .dropNewest)
                            for _ in 0..<events { subject.onNext(event) }
                            subject.onCompleted()
                            var found = 0
                            do { for try await element in values { found &+= element } } catch {}
                            sum.pointee &+= found
                        }
                    }
                })
            }
        ]
    )
}

/// As `boundedValues`, in batches of 64.
func boundedBatches() -> Workload {
    TimedWorkload(
        "values.batches",
        "events of a subject, which a task takes in batches of \(batch)",
        divisor: batch,
        countsMallocs: false,
        expected: { $0 * batch },
        sides: [
            .millrace: { sum in
                let event = opaque(1)
                let subject = PublishSubject<Int>()
                let batches = subject.values(capacity: batch, overflow: .dropNewest).batches
                return Side(run: { count in
                    nonisolated(unsafe) let sum = sum
                    wait {
                        var left = count
                        for _ in 0..<batch { subject.onNext(event) }
                        do {
                            for try await elements in batches {
                                sum.pointee &+= elements.reduce(0, &+)
                                left -= 1
                                if left == 0 { break }
                                for _ in 0..<batch { subject.onNext(event) }
                            }
                        } catch {}
                    }
                })
            }
        ]
    )
}

/// What the emitter of elements pays that find no room.
func fullValues(_ overflow: OverflowStrategy) -> Workload {
    TimedWorkload(
        "values.full.\(overflow)",
        "events of a subject for a task that takes none of them",
        sides: [
            .millrace: { sum in
                let subject = PublishSubject<Int>()
                let values = subject.values(capacity: batch, overflow: overflow)
                for _ in 0..<batch { subject.onNext(0) }
                let event = opaque(1)
                return Side(
                    run: { count in
                        for _ in 0..<count { subject.onNext(event) }
                        sum.pointee &+= count
                    },
                    tearDown: { withExtendedLifetime(values) {} }
                )
            }
        ]
    )
}
