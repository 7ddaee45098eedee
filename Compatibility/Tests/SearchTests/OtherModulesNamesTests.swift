// `RxSwift`, `RxBlocking` and `RxTest` have the names that RxSwift's modules have, and none of those that Millrace has
// beside them: another module may have these.
import Radio
import RxBlocking
import RxSwift
import RxTest
import XCTest

private struct Studio {
    let driver: Driver
    let signals: Observable<Signal>
    let broadcast: Broadcast
    let event: ControlEvent
    let pressure: Pressure
    let relay: PublishRelay
    let policy: RetryPolicy
    let clock: TestClock
}

final class OtherModulesNamesTests: XCTestCase {
    func testAnotherModuleHasTheNamesOfRxCocoaAndOfMillrace() throws {
        let studio = Studio(
            driver: Driver(name: "Ada"),
            signals: .of(Signal(strength: 1), Signal(strength: 2)),
            broadcast: Broadcast(),
            event: ControlEvent(),
            pressure: Pressure(),
            relay: PublishRelay(),
            policy: RetryPolicy(),
            clock: TestClock()
        )
        XCTAssertEqual(studio.driver.name, "Ada")
        XCTAssertEqual(try studio.signals.map(\.strength).toBlocking().toArray(), [1, 2])
    }
}
