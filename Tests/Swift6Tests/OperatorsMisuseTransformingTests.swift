#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import MillraceOperators
    import Testing

    /// Counts that cannot be, and closures that make their own source emit: the program stops, and the message names the
    /// operator and the argument.
    struct OperatorsMisuseTransformingTests {
        @Test func arraysOfOneElement() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).nwise(1)
            }
            expectMessage(of: result, "nwise(_:)", "n is 1; it must be greater than 1")
        }

        @Test func buffersOfNothing() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).buffer(count: 0)
            }
            expectMessage(of: result, "buffer(count:skip:)", "count is 0")
        }

        @Test func buffersThatGoBack() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).buffer(count: 2, skip: -1)
            }
            expectMessage(of: result, "buffer(count:skip:)", "skip is -1")
        }

        @Test func windowsOfNothing() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).window(count: -2)
            }
            expectMessage(of: result, "window(count:skip:)", "count is -2")
        }

        @Test func windowsThatDoNotMoveOn() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).window(count: 2, skip: 0)
            }
            expectMessage(of: result, "window(count:skip:)", "skip is 0")
        }

        @Test func noInnerSourceAtATime() async {
            let flatMap = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).flatMap(maxConcurrent: 0) { Observable.just($0) }
            }
            expectMessage(of: flatMap, "flatMap(maxConcurrent:_:)", "maxConcurrent is 0")
            let eager = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).concatMapEager(maxConcurrent: -1) { Observable.just($0) }
            }
            expectMessage(of: eager, "concatMapEager(maxConcurrent:_:)", "maxConcurrent is -1")
            let expand = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).expand(maxConcurrent: 0) { Observable.just($0) }
            }
            expectMessage(of: expand, "expand(maxConcurrent:_:)", "maxConcurrent is 0")
        }

        #if DEBUG
            @Test func anElementInsideACollection() async {
                let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    let subject = PublishSubject<Int>()
                    let subscription = subject.collect(into: 0) { result, element in
                        if element == 1 { subject.onNext(2) }
                        result += element
                    }.subscribe()
                    subject.onNext(1)
                    subscription.dispose()
                }
                expectMessage(of: result, "collect(into:accumulator:)", "while accumulator was changing the result")
                expectMessage(
                    of: result,
                    "let accumulator only change the result; or put asSerialized() in front of collect"
                )
            }

            @Test func anElementInsideAScan() async {
                let trivial = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    scan(into: 0, +)
                }
                let cure = "put asSerialized() of MillraceOperators in front of scan"
                expectMessage(of: trivial, "scan(into:accumulator:)", "while accumulator was changing the result", cure)
                let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    scan(into: [0]) { $0 + [$1] }
                }
                expectMessage(of: other, "scan(into:accumulator:)", "while accumulator was changing the result", cure)
            }
        #endif
    }

    #if DEBUG
        private func scan<Result>(into seed: Result, _ add: @escaping (Result, Int) -> Result) {
            let subject = PublishSubject<Int>()
            let subscription = subject.scan(into: seed) { result, element in
                if element == 1 { subject.onNext(2) }
                result = add(result, element)
            }.subscribe()
            subject.onNext(1)
            subscription.dispose()
        }
    #endif
#endif
