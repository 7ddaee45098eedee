#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import MillraceTest
    import Testing

    /// Mistakes in diagrams: the program stops, and the message says what is wrong and where. The messages are those of
    /// debug builds.
    struct MarbleMisuseTests {
        @Test func anElementWithoutAName() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(initialClock: 0).cold("-a-x", ["a": 1])
            }
            expectDebugMessage(
                of: result,
                "cold(_:_:error:): marble diagram, position 3: there is no element named `x`\n",
                "    -a-x\n       ↑"
            )
        }

        @Test func aHotElementWithoutAName() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(initialClock: 0).hot("x", ["y": 1])
            }
            expectDebugMessage(
                of: result,
                "hot(_:_:error:): marble diagram, position 0: there is no element named `x`",
                "    x\n    ↑"
            )
        }

        @Test func timeInsideAGroup() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(initialClock: 0).cold("-(a-b)")
            }
            expectDebugMessage(
                of: result,
                "cold(_:error:): marble diagram, position 3: no time passes inside parentheses",
                "    -(a-b)\n       ↑"
            )
        }

        @Test func aDurationInsideAGroup() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(initialClock: 0).hot("-(a 5s b)")
            }
            expectDebugMessage(
                of: result,
                "hot(_:error:): marble diagram, position 4: no time passes inside parentheses",
                "    -(a 5s b)\n        ↑"
            )
        }

        @Test func aGroupInsideAGroup() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(initialClock: 0).cold("(a(b))")
            }
            expectDebugMessage(
                of: result,
                "position 2: parentheses inside parentheses",
                "    (a(b))\n      ↑"
            )
        }

        @Test func aGroupThatDoesNotEnd() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(initialClock: 0).cold("-(ab")
            }
            expectDebugMessage(
                of: result,
                "position 1: `(` without `)`",
                "    -(ab\n     ↑"
            )
        }

        @Test func aGroupThatDoesNotBegin() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(initialClock: 0).cold("-ab)")
            }
            expectDebugMessage(
                of: result,
                "position 3: `)` without `(`",
                "    -ab)\n       ↑"
            )
        }

        @Test func anElementAfterTheCompletion() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(initialClock: 0).cold("a|-b")
            }
            expectDebugMessage(
                of: result,
                "cold(_:error:): marble diagram, position 3: `b` after the end, which is `|`",
                "    a|-b\n       ↑"
            )
        }

        @Test func anElementAfterTheErrorOfItsTick() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                scheduler.expect(scheduler.cold("a"), emits: "(#a)")
            }
            expectDebugMessage(
                of: result,
                "expect(_:emits:error:): marble diagram, position 2: `a` after the end, which is `#`",
                "    (#a)\n      ↑"
            )
        }

        @Test func twoEnds() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                _ = scheduler.compare(scheduler.cold("a"), with: "a|#")
            }
            expectDebugMessage(
                of: result,
                "compare(_:with:error:): marble diagram, position 2: `#` after the end, which is `|`",
                "    a|#\n      ↑"
            )
        }

        @Test func aDurationBetweenTwoTicks() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(initialClock: 0).cold("a 250ms b")
            }
            expectDebugMessage(
                of: result,
                "position 2: `250ms` is not a whole number of ticks, which last 1.0 seconds each",
                "    a 250ms b\n      ↑"
            )
        }

        @Test func aFractionOfATick() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                scheduler.expectSubscriptions(of: scheduler.hot("-a"), "^ 1.5t !")
            }
            expectDebugMessage(
                of: result,
                "expectSubscriptions(of:_:from:): subscription diagram, position 2: `1.5t` is not a whole number",
                "    ^ 1.5t !\n      ↑"
            )
        }

        @Test func lessThanAnAttosecond() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(initialClock: 0, resolution: 1e-18).cold("0.0000000000000000001s")
            }
            expectDebugMessage(of: result, "position 0: `0.0000000000000000001s` is not a whole number of ticks")
        }

        @Test func aDurationThatIsTooLong() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(initialClock: 0).cold("99999999999999999999t a")
            }
            expectDebugMessage(
                of: result,
                "position 0: `99999999999999999999t` is too long",
                "    99999999999999999999t a\n    ↑"
            )
        }

        @Test func minutesThatAreTooLong() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(initialClock: 0).cold("a 200000000000000000m")
            }
            expectDebugMessage(of: result, "position 2: `200000000000000000m` is too long")
        }

        @Test func moreTicksThanThereAre() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(initialClock: 0, resolution: 1e-9).cold("a 9999999999s")
            }
            expectDebugMessage(of: result, "position 2: `9999999999s` is too long")
        }

        @Test func aTimeAfterTheEndOfTime() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(initialClock: 0).cold("- 9223372036854775807t a")
            }
            expectDebugMessage(
                of: result,
                "position 2: the time after that is more than an `Int` holds",
                "    - 9223372036854775807t a\n      ↑"
            )
        }

        @Test func anUnknownUnit() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(initialClock: 0).cold("a 10h b", ["a": 1, "b": 2])
            }
            expectDebugMessage(
                of: result,
                "position 2: there is no element named `1`; a duration is a number and one of `ms`, `s`, `m` and `t`",
                "    a 10h b\n      ↑"
            )
        }

        @Test func anUnknownUnitInASubscription() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                _ = scheduler.compare(scheduler.hot("a"), during: "^ 10h !", with: "a", ["a": "a"])
            }
            expectDebugMessage(
                of: result,
                "compare(_:during:with:_:error:): subscription diagram, position 2: `1` is none of the marks",
                "a duration is a number and one of",
                "    ^ 10h !\n      ↑"
            )
        }

        @Test func aMistakeInWhatIsExpectedDuringAPeriod() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                scheduler.expect(scheduler.hot("a"), during: "^", emits: "((", ["a": "a"])
            }
            expectDebugMessage(
                of: result,
                "expect(_:during:emits:_:error:): marble diagram, position 1",
                "    ((\n     ↑"
            )
        }

        @Test func aMistakeInAPeriod() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                scheduler.expect(scheduler.hot("a"), during: "^!!", emits: "a")
            }
            expectDebugMessage(
                of: result,
                "expect(_:during:emits:error:): subscription diagram, position 2: a second `!`",
                "    ^!!\n      ↑"
            )
        }

        @Test func anUnknownMarkOfASubscription() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                scheduler.expectSubscriptions(of: scheduler.hot("-a"), "--^-x")
            }
            expectDebugMessage(
                of: result,
                "expectSubscriptions(of:_:from:)",
                "position 4",
                "`x`",
                "    --^-x\n        ↑"
            )
        }

        @Test func anEndWithoutABeginning() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                _ = scheduler.compare(scheduler.hot("-a"), during: "-!", with: "")
            }
            expectDebugMessage(of: result, "compare(_:during:with:error:)", "position 1", "`!` without `^`")
        }

        @Test func twoSubscriptionsInOneDiagram() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                _ = scheduler.compareSubscriptions(of: scheduler.hot("-a"), with: "^-!", "^-!-^")
            }
            expectDebugMessage(of: result, "compareSubscriptions(of:with:from:)", "position 4", "a second `^`")
        }

        @Test func aGroupOfASubscriptionThatDoesNotEnd() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                _ = scheduler.compareSubscriptions(of: scheduler.hot("-a"), with: "-(^!")
            }
            expectDebugMessage(of: result, "position 1", "`(` without `)`")
        }

        @Test func nothingAtAll() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                _ = scheduler.compareSubscriptions(of: scheduler.hot("-a"), with: "---")
            }
            expectDebugMessage(of: result, "position 3", "there is no `^`")
        }
    }
#endif
