#if NIO
    import NIOCore
    import TestSupport

    extension EventLoopFuture where Value: Sendable {
        /// Waits for the result, not longer than tests wait.
        func patientWait(file: StaticString = #filePath, line: UInt = #line) throws -> Value {
            let moment = Moment()
            whenComplete { _ in moment.set() }
            moment.wait(file: file, line: line)
            return try wait()
        }
    }
#endif
