import Foundation
import Millrace

/// Reads blocks and emits their lines.
///
/// The lines are parts of the block itself. Only what is left of a line at the end of a block is moved, once.
package final class LineSplitter {
    private static let blockSize = 1 << 18

    /// A log has lines; something without a break for so many bytes is not one, and is not read into memory.
    private static let maximumLine = 1 << 24

    private let lines: PublishSubject<Line>
    private let log: Int
    private let name: String
    private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: blockSize, alignment: 16)
    /// How much of the buffer holds the beginning of a line whose end is yet to come.
    private var pending = 0
    /// Whether that beginning is ASCII.
    private var pendingIsASCII = true
    private(set) var lineCount = 0
    private(set) var byteCount = 0

    /// - Parameters:
    ///   - log: which log is read.
    ///   - name: how it is called in messages.
    init(emittingInto lines: PublishSubject<Line>, log: Int, name: String) {
        self.lines = lines
        self.log = log
        self.name = name
    }

    deinit {
        buffer.deallocate()
    }

    /// Reads one block and emits the lines that end in it.
    ///
    /// - Returns: the number of bytes read, 0 at the end, `nil` if nothing is there yet.
    func readBlock(from descriptor: Int32) throws -> Int? {
        if pending == buffer.count { try grow() }
        let count = read(descriptor, buffer.baseAddress! + pending, buffer.count - pending)
        guard count >= 0 else {
            if errno == EINTR || errno == EAGAIN { return nil }
            throw Failure.system(name)
        }
        if byteCount == 0, case let start = UnsafeRawBufferPointer(rebasing: buffer[..<count]) {
            // A pipe cannot be looked into beforehand.
            try Content(start).check(name)
        }
        byteCount += count
        emitLines(newBytes: count)
        return count
    }

    /// Emits what follows the last line break, if there is something.
    func finishLine() {
        guard pending > 0 else { return }
        let rest = UnsafeRawBufferPointer(rebasing: buffer[..<pending])
        pending = 0
        emit(rest, length: rest.count, isASCII: pendingIsASCII)
    }

    private func emitLines(newBytes: Int) {
        let filled = pending + newBytes
        var start = 0
        var searched = pending
        let newIsASCII = UTF8Check.isASCII(UnsafeRawBufferPointer(rebasing: buffer[pending..<filled]))
        let isASCII = newIsASCII && (pending == 0 || pendingIsASCII)
        let base = buffer.baseAddress!
        while let lineBreak = memchr(base + searched, 0x0A, filled - searched) {
            let end = UnsafeRawPointer(lineBreak) - UnsafeRawPointer(base)
            emit(
                UnsafeRawBufferPointer(rebasing: buffer[start..<end]),
                length: end + 1 - start,
                isASCII: isASCII
            )
            start = end + 1
            searched = start
        }
        pending = filled - start
        // Without a line break, all that was read belongs to one line.
        pendingIsASCII = start > 0 ? newIsASCII : isASCII
        if start > 0, pending > 0 { memmove(base, base + start, pending) }
    }

    private func emit(_ bytes: UnsafeRawBufferPointer, length: Int, isASCII: Bool) {
        lineCount += 1
        var text = bytes
        if text.last == UInt8(ascii: "\r") { text = UnsafeRawBufferPointer(rebasing: text.dropLast()) }
        // The mark that some editors put before a text belongs to no line.
        if lineCount == 1, text.starts(with: [0xEF, 0xBB, 0xBF]) {
            text = UnsafeRawBufferPointer(rebasing: text.dropFirst(3))
        }
        let invalid = isASCII || UTF8Check.isValid(text) ? 0 : UTF8Check.invalidBytes(in: text)
        lines.onNext(Line(log: log, number: lineCount, bytes: text, length: length, invalidBytes: invalid))
    }

    private func grow() throws {
        guard buffer.count < LineSplitter.maximumLine else {
            throw Failure("\(name): line \(lineCount + 1) is longer than \(grouped(LineSplitter.maximumLine)) bytes")
        }
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 16)
        larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
        buffer.deallocate()
        buffer = larger
    }
}
