import Millrace
import TestSupport

/// What a source sends while it is subscribed to, as text: `["1", "|"]`; an error reads `x(name)`.
func marks<Source: ObservableConvertibleType>(_ source: Source) -> [String] {
    let recorder = Recorder<Source.Element>()
    source.asObservable().subscribe(recorder).dispose()
    return recorder.marks
}

/// A line for each thing that happens, in order.
final class Log: @unchecked Sendable {
    private(set) var lines: [String] = []

    func write(_ line: String) { lines.append(line) }

    /// Subscribes to `source`, writes each event, and disposes; returns all lines, those of others among them.
    func lines<Source: ObservableConvertibleType>(of source: Source) -> [String] {
        let subscription = source.asObservable().subscribe { self.write("\($0)") }
        write("dispose()")
        subscription.dispose()
        return lines
    }

    /// A disposable that writes `line`.
    func disposable(_ line: String) -> CompositeDisposable {
        CompositeDisposable(disposables: [Disposables.create { self.write(line) }])
    }
}
