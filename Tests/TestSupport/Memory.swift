import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(WASILibc)
    import WASILibc
#endif

/// What the process occupies.
public enum Memory {
    /// Bytes in use by `malloc`'s callers; where that cannot be told, the resident bytes.
    public static var used: Int {
        #if canImport(Glibc)
            return allocated() ?? resident
        #elseif canImport(Darwin)
            var statistics = malloc_statistics_t()
            malloc_zone_statistics(nil, &statistics)
            return statistics.size_in_use
        #else
            return resident
        #endif
    }

    /// Bytes of the process that are in memory.
    public static var resident: Int {
        #if canImport(Darwin)
            var info = mach_task_basic_info()
            var count = mach_msg_type_number_t(MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
            let result = withUnsafeMutablePointer(to: &info) {
                $0.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
                    task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
                }
            }
            return result == KERN_SUCCESS ? Int(info.resident_size) : 0
        #else
            guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
            let fields = text.split(separator: " ")
            return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
        #endif
    }

    #if canImport(Glibc)
        private typealias MallocInfo = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32

        // Not in the module map of glibc, so looked up.
        private static let mallocInfo: MallocInfo? =
            dlsym(nil, "malloc_info").map { unsafeBitCast($0, to: MallocInfo.self) }

        /// What all arenas have handed out: what they got from the system less what is free in them.
        private static func allocated() -> Int? {
            var text: UnsafeMutablePointer<CChar>?
            var length = 0
            guard let mallocInfo, let stream = open_memstream(&text, &length) else { return nil }
            let failure = mallocInfo(0, stream)
            fclose(stream)
            defer { free(text) }
            guard failure == 0, let text else { return nil }
            // The totals of the process follow the last arena.
            let totals = String(cString: text).components(separatedBy: "</heap>").last ?? ""
            func size(_ line: String) -> Int? {
                guard let start = totals.range(of: line),
                    let quote = totals.range(of: "size=\"", range: start.upperBound..<totals.endIndex)
                else { return nil }
                return Int(totals[quote.upperBound...].prefix { $0.isNumber })
            }
            guard let system = size("<system type=\"current\""), let rest = size("<total type=\"rest\""),
                let mapped = size("<total type=\"mmap\"")
            else { return nil }
            // From version 2.43 on, glibc has no fast bins and no line about them.
            let fast = size("<total type=\"fast\"") ?? 0
            return system - fast - rest + mapped
        }
    #endif
}
