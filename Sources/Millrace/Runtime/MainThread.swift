import CMillrace

/// Whether the caller runs on the process's main thread.
var isMainThread: Bool { mr_is_main_thread() }
