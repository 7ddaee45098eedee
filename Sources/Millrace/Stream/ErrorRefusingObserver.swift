/// An observer that takes no errors: one that comes is a programming error, which stops a debug build.
protocol ErrorRefusingObserver: ObserverType {
    /// The type, in messages.
    static var kind: StaticString { get }
}

extension ErrorRefusingObserver {
    static func refuse(_ error: Swift.Error) {
        reportMisuse("\(kind): an error was bound to it: \(error)", whatToDo: recover(inFrontOf: "the \(kind)"))
    }
}

/// What to do where no error may come.
func recover(inFrontOf name: String) -> String {
    "recover from the error in front of \(name), with catchAndReturn(_:), catch(_:) or retry(_:)"
}
