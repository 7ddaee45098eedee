import Foundation
import XCTest

/// How much work the tests do in this run.
///
/// `MILLRACE_SANITIZER` is set by whoever runs the tests under a sanitizer (`thread`, `address`): everything still runs,
/// in a size that an instrumented program gets through. If `MILLRACE_FRACTION` is a number, the tests do one part in so
/// many of their work. `MILLRACE_LONG` asks for the long form of the stress tests.
public enum TestMode {
    /// The sanitizer that this run is built with, `nil` if none.
    public static let sanitizer: String? = value("MILLRACE_SANITIZER")

    /// Whether the long form was asked for.
    public static let isLong = value("MILLRACE_LONG") != nil

    /// The number in `MILLRACE_LONG`, for tests that run for so many seconds then.
    public static let longSeconds = Int(value("MILLRACE_LONG") ?? "") ?? 0

    /// Skips a test that a busy machine makes slow, or makes fail.
    public static func skipUnlessAlone() throws {
        try XCTSkipIf(value("MILLRACE_BESIDE") != nil, "other work runs beside")
    }

    /// Whether memory can be measured: a sanitizer keeps what was freed.
    public static let measuresMemory = sanitizer == nil

    /// The number in `MILLRACE_FRACTION`: the tests do one part in so many of their work.
    private static let fraction = max(1, Int(value("MILLRACE_FRACTION") ?? "") ?? 1)

    /// `count`, or `reduced` under a sanitizer.
    public static func size(_ count: Int, sanitized reduced: Int) -> Int {
        max(1, (sanitizer == nil ? count : reduced) / fraction)
    }

    /// `count` in optimized code, `debug` in code that is not optimized, `reduced` under a sanitizer.
    ///
    /// For tests that are run optimized too, as `make stress` does: races take place more often there, so that is where
    /// the many rounds are.
    public static func size(_ count: Int, debug: Int, sanitized reduced: Int) -> Int {
        isOptimized ? size(count, sanitized: reduced) : size(debug, sanitized: reduced)
    }

    /// Whether the code is optimized: then frames are small and the checks of debug builds are not there.
    public static var isOptimized: Bool {
        #if DEBUG
            false
        #else
            true
        #endif
    }

    private static func value(_ name: String) -> String? {
        let value = ProcessInfo.processInfo.environment[name] ?? ""
        return value.isEmpty || value == "0" ? nil : value
    }
}
