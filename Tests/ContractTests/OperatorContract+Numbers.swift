import Millrace
import MillraceTest

extension OperatorContract {
    /// An operator on numbers; four of them, unless it needs others.
    init<Output: ObservableType>(
        _ name: String,
        excusing excuses: [ContractRule: String] = [:],
        timeout: Double = 10,
        settle: @escaping @Sendable () -> Void = {},
        file: StaticString = #filePath,
        line: UInt = #line,
        apply: @escaping @Sendable (Observable<Int>, ContractToken) -> Output
    ) {
        self.init(
            name,
            sends: [1, 2, 3, 4],
            excusing: excuses,
            timeout: timeout,
            settle: settle,
            file: file,
            line: line,
            apply: apply
        )
    }
}
