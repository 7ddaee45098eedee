import Millrace
import TestSupport
import XCTest

/// Fails unless closures that get an object, which `subscribe` subscribes with, are called while the object lives, and do
/// not hold it.
///
/// - Parameters:
///   - sources: sources that end at once.
///   - pending: a source that has not ended yet.
///   - lines: what the closures write that are subscribed to `sources`, one after the other.
///   - end: ends `pending`, when the object has gone.
func checkClosuresWithAnObject<Source>(
    _ sources: [Source],
    pending: Source,
    write lines: [String],
    end: () -> Void,
    file: StaticString = #filePath,
    line: UInt = #line,
    subscribe: (Source, Log) -> Disposable
) {
    let kept = Log()
    for source in sources { _ = subscribe(source, kept) }
    XCTAssertEqual(kept.lines, lines, file: file, line: line)

    var log: Log? = Log()
    weak let held = log
    _ = subscribe(pending, log!)
    log = nil
    XCTAssertNil(held, file: file, line: line)
    // Nobody is there to hear of it, and nothing crashes.
    end()
}
