@_exported import struct MillraceTest.Recorded
@_exported import struct MillraceTest.Subscription
@_exported import class MillraceTest.TestScheduler
@_exported import struct MillraceTest.TestSchedulerVirtualTimeConverter
@_exported import typealias MillraceTest.TestTime
@_exported import class MillraceTest.TestableObservable
@_exported import class MillraceTest.TestableObserver
@_exported import func MillraceTest.XCTAssertEqual
@_exported import func MillraceTest.XCTAssertRecordedElements
import RxSwift
