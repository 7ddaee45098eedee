/*
 * Exists so that the package manager finds liburcu through pkg-config and links it.
 * It includes nothing: liburcu's own headers are seen by CSupport/src/ alone.
 */
