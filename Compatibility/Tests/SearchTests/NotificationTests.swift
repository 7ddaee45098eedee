import Foundation
import RxCocoa
import RxSwift
import XCTest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

final class NotificationTests: XCTestCase {
    func testNotificationsUntilTheBagIsGone() {
        let center = NotificationCenter()
        let name = Notification.Name("saved")
        var received = 0
        var bag: DisposeBag? = DisposeBag()
        center.rx.notification(name).subscribe(onNext: { _ in received += 1 }).disposed(by: bag!)
        center.post(name: name, object: nil)
        bag = nil
        center.post(name: name, object: nil)
        XCTAssertEqual(received, 1)
    }

    func testARequestWithoutAServerFails() {
        let failed = expectation(description: "failed")
        let request = URLRequest(url: URL(fileURLWithPath: "/there/is/no/such/file"))
        let subscription = URLSession.shared.rx.data(request: request)
            .subscribe(onError: { _ in failed.fulfill() })
        wait(for: [failed], timeout: 10)
        subscription.dispose()
    }
}
