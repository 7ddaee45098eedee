/// What follows the time in a line of an access log: `"GET /orders/17?page=2 HTTP/1.1" 404 162 …`.
package struct AccessLine {
    /// The status of the answer, from 100 to 599.
    package let status: Int
    /// The bytes of the method and of the path without its query; all of the request where it is none of HTTP.
    package let request: Range<Int>

    /// - Parameter start: where the time ends.
    init?(_ line: UnsafeRawBufferPointer, from start: Int) {
        guard start < line.count, line[start] == UInt8(ascii: "\"") else { return nil }
        var end = start + 1
        while end < line.count, line[end] != UInt8(ascii: "\"") {
            // A quote in a request is written with a backslash before it.
            end += line[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard let status = AccessLine.status(in: line, at: end + 1) else { return nil }
        self.status = status
        let text = line[start + 1..<end]
        let space = UInt8(ascii: " ")
        guard let method = text.firstIndex(of: space), let path = text[(method + 1)...].firstIndex(of: space) else {
            request = text.startIndex..<text.endIndex
            return
        }
        let query = line[method + 1..<path].firstIndex(of: UInt8(ascii: "?"))
        request = text.startIndex..<(query ?? path)
    }

    /// A space, then three digits that stand alone.
    private static func status(in line: UnsafeRawBufferPointer, at start: Int) -> Int? {
        let end = start + 4
        guard end <= line.count, line[start] == UInt8(ascii: " "), end == line.count || line[end] == UInt8(ascii: " ")
        else { return nil }
        var status = 0
        for index in start + 1..<end {
            let digit = line[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            status = status * 10 + Int(digit)
        }
        return 100...599 ~= status ? status : nil
    }
}
