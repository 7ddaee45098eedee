/// A point in the virtual time of a `TestScheduler`, or a span of that time.
public typealias TestTime = Int
