#if os(Linux) && canImport(Glibc)
    import CMillrace
    import Glibc
    import Testing

    /// What handled SIGPROF before threads were asked for their stacks, of each kind that there is. The handler that asks
    /// is installed once in a process, so each test has a process of its own.
    struct FormerSignalHandlerTests {
        @Test func oneThatTakesTheSignal() async {
            await #expect(processExitsWith: .success) {
                FormerSignalHandler.install { $0.sa_handler = { FormerSignalHandler.count(Int($0)) } }
                FormerSignalHandler.check(isCalledWith: [Int(SIGPROF)])
            }
        }

        @Test func oneThatTakesTheSignalAndMore() async {
            await #expect(processExitsWith: .success) {
                FormerSignalHandler.install(flags: SA_SIGINFO) {
                    $0.sa_sigaction = { signal, info, context in
                        let sender = info.map { Int($0.pointee._sifields._kill.si_pid) } ?? 0
                        FormerSignalHandler.count(Int(signal), sender, context == nil ? 0 : 1)
                    }
                }
                FormerSignalHandler.check(isCalledWith: [Int(SIGPROF), Int(getpid()), 1])
            }
        }

        /// The program would end at the signal if the default were put back.
        @Test func theDefault() async {
            await #expect(processExitsWith: .success) {
                FormerSignalHandler.install { $0.sa_handler = SIG_DFL }
                FormerSignalHandler.check(isCalledWith: [])
            }
        }

        @Test func none() async {
            await #expect(processExitsWith: .success) {
                FormerSignalHandler.install { $0.sa_handler = SIG_IGN }
                FormerSignalHandler.check(isCalledWith: [])
            }
        }
    }

    private enum FormerSignalHandler {
        // A handler may touch nothing but what has its place from the beginning.
        nonisolated(unsafe) private static var calls = 0
        nonisolated(unsafe) private static var values = (0, 0, 0)

        static func count(_ signal: Int, _ sender: Int = 0, _ context: Int = 0) {
            calls += 1
            values = (signal, sender, context)
        }

        typealias Handler = sigaction.__Unnamed_union___sigaction_handler

        static func install(flags: Int32 = 0, _ setHandler: (inout Handler) -> Void) {
            // Laid out before the first signal.
            precondition(calls == 0 && values == (0, 0, 0))
            var action = sigaction()
            action.sa_flags = flags
            setHandler(&action.__sigaction_handler)
            precondition(sigaction(SIGPROF, &action, nil) == 0)
        }

        /// Expects that the handler gets no signal that asks for a stack, and each other one with `expected`.
        static func check(isCalledWith expected: [Int]) {
            var addresses = [UInt](repeating: 0, count: 64)
            for round in 0..<3 {
                precondition(mr_trace_capture_thread(mr_meter_number_thread(), &addresses, 64) > 0)
                precondition(calls == (expected.isEmpty ? 0 : round))
                precondition(raise(SIGPROF) == 0)
                precondition(calls == (expected.isEmpty ? 0 : round + 1))
                let (signal, sender, context) = values
                precondition(Array([signal, sender, context].prefix(expected.count)) == expected)
            }
        }
    }
#endif
