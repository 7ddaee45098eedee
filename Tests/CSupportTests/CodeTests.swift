#if arch(x86_64)
    import CMillrace
    import Foundation
    import XCTest

    /// Where jumps at a function's beginning lead. The code is bytes that are read and never run.
    final class CodeTests: XCTestCase {
        private static let page = 4096
        private var memory = UnsafeMutableRawPointer(bitPattern: 1).unsafelyUnwrapped

        override func setUpWithError() throws {
            // A page, and behind it one that must not be read.
            memory = mmap(nil, 2 * Self.page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
            try XCTSkipIf(memory == MAP_FAILED, "no memory")
            XCTAssertEqual(mprotect(memory + Self.page, Self.page, PROT_NONE), 0)
            memset(memory, 0x90, Self.page)
        }

        override func tearDown() {
            munmap(memory, 2 * Self.page)
        }

        private let frame: [UInt8] = [0x55, 0x48, 0x89, 0xe5, 0x5d]  // push rbp; mov rbp, rsp; pop rbp

        /// Puts a jump at `place`, behind other code.
        private func jump(at place: Int, to target: Int, behind code: [UInt8] = []) {
            let end = place + code.count + 5
            let distance = withUnsafeBytes(of: Int32(target - end).littleEndian) { Array($0) }
            memory.advanced(by: place).copyMemory(from: code + [0xe9] + distance, byteCount: code.count + 5)
        }

        private func entry(_ place: Int) -> Int {
            mr_code_entry(memory + place) - UnsafeRawPointer(memory)
        }

        func testCodeWithoutAJumpBeginsWhereItIs() {
            XCTAssertEqual(entry(64), 64)
            memory.advanced(by: 64).copyMemory(from: frame, byteCount: frame.count)
            XCTAssertEqual(entry(64), 64)
        }

        func testAJumpLeadsForwardsAndBackwards() {
            jump(at: 64, to: 1000)
            XCTAssertEqual(entry(64), 1000)
            jump(at: 2000, to: 500)
            XCTAssertEqual(entry(2000), 500)
        }

        func testAJumpBehindAnEmptyFrameIsFollowed() {
            jump(at: 64, to: 1000, behind: frame)
            XCTAssertEqual(entry(64), 1000)
        }

        /// The same with eight bits of distance.
        private func shortJump(at place: Int, by distance: Int8, behind code: [UInt8] = []) {
            let bytes = code + [0xeb, UInt8(bitPattern: distance)]
            memory.advanced(by: place).copyMemory(from: bytes, byteCount: bytes.count)
        }

        func testAShortJumpIsFollowedBehindAnEmptyFrame() {
            shortJump(at: 64, by: 9, behind: frame)
            XCTAssertEqual(entry(64), 80)
            shortJump(at: 256, by: -120, behind: frame)
            XCTAssertEqual(entry(256), 143)
            jump(at: 512, to: 64, behind: frame)
            XCTAssertEqual(entry(512), 80)
        }

        func testAShortJumpAloneIsNotFollowed() {
            shortJump(at: 64, by: 9)
            XCTAssertEqual(entry(64), 64)
        }

        func testJumpsToJumpsAreFollowed() {
            jump(at: 64, to: 1000, behind: frame)
            jump(at: 1000, to: 300)
            jump(at: 300, to: 2000, behind: frame)
            XCTAssertEqual(entry(64), 2000)
        }

        func testAJumpBehindAnythingElseIsNotFollowed() {
            jump(at: 64, to: 1000, behind: [0x31, 0xc0])  // xor eax, eax
            XCTAssertEqual(entry(64), 64)
            jump(at: 128, to: 1000, behind: frame.dropLast() + [0x90])
            XCTAssertEqual(entry(128), 128)
        }

        func testJumpsInACircleEnd() {
            jump(at: 64, to: 64)
            XCTAssertEqual(entry(64), 64)
            jump(at: 128, to: 256)
            jump(at: 256, to: 128)
            XCTAssertTrue([128, 256].contains(entry(128)))
        }

        func testNothingOfTheNextPageIsRead() {
            for place in (Self.page - 24)..<Self.page {
                memset(memory, 0x90, Self.page)
                if place + 5 <= Self.page {
                    jump(at: place, to: 300)
                } else {
                    memory.storeBytes(of: 0xe9, toByteOffset: place, as: UInt8.self)
                }
                jump(at: 64, to: place)
                XCTAssertTrue([300, place].contains(entry(place)))
                XCTAssertEqual(entry(64), entry(place))
            }
        }

        func testAFunctionOfTheProgramCanStillBeCalled() {
            let function: @convention(c) (Int32) -> Int32 = abs
            let address = unsafeBitCast(function, to: UnsafeRawPointer.self)
            let followed = unsafeBitCast(mr_code_entry(address), to: (@convention(c) (Int32) -> Int32).self)
            XCTAssertEqual(followed(-3), 3)
        }
    }
#endif
