/// What a program compressed a file with, by the program's name.
package enum Packing: String, Sendable {
    case gzip, bzip2, xz, zstd, lz4
}

/// What a file has in it, as far as its first bytes say so.
enum Content {
    case text
    case packed(Packing)
    /// Something else, and the command that makes text of it.
    case other(String, cure: (_ file: String) -> String)

    init(_ start: UnsafeRawBufferPointer) {
        func begins(_ bytes: [UInt8]) -> Bool { start.starts(with: bytes) }
        if begins([0x1F, 0x8B]) {
            self = .packed(.gzip)
        } else if begins(Array("BZh".utf8)), start.count > 9,
            start[4..<10].elementsEqual([0x31, 0x41, 0x59, 0x26, 0x53, 0x59])
        {
            self = .packed(.bzip2)
        } else if begins([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]) {
            self = .packed(.xz)
        } else if begins([0x28, 0xB5, 0x2F, 0xFD]) {
            self = .packed(.zstd)
        } else if begins([0x04, 0x22, 0x4D, 0x18]) {
            self = .packed(.lz4)
        } else if begins([0x50, 0x4B, 0x03, 0x04]) {
            self = .other("a zip archive") { "unzip -p \($0)" }
        } else if begins(Array("LPKSHHRH".utf8)) {
            self = .other("a journal of systemd") { "journalctl --file \($0) -o short-iso" }
        } else if begins([0xFF, 0xFE]) || begins([0xFE, 0xFF]) {
            self = .other("UTF-16") { "iconv -f UTF-16 -t UTF-8 \($0)" }
        } else {
            self = .text
        }
    }

    /// Throws a `Failure` for what is no text, with the command that makes text of it.
    ///
    /// - Parameters:
    ///   - name: how it is called in messages.
    ///   - path: where it is; `nil` for a pipe.
    func check(_ name: String, path: String? = nil) throws {
        let file = path.map(quoted) ?? "FILE"
        let (what, command): (String, String)
        switch self {
        case .text: return
        case .packed(let packing): (what, command) = ("compressed with \(packing)", "\(packing) -dc \(file)")
        case .other(let kind, let cure): (what, command) = (kind, cure(file))
        }
        throw Failure("\(name) is \(what); pipe in what this prints: \(command)")
    }
}
