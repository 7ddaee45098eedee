import Foundation
import Millrace
import TestSupport

/// Blocks the calling thread, which must be none that runs tasks, until `task` is over.
func outcome<Success, Failure>(_ task: Task<Success, Failure>) -> Result<Success, Failure> {
    let isOver = Moment()
    let result = Box<Result<Success, Failure>?>(nil)
    Task.detached {
        result.value = await task.result
        isOver.set()
    }
    isOver.wait()
    return result.value!
}

/// How a task ended, as text: its value, or `x(…)` with the error.
func mark<Success, Failure>(_ task: Task<Success, Failure>) -> String {
    switch outcome(task) {
    case .success(let value): "\(value)"
    case .failure(let error): "x(\(error is CancellationError ? "cancelled" : "\(error)"))"
    }
}

/// What an iteration finds, as text; a `|` at its end.
func marks<Sequence: AsyncSequence>(of sequence: Sequence, _ each: (String) -> Void = { _ in }) async -> [String] {
    var marks: [String] = []
    do {
        for try await element in sequence {
            marks.append("\(element)")
            each("\(element)")
        }
        return marks + ["|"]
    } catch {
        return marks + ["x(\(error is CancellationError ? "cancelled" : "\(error)"))"]
    }
}

/// Cancels the task that calls it.
func cancelMyself() {
    withUnsafeCurrentTask { $0?.cancel() }
}

/// Something that tasks wait for without keeping a thread, cancelled or not.
final class Gate: @unchecked Sendable {
    private let lock = NSLock()
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func open() {
        let waiting = lock.withLock {
            isOpen = true
            defer { self.waiting = [] }
            return self.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = lock.withLock {
                if !self.isOpen { waiting.append(continuation) }
                return self.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Opens when the calling task is cancelled.
    func passWhenCancelled() async {
        await withTaskCancellationHandler {
            await pass()
        } onCancel: {
            open()
        }
    }
}

/// A value that several threads change.
final class Locker<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Value

    init(_ value: Value) {
        stored = value
    }

    var value: Value { change { $0 } }

    func change<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.withLock { body(&stored) }
    }
}

/// Empties the array, and returns what was in it.
func exchange<Element>(_ array: inout [Element]) -> [Element] {
    defer { array = [] }
    return array
}
