@_exported import struct Millrace.ControlEvent
@_exported import protocol Millrace.ControlEventType
@_exported import struct Millrace.ControlProperty
@_exported import protocol Millrace.ControlPropertyType
@_exported import typealias Millrace.Driver
@_exported import struct Millrace.DriverSharingStrategy
@_exported import struct Millrace.SharedSequence
@_exported import protocol Millrace.SharedSequenceConvertibleType
@_exported import enum Millrace.SharingScheduler
@_exported import protocol Millrace.SharingStrategyProtocol
@_exported import typealias Millrace.Signal
@_exported import struct Millrace.SignalSharingStrategy
@_exported import MillraceFoundation
@_exported import RxRelay
import RxSwift
