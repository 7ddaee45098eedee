import Foundation

/// The lines that `body` prints.
func standardOutput(of body: () -> Void) throws -> [String] {
    let path = NSTemporaryDirectory() + "millrace-\(UUID().uuidString)"
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    unlink(path)
    fflush(nil)
    let terminal = dup(STDOUT_FILENO)
    dup2(file, STDOUT_FILENO)
    body()
    fflush(nil)
    dup2(terminal, STDOUT_FILENO)
    close(terminal)
    lseek(file, 0, SEEK_SET)
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    let text = String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
}
