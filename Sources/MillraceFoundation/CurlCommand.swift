import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The shell command that sends `request`, with the headers in the order of their names.
func curlCommand(_ request: URLRequest) -> String {
    let method = request.httpMethod ?? "GET"
    // With the name of the method alone, curl would wait for a body.
    var parts = [method == "HEAD" ? "curl -iv --head" : "curl -iv -X \(quoted(method))"]
    for (name, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
        parts.append("-H \(quoted("\(name): \(value)"))")
    }
    var remark = ""
    if let body = request.httpBody {
        if let text = String(data: body, encoding: .utf8) {
            parts.append("--data-raw \(quoted(text))")
        } else {
            remark = " # and a body of \(body.count) bytes that are not text"
        }
    }
    parts.append(quoted(request.url?.absoluteString ?? ""))
    return parts.joined(separator: " \\\n    ") + remark
}

/// `text` as one word of the shell, whatever characters it has.
private func quoted(_ text: String) -> String {
    "'\(text.replacingOccurrences(of: "'", with: #"'\''"#))'"
}
