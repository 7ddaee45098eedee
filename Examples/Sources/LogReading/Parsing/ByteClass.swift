/// What kinds of character an ASCII byte belongs to; bytes of other characters count as letters.
@usableFromInline
package struct ByteClass: OptionSet {
    @usableFromInline package let rawValue: UInt8

    @inlinable package static var digit: ByteClass { ByteClass(rawValue: 1) }
    @inlinable package static var hexadecimal: ByteClass { ByteClass(rawValue: 2) }
    @inlinable package static var letter: ByteClass { ByteClass(rawValue: 4) }
    @inlinable package static var control: ByteClass { ByteClass(rawValue: 8) }
    /// What stands around a word that is a severity: brackets, quotes, spaces and a little punctuation.
    @inlinable package static var border: ByteClass { ByteClass(rawValue: 16) }

    @inlinable package static var word: ByteClass { [.digit, .letter] }

    @inlinable
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package init(_ byte: UInt8) {
        var kinds: ByteClass = []
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): kinds = [.digit, .hexadecimal]
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
            kinds = [.letter, .hexadecimal]
        case UInt8(ascii: "g")...UInt8(ascii: "z"), UInt8(ascii: "G")...UInt8(ascii: "Z"), 0x80...: kinds = .letter
        case 0..<0x20, 0x7F: kinds = .control
        default: break
        }
        if " \t[](){}<>\"'=:|,;!".utf8.contains(byte) { kinds.insert(.border) }
        self = kinds
    }

    /// The kinds of every byte, for parsers to look up. Made once; a parser holds the pointer, so that a byte costs a load.
    @usableFromInline package nonisolated(unsafe) static let table: UnsafePointer<ByteClass> = {
        let table = UnsafeMutablePointer<ByteClass>.allocate(capacity: 256)
        for byte in 0..<256 { (table + byte).initialize(to: ByteClass(UInt8(byte))) }
        return UnsafePointer(table)
    }()
}

extension UnsafePointer<ByteClass> {
    /// The kinds of `byte`.
    @inlinable package subscript(byte: UInt8) -> ByteClass {
        @inline(__always) get { self[Int(byte)] }
    }
}
