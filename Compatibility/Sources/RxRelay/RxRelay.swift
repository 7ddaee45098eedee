@_exported import class Millrace.BehaviorRelay
@_exported import class Millrace.PublishRelay
@_exported import class Millrace.ReplayRelay
import RxSwift
