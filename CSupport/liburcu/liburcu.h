/*
 * Exists so that the package manager finds liburcu through pkg-config and links it; without pkg-config, the module's map
 * names the library (Sources/Millrace/Atomics/Liburcu.swift).
 * It includes nothing: liburcu's own headers are seen by CSupport/src/ alone.
 */
