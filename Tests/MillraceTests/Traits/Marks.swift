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

    /// A disposable that writes `line`.
    func disposable(_ line: String) -> CompositeDisposable {
        CompositeDisposable(disposables: [Disposables.create { self.write(line) }])
    }
}
