import Foundation
import Millrace
import XCTest

final class MemoryReclamationTests: XCTestCase {
    func testATraitForcesOneOfTheTwo() {
        #if PortableReclamation
            XCTAssertEqual(MemoryReclamation.current, .portable)
        #elseif Liburcu
            XCTAssertEqual(MemoryReclamation.current, .liburcu)
        #else
            XCTAssertTrue(MemoryReclamation.allCases.contains(.current))
        #endif
    }

    #if os(Linux)
        func testTheProgramLoadsLiburcuIfAndOnlyIfItUsesIt() throws {
            // What the program has loaded, a line for each part of a file.
            let maps = try XCTUnwrap(FileHandle(forReadingAtPath: "/proc/self/maps"))
            let loaded = try XCTUnwrap(String(bytes: maps.readDataToEndOfFile(), encoding: .utf8))
            XCTAssertTrue(loaded.contains("libswiftCore"), "not read whole, or linked statically")
            XCTAssertEqual(loaded.contains("liburcu-bp"), MemoryReclamation.current == .liburcu)
        }
    #endif
}
