import CMillrace

/// What frees the memory of Millrace's lock-free core in this program.
///
/// On Linux, Millrace uses liburcu if liburcu's headers are there when Millrace is compiled. If not, a thread of
/// Millrace's own frees the memory. The package trait `Liburcu` requires liburcu, the package trait
/// `PortableReclamation` leaves it out. Events and subscriptions cost the same in both cases.
///
/// ```
/// print(MemoryReclamation.current)
/// ```
public enum MemoryReclamation: String, Sendable, CaseIterable {
    /// liburcu (its flavour `bp`), which the program is linked with.
    case liburcu
    /// Millrace's own code, in C11 and POSIX threads alone.
    case portable

    /// What this program uses. It was chosen when Millrace was compiled.
    public static var current: MemoryReclamation { mr_uses_liburcu() ? .liburcu : .portable }
}
