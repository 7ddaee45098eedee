import BenchmarkLimits
import Millrace
import OpenCombine

/// How well emitting scales: with a subject for each emitter, or with one for all.
func twoEmitters(sameSubject: Bool) -> Workload {
    func side(_ makeSubject: @escaping () -> Subject) -> ThroughputWorkload.MakeSide {
        { counters in emitters(sameSubject, counters, makeSubject) }
    }
    return ThroughputWorkload(
        sameSubject ? "twoEmitters.same" : "twoEmitters.apart",
        "two threads emit to \(sameSubject ? "the same subject" : "a subject each"), compared with one",
        sides: [
            .c: side {
                let list = CList()
                list.subscribe(bench_count_up, UnsafeMutableRawPointer(list.list))
                return Subject(emitter: { event in { list.pump(event, $0) } }, tearDown: { list.destroy() })
            },
            .closures: side {
                let list = ClosureList()
                _ = list.subscribe(makeCounter())
                return Subject(emitter: { event in { for _ in 0..<$0 { list.emit(event) } } })
            },
            .openCombine: side {
                let subject = PassthroughSubject<Int, Never>()
                let cancellable = subject.sink { countUp($0) }
                return Subject(
                    emitter: { event in { for _ in 0..<$0 { subject.send(event) } } },
                    tearDown: { cancellable.cancel() }
                )
            },
            .millrace: side {
                let subject = PublishSubject<Int>()
                let subscription = subject.subscribe(onNext: { countUp($0) })
                return Subject(
                    emitter: { event in { for _ in 0..<$0 { subject.onNext(event) } } },
                    tearDown: { subscription.dispose() }
                )
            },
        ]
    )
}

/// A subject with one subscriber.
private struct Subject {
    /// Makes a body that emits this event.
    var emitter: (_ event: Int) -> Body
    var tearDown: () -> Void = {}
}

private func emitters(
    _ sameSubject: Bool,
    _ counters: [Counter],
    _ makeSubject: () -> Subject
) -> (emitters: [Body], tearDown: () -> Void) {
    var subjects: [Subject] = []
    var gaps: [UnsafeMutableRawPointer] = []
    for _ in 0..<(sameSubject ? 1 : counters.count) {
        // Without a gap it would be luck whether two subjects share a cache line.
        gaps.append(.allocate(byteCount: 512, alignment: 16))
        subjects.append(makeSubject())
    }
    let bodies = counters.enumerated().map { index, counter in
        subjects[sameSubject ? 0 : index].emitter(Int(bitPattern: counter.value))
    }
    return (
        bodies,
        {
            for subject in subjects { subject.tearDown() }
            for gap in gaps { gap.deallocate() }
        }
    )
}
