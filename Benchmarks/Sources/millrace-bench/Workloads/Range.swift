import AsyncAlgorithms
import BenchmarkLimits
import Dispatch
import Millrace
import OpenCombine

private let length = 1_000_000

/// A million numbers, one after the other.
func range() -> Workload {
    TimedWorkload(
        "range1e6",
        "subscribe to the numbers below 1,000,000, per element",
        unit: .nanosecondsPerElement,
        divisor: length,
        countsMallocs: false,
        expected: { $0 * (length * (length - 1) / 2) },
        sides: [
            .c: { sum in
                let end = opaque(length)
                return Side(run: { bench_range(bench_add, sum, end, $0) })
            },
            .closures: { sum in
                let closure = makeAdder(sum)
                let end = opaque(length)
                return Side(run: { count in
                    for _ in 0..<count {
                        for element in 0..<end { closure(element) }
                    }
                })
            },
            .openCombine: { sum in
                let end = opaque(length)
                return Side(run: { count in
                    for _ in 0..<count {
                        (0..<end).publisher.sink { sum.pointee &+= $0 }.cancel()
                    }
                })
            },
            .asyncAlgorithms: { sum in
                let end = opaque(length)
                return Side(run: { count in
                    let done = DispatchSemaphore(value: 0)
                    Task {
                        for _ in 0..<count {
                            for await element in (0..<end).async { sum.pointee &+= element }
                        }
                        done.signal()
                    }
                    done.wait()
                })
            },
            .millrace: { sum in
                let end = opaque(length)
                return Side(run: { count in
                    for _ in 0..<count {
                        Observable.range(start: 0, count: end).subscribe(onNext: { sum.pointee &+= $0 }).dispose()
                    }
                })
            },
        ]
    )
}
