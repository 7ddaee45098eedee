// Names that Millrace has. RxSwift has none of them; RxCocoa has the first two, MillraceOperators the last.

public struct Driver {
    public let name: String
    public init(name: String) { self.name = name }
}

public struct Signal {
    public let strength: Int
    public init(strength: Int) { self.strength = strength }
}

public struct Broadcast { public init() {} }
public struct ControlEvent { public init() {} }
public struct Pressure { public init() {} }
public struct PublishRelay { public init() {} }
public struct RetryPolicy { public init() {} }
public struct TestClock { public init() {} }
