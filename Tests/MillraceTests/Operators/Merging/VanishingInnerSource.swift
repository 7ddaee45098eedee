import Millrace
import TestSupport
import XCTest

/// An inner source that goes away without an end, while `merging` follows it, takes along what its closures captured.
///
/// - Parameter marks: what is received when the outer source then sends a 2 and completes.
func checkAnInnerSourceThatVanishes(
    marks: [String],
    file: StaticString = #filePath,
    line: UInt = #line,
    _ merging: (Observable<Observable<Int>>) -> Observable<Int>
) {
    let recorder = Recorder<Int>()
    let outer = PublishSubject<Observable<Int>>()
    var inner: PublishSubject<Int>? = PublishSubject()
    weak var held: Probe?
    let subscription = merging(outer).subscribe(recorder)
    do {
        let probe = Probe()
        held = probe
        outer.onNext(
            inner!.map {
                probe.touch()
                return $0
            }
        )
    }
    inner?.onNext(1)
    XCTAssertNotNil(held, file: file, line: line)
    inner = nil
    XCTAssertNil(held, file: file, line: line)
    outer.onNext(.just(2))
    outer.onCompleted()
    XCTAssertEqual(recorder.marks, marks, file: file, line: line)
    subscription.dispose()
}
