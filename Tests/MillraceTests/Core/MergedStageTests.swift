#if DEBUG && arch(x86_64)
    @testable import Millrace
    import XCTest

    /// Where a compiler has merged functions: an operator's sink keeps where the jumps lead that stand in their place.
    final class MergedStageTests: XCTestCase {
        func testAnOperatorsSinkCallsPastJumps() throws {
            // Bytes that are read and never run: a jump over 27 others.
            let code = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
            defer { code.deallocate() }
            code.copyMemory(from: [0xe9, 27, 0, 0, 0] as [UInt8], byteCount: 5)
            code.storeBytes(of: 0xc3, toByteOffset: 32, as: UInt8.self)

            // Kept, since a source that never emits lets go of its sink at once.
            var kept: OperatorSink<Int, Int>?
            var closure: UnsafeMutablePointer<UnsafeRawPointer>?
            let stage = Operator<Int, Int>(Observable.never()) { downstream in
                let sink = OperatorSink<Int, Int>(downstream, plain: true) { _, _ in }
                closure = (Unmanaged.passUnretained(sink).toOpaque() + placeOfReceive)
                    .assumingMemoryBound(to: UnsafeRawPointer.self)
                closure?.pointee = UnsafeRawPointer(code)
                kept = sink
                return sink
            }
            let subscription = stage.subscribe(onNext: { _ in })
            XCTAssertEqual(try XCTUnwrap(closure).pointee, UnsafeRawPointer(code) + 32)
            withExtendedLifetime(kept) {}
            subscription.dispose()
        }
    }
#endif
