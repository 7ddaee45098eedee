/// Whether bytes are UTF-8.
package enum UTF8Check {
    /// Whether all of `bytes` are ASCII: what nearly every log is, found out eight bytes at a time.
    package static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while index + 64 <= bytes.count {
            var bits: UInt64 = 0
            for offset in stride(from: index, to: index + 64, by: 8) {
                bits |= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            }
            if bits & 0x8080_8080_8080_8080 != 0 { return false }
            index += 64
        }
        while index < bytes.count {
            if bytes[index] >= 0x80 { return false }
            index += 1
        }
        return true
    }

    /// Whether `bytes` are well-formed; with `cutOff`, the last character may be incomplete.
    package static func isValid(_ bytes: UnsafeRawBufferPointer, cutOff: Bool = false) -> Bool {
        var index = 0
        while index < bytes.count {
            switch character(in: bytes, at: index) {
            case .whole(let length): index += length
            case .cut: return cutOff
            case .none: return false
            }
        }
        return true
    }

    /// How many of `bytes` belong to no character.
    static func invalidBytes(in bytes: UnsafeRawBufferPointer) -> Int {
        var count = 0
        var index = 0
        while index < bytes.count {
            if case .whole(let length) = character(in: bytes, at: index) {
                index += length
            } else {
                count += 1
                index += 1
            }
        }
        return count
    }

    private enum Character {
        /// So many bytes long.
        case whole(Int)
        /// The bytes end in the middle of it.
        case cut
        case none
    }

    private static func character(in bytes: UnsafeRawBufferPointer, at start: Int) -> Character {
        // How many bytes follow, and the range of the first of them, which rules out overlong forms, surrogates and what
        // lies beyond U+10FFFF (table 3-7 of the Unicode standard).
        let following: Int
        var allowed: ClosedRange<UInt8> = 0x80...0xBF
        switch bytes[start] {
        case 0..<0x80: return .whole(1)
        case 0xC2...0xDF: following = 1
        case 0xE0: (following, allowed) = (2, 0xA0...0xBF)
        case 0xED: (following, allowed) = (2, 0x80...0x9F)
        case 0xE1...0xEF: following = 2
        case 0xF0: (following, allowed) = (3, 0x90...0xBF)
        case 0xF1...0xF3: following = 3
        case 0xF4: (following, allowed) = (3, 0x80...0x8F)
        default: return .none
        }
        for index in start + 1...start + following {
            guard index < bytes.count else { return .cut }
            guard allowed.contains(bytes[index]) else { return .none }
            allowed = 0x80...0xBF
        }
        return .whole(following + 1)
    }
}
