// Links liburcu where the package manager cannot ask pkg-config how: the module's map names the library. Where both
// traits are on, nothing is linked, so that Millrace builds on a machine without liburcu.
#if Liburcu && !PortableReclamation
    private import CLiburcu
#endif
