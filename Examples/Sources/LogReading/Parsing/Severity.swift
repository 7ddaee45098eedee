/// How bad a line says it is.
package enum Severity: Int, CaseIterable {
    case error, warning, info, debug
    /// The line does not say.
    case unknown

    /// The first level named in a line behind `start`, or the priority that the syslog protocol puts before it (`<11>`).
    ///
    /// A level is one of the usual words (`ERROR`, `warn`, `[crit]`, `level=info`), in any case, with brackets, quotes,
    /// spaces or punctuation around it: `libgpg-error0` and `install-info` are not levels.
    package init(of line: UnsafeRawBufferPointer, from start: Int) {
        self = Severity.found(in: line, from: start)?.severity ?? .unknown
    }

    /// The same, and the bytes that say so; `nil` if none do.
    package static func found(
        in line: UnsafeRawBufferPointer,
        from start: Int
    ) -> (severity: Severity, range: Range<Int>)? {
        if let priority = priority(of: line) { return priority }
        let classes = ByteClass.table
        var index = start
        while index < line.count {
            guard classes[line[index]].contains(.letter) else {
                index += 1
                continue
            }
            let wordStart = index
            var letters: UInt64 = 0
            repeat {
                letters = letters << 8 | UInt64(line[index] | 0x20)
                index += 1
            } while index < line.count && classes[line[index]].contains(.letter)
            guard index - wordStart <= 8,
                wordStart == 0 || classes[line[wordStart - 1]].contains(.border),
                index == line.count || classes[line[index]].contains(.border) || line[index] == UInt8(ascii: "."),
                let severity = Severity(word: letters)
            else { continue }
            return (severity, wordStart..<index)
        }
        return nil
    }

    /// `letters` are up to eight lower-case letters, the last one in the lowest byte, so that a word is one comparison.
    private init?(word letters: UInt64) {
        switch letters {
        case 0x65_72_72_6F_72,  // error
            0x65_72_72_6F_72_73,  // errors
            0x65_72_72,  // err
            0x66_61_74_61_6C,  // fatal
            0x70_61_6E_69_63,  // panic
            0x73_65_76_65_72_65,  // severe
            0x63_72_69_74,  // crit
            0x63_72_69_74_69_63_61_6C,  // critical
            0x61_6C_65_72_74,  // alert
            0x65_6D_65_72_67:  // emerg
            self = .error
        case 0x77_61_72_6E,  // warn
            0x77_61_72_6E_69_6E_67,  // warning
            0x77_61_72_6E_69_6E_67_73:  // warnings
            self = .warning
        case 0x69_6E_66_6F,  // info
            0x6E_6F_74_69_63_65:  // notice
            self = .info
        case 0x64_65_62_75_67,  // debug
            0x74_72_61_63_65,  // trace
            0x76_65_72_62_6F_73_65:  // verbose
            self = .debug
        default:
            return nil
        }
    }

    /// What the status of an answer of HTTP says: that the server has failed, or that the client has.
    package init(status: Int) {
        switch status {
        case 500...: self = .error
        case 400...: self = .warning
        default: self = .info
        }
    }

    /// What stands for a level and for nothing else, such as `Information` or `E`; `nil` for what is no level.
    init?(level: UnsafeRawBufferPointer) {
        let letters = level.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1 | 0x20) }
        switch letters {
        case 0x65, 0x66, 0x63,  // e, f, c
            0x65_6D_65_72_67_65_6E_63:  // emergenc(y)
            self = .error
        case 0x77: self = .warning  // w
        case 0x69,  // i
            0x69_6E_66_6F_72_6D_61_74:  // informat(ion)
            self = .info
        case 0x64, 0x74, 0x76: self = .debug  // d, t, v
        default: self.init(word: letters)
        }
    }

    /// What the number of a level says: up to 7 as in the syslog protocol, from 10 on as in bunyan and pino.
    init?(number: Int) {
        switch number {
        case 0..<8: self.init(syslog: number)
        case 10..<30: self = .debug
        case 30..<40: self = .info
        case 40..<50: self = .warning
        case 50...100: self = .error
        default: return nil
        }
    }

    /// From 0 (emergency) to 7 (debug).
    private init(syslog number: Int) {
        switch number {
        case 0...3: self = .error
        case 4: self = .warning
        case 5, 6: self = .info
        default: self = .debug
        }
    }

    /// Facility × 8 + severity, in angle brackets.
    private static func priority(of line: UnsafeRawBufferPointer) -> (severity: Severity, range: Range<Int>)? {
        guard line.count > 2, line[0] == UInt8(ascii: "<") else { return nil }
        var priority = 0
        var index = 1
        while index < min(line.count, 5) {
            let digit = line[index] &- UInt8(ascii: "0")
            if digit < 10 {
                priority = priority * 10 + Int(digit)
            } else if line[index] == UInt8(ascii: ">"), index > 1, priority < 192 {
                return (Severity(syslog: priority % 8), 0..<index + 1)
            } else {
                return nil
            }
            index += 1
        }
        return nil
    }
}
