import Dispatch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A span of time, as schedulers take it.
public typealias RxTimeInterval = DispatchTimeInterval

/// A point in time, as schedulers tell it.
public typealias RxTime = Date
