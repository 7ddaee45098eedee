import Millrace
import TestSupport

extension OperatorCase {
    private static let all1123 = ["1", "1", "2", "3", "|"]
    private static let failed112 = ["1", "1", "2", "x(error)"]

    /// Sends all at once, without giving way to other work as `of` does, and completes.
    private static func burst(_ elements: Int...) -> Observable<Int> {
        Observable.create { observer in
            for element in elements { observer.onNext(element) }
            observer.onCompleted()
            return Disposables.create()
        }
    }

    static let combining: [OperatorCase] = [
        OperatorCase("merge()", completed: all1123, failed: failed112) { source, token in
            source.map { [token] in
                _ = token
                return Observable.just($0)
            }
            .merge()
        },
        OperatorCase("merge(_:)", completed: all1123, failed: failed112) { source, _ in
            Observable.merge(source, .empty(), .empty())
        },
        OperatorCase("flatMap", completed: all1123, failed: failed112) { source, token in
            source.flatMap { [token] element in
                _ = token
                return Observable.just(element)
            }
        },
        OperatorCase(
            "flatMap, several",
            completed: ["1", "1", "1", "1", "2", "2", "3", "3", "|"],
            failed: ["1", "1", "1", "1", "2", "2", "x(error)"]
        ) { source, _ in source.flatMap { burst($0, $0) } },
        OperatorCase("flatMapFirst", completed: all1123, failed: failed112) { source, token in
            source.flatMapFirst { [token] element in
                _ = token
                return Observable.just(element)
            }
        },
        OperatorCase("flatMapLatest", completed: all1123, failed: failed112) { source, token in
            source.flatMapLatest { [token] element in
                _ = token
                return Observable.just(element)
            }
        },
        OperatorCase("switchLatest", completed: all1123, failed: failed112) { source, _ in
            source.map { Observable.just($0) }.switchLatest()
        },
        OperatorCase("combineLatest", completed: all1123, failed: failed112) { source, token in
            Observable.combineLatest(Observable.just(0), source) { [token] in
                _ = token
                return $0 + $1
            }
        },
        OperatorCase("combineLatest of a collection", completed: all1123, failed: failed112) { source, token in
            Observable.combineLatest([.just(0), .just(0), source]) { [token] in
                _ = token
                return $0.reduce(0, +)
            }
        },
        OperatorCase("zip", completed: all1123, failed: failed112) { source, token in
            Observable.zip(burst(0, 0, 0, 0), source) { [token] in
                _ = token
                return $0 + $1
            }
        },
        OperatorCase("zip of a collection", completed: all1123, failed: failed112) { source, token in
            Observable.zip([burst(0, 0, 0, 0), burst(0, 0, 0, 0, 0), source]) { [token] in
                _ = token
                return $0.reduce(0, +)
            }
        },
        OperatorCase("concat()", completed: all1123, failed: failed112) { source, _ in
            source.map { Observable.just($0) }.concat()
        },
        OperatorCase(
            "concat(_:)",
            completed: ["1", "1", "2", "3", "7", "|"],
            failed: failed112
        ) { source, _ in source.concat(Observable.just(7)) },
        OperatorCase("concat(_:) of a collection", completed: all1123, failed: failed112) { source, _ in
            Observable.concat([.empty(), source])
        },
        OperatorCase("concatMap", completed: all1123, failed: failed112) { source, token in
            source.concatMap { [token] element in
                _ = token
                return Observable.just(element)
            }
        },
        OperatorCase("merge(maxConcurrent:)", completed: all1123, failed: failed112) { source, _ in
            source.map { Observable.just($0) }.merge(maxConcurrent: 2)
        },
        OperatorCase("retry(1)", completed: all1123, failed: failed112) { source, _ in source.retry(1) },
        OperatorCase("amb", completed: all1123, failed: failed112) { source, _ in source.amb(Observable.never()) },
        OperatorCase("amb of a sequence", completed: all1123, failed: failed112) { source, _ in
            Observable.amb([.never(), source, .never()])
        },
        OperatorCase("withLatestFrom", completed: all1123, failed: failed112) { source, token in
            source.withLatestFrom(burst(5, 0)) { [token] in
                _ = token
                return $0 + $1
            }
        },
        OperatorCase("take(until:) a source", completed: all1123, failed: failed112) { source, _ in
            source.take(until: Observable<Int>.empty())
        },
    ]
}
