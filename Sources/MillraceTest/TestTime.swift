/// A point in the virtual time of a `TestScheduler`, and a span of it.
public typealias TestTime = Int
